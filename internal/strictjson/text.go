package strictjson

import (
	"slices"
	"unicode/utf8"

	"regent/internal/residue"
)

// hex4 reads four hexadecimal digits.
func hex4(b []byte) (rune, bool) {
	if len(b) < 4 {
		return 0, false
	}
	var r rune
	for _, c := range b[:4] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

// lowSurrogate reads a \udc00-\udfff escape.
func lowSurrogate(b []byte) (rune, bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	r, ok := hex4(b[2:])
	return r, ok && r >= 0xdc00 && r <= 0xdfff
}

// unescape appends the meaning of the inside of a checked string. A lone
// surrogate becomes U+FFFD, as everywhere in Go.
func unescape(dst, raw []byte) []byte {
	return unescapeWith(dst, raw, func(dst []byte, _ rune) []byte {
		return utf8.AppendRune(dst, utf8.RuneError)
	})
}

// unescapeApart is unescape for comparison only: lone surrogates keep their
// own three-byte form, so that two different strings never become equal.
func unescapeApart(dst, raw []byte) []byte {
	return unescapeWith(dst, raw, func(dst []byte, r rune) []byte {
		return append(dst, 0xe0|byte(r>>12), 0x80|byte(r>>6)&0x3f, 0x80|byte(r)&0x3f)
	})
}

func unescapeWith(dst, raw []byte, lone func([]byte, rune) []byte) []byte {
	for i := 0; i < len(raw); {
		if raw[i] != '\\' {
			n := residue.IndexByte(raw[i:], '\\')
			if n < 0 {
				n = len(raw) - i
			}
			dst = residue.Append(slices.Grow(dst, n), raw[i:i+n])
			i += n
			continue
		}
		c := raw[i+1]
		i += 2
		switch c {
		case 'b':
			dst = append(dst, '\b')
		case 'f':
			dst = append(dst, '\f')
		case 'n':
			dst = append(dst, '\n')
		case 'r':
			dst = append(dst, '\r')
		case 't':
			dst = append(dst, '\t')
		case 'u':
			r, _ := hex4(raw[i:])
			i += 4
			switch {
			case r < 0xd800 || r > 0xdfff:
				dst = utf8.AppendRune(dst, r)
			case r < 0xdc00:
				if low, ok := lowSurrogate(raw[i:]); ok {
					dst = utf8.AppendRune(dst, (r-0xd800)<<10|(low-0xdc00)+0x10000)
					i += 6
					continue
				}
				fallthrough
			default:
				dst = lone(dst, r)
			}
		default: // the quote, the backslash, the slash
			dst = append(dst, c)
		}
	}
	return dst
}
