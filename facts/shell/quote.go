package shell

import (
	"strings"
	"unicode/utf8"
)

// ansiC decodes the body of $'…'. As in bash, a NUL ends it.
func ansiC(s string) string {
	out := decodeEscapes(s, escANSI)
	if i := strings.IndexByte(out, 0); i >= 0 {
		out = out[:i]
	}
	return out
}

type escapeStyle uint8

const (
	escANSI   escapeStyle = iota // $'…'
	escEcho                      // echo -e: \0NNN, \c ends
	escFormat                    // printf format: \NNN
	escArg                       // printf %b
)

// decodeEscapes decodes backslash escapes. \c of echo and printf %b ends the
// text; the caller sees that by a trailing stopMark.
func decodeEscapes(s string, style escapeStyle) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 >= len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; c {
		case 'a':
			b.WriteByte(7)
		case 'b':
			b.WriteByte(8)
		case 'e', 'E':
			b.WriteByte(27)
		case 'f':
			b.WriteByte(12)
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 't':
			b.WriteByte('\t')
		case 'v':
			b.WriteByte(11)
		case '\\':
			b.WriteByte('\\')
		case '\'', '"', '?':
			if style == escEcho || (style == escArg && c != '\'' && c != '"') {
				b.WriteByte('\\')
			}
			b.WriteByte(c)
		case 'x':
			n, v := digits(s[i+1:], 16, 2)
			if n == 0 {
				b.WriteString("\\x")
				continue
			}
			b.WriteByte(byte(v))
			i += n
		case 'u', 'U':
			width := 4
			if c == 'U' {
				width = 8
			}
			n, v := digits(s[i+1:], 16, width)
			if n == 0 {
				b.WriteByte('\\')
				b.WriteByte(c)
				continue
			}
			if v > utf8.MaxRune {
				v = utf8.RuneError
			}
			b.WriteRune(rune(v))
			i += n
		case 'c':
			if style == escANSI {
				if i+1 < len(s) {
					i++
					b.WriteByte(s[i] & 0x1f)
				}
				continue
			}
			if style == escEcho || style == escArg {
				b.WriteString(stopMark)
				return b.String()
			}
			b.WriteString("\\c")
		case '0', '1', '2', '3', '4', '5', '6', '7':
			if style == escEcho {
				if c != '0' {
					b.WriteByte('\\')
					b.WriteByte(c)
					continue
				}
				n, v := digits(s[i+1:], 8, 3)
				b.WriteByte(byte(v))
				i += n
				continue
			}
			width := 3
			if style == escArg && c == '0' {
				width = 4
			}
			n, v := digits(s[i:], 8, width)
			b.WriteByte(byte(v))
			i += n - 1
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
	return b.String()
}

// stopMark ends decoded text at \c. It cannot be in a valid string.
const stopMark = "\xff\xfe\xff"

func digits(s string, base uint32, width int) (int, uint32) {
	var v uint32
	n := 0
	for n < len(s) && n < width {
		d := hexVal(s[n])
		if d >= base {
			break
		}
		v = v*base + d
		n++
	}
	return n, v
}

func hexVal(c byte) uint32 {
	switch {
	case c >= '0' && c <= '9':
		return uint32(c - '0')
	case c >= 'a' && c <= 'f':
		return uint32(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return uint32(c-'A') + 10
	}
	return 99
}

// printsPlain says whether a string holds plain printable characters only, which
// bash quotes without escapes.
func printsPlain(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// backslashed is what printf %q writes; false for what it writes as $'…'.
func backslashed(s string) (string, bool) {
	if !printsPlain(s) {
		return "", false
	}
	if s == "" {
		return "''", true
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		if strings.IndexByte(" !\"$&'()*,;<>?[\\]^`{|}", c) >= 0 || i == 0 && c == '#' ||
			c == '~' && (i == 0 || s[i-1] == '=' || s[i-1] == ':') {
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	return b.String(), true
}
