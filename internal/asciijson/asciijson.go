// Package asciijson writes JSON as it goes over the wire: one line of ASCII.
//
// It is for texts that are large and mostly plain: what stands for itself is
// found and copied eight bytes at a time. It does not encode Go values, and
// only Object looks whether its input is JSON. Bytes that are no UTF-8 become
// U+FFFD, as with the standard library.
package asciijson

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"unicode/utf8"
	"unsafe"
)

const (
	ones, high = 0x0101010101010101, 0x8080808080808080
	hexDigits  = "0123456789abcdef"
)

// special marks, in eight bytes, those that do not stand for themselves in a
// JSON string of ASCII: controls, the quote, the backslash and what lies beyond
// ASCII. Above the first of these a bit may be set wrongly.
//
// Taking a number from a byte below it sets the byte's highest bit. With the
// second bit turned over, the quote stands right behind the controls, and the
// space is no longer between them.
func special(x uint64) uint64 {
	controls, slash := (x^ones*2)-ones*('"'^2+1), (x^ones*'\\')-ones
	return (controls | slash | x) & high
}

// plain counts the bytes at the start of text that stand for themselves.
func plain(text []byte) int {
	i := 0
	for ; i+16 <= len(text); i += 16 {
		if special(binary.LittleEndian.Uint64(text[i:]))|special(binary.LittleEndian.Uint64(text[i+8:])) != 0 {
			break
		}
	}
	for ; i+8 <= len(text); i += 8 {
		if found := special(binary.LittleEndian.Uint64(text[i:])); found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	for ; i < len(text); i++ {
		if c := text[i]; c < 0x20 || c >= 0x80 || c == '"' || c == '\\' {
			break
		}
	}
	return i
}

// Append appends valid JSON with everything beyond ASCII escaped and line ends,
// which valid JSON has between values only, left out.
func Append(dst, text []byte) []byte {
	start := 0
	for i := 0; i < len(text); {
		if i += plain(text[i:]); i == len(text) {
			break
		}
		c := text[i]
		if c < utf8.RuneSelf && c != '\n' && c != '\r' {
			i++
			continue
		}
		dst = append(dst, text[start:i]...)
		n := 1
		if c >= utf8.RuneSelf {
			var r rune
			r, n = utf8.DecodeRune(text[i:])
			dst = appendEscape(dst, r)
		}
		i += n
		start = i
	}
	return append(dst, text[start:]...)
}

// AppendQuoted appends text as a JSON string.
func AppendQuoted(dst, text []byte) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(text); {
		if i += plain(text[i:]); i == len(text) {
			break
		}
		dst = append(dst, text[start:i]...)
		n := 1
		switch c := text[i]; {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c == '\n':
			dst = append(dst, `\n`...)
		case c == '\t':
			dst = append(dst, `\t`...)
		case c < 0x20:
			dst = appendEscape(dst, rune(c))
		default:
			var r rune
			r, n = utf8.DecodeRune(text[i:])
			dst = appendEscape(dst, r)
		}
		i += n
		start = i
	}
	dst = append(dst, text[start:]...)
	return append(dst, '"')
}

// appendEscape appends \uXXXX, twice for what lies beyond the first plane.
func appendEscape(dst []byte, r rune) []byte {
	if r > 0xffff {
		r -= 0x10000
		return appendEscape(appendEscape(dst, 0xd800|r>>10), 0xdc00|r&0x3ff)
	}
	return append(dst, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
}

// AppendTwice appends text as a JSON string to once, and to twice what that
// string is inside another: in one pass over text.
func AppendTwice(once, twice []byte, text string) (o, t []byte) {
	const (
		block = 1 << 10
		// A control becomes six bytes, and a seventh where its backslash is
		// escaped again. Sixteen more are written before it is known that they
		// count.
		most = 7*block + 32
	)
	rest := unsafe.Slice(unsafe.StringData(text), len(text)) // only read
	once, twice = append(once, '"'), append(twice, `\"`...)
	for len(rest) > 0 {
		n := min(block, len(rest))
		for n < len(rest) && !utf8.RuneStart(rest[n]) && n < block+utf8.UTFMax {
			n++ // a character stays whole
		}
		once, twice = slices.Grow(once, most), slices.Grow(twice, most)
		a, b := escapeTwice(once[len(once):cap(once)], twice[len(twice):cap(twice)], rest[:n])
		once, twice, rest = once[:cap(once)-a], twice[:cap(twice)-b], rest[n:]
	}
	return append(once, '"'), append(twice, `\"`...)
}

// escapeTwice writes text to a and b, which have room for it, and says how much
// of each is left.
func escapeTwice(a, b, text []byte) (leftA, leftB int) {
	for {
		// The slices go on instead of an index into them: so the compiler sees
		// that all is in bounds.
		for len(text) >= 16 && len(a) >= 16 && len(b) >= 16 {
			lo, hi := binary.LittleEndian.Uint64(text), binary.LittleEndian.Uint64(text[8:])
			binary.LittleEndian.PutUint64(a, lo)
			binary.LittleEndian.PutUint64(a[8:], hi)
			binary.LittleEndian.PutUint64(b, lo)
			binary.LittleEndian.PutUint64(b[8:], hi)
			x, y := special(lo), special(hi)
			if x|y == 0 {
				text, a, b = text[16:], a[16:], b[16:]
				continue
			}
			n := bits.TrailingZeros64(x) / 8 // 8 when there is none
			if x == 0 {
				n += bits.TrailingZeros64(y) / 8
			}
			text, a, b = text[n:], a[n:], b[n:]
			break
		}
		if len(text) == 0 {
			return len(a), len(b)
		}
		switch c := text[0]; {
		case c == '\n':
			a[0], a[1] = '\\', 'n'
			b[0], b[1], b[2] = '\\', '\\', 'n'
			text, a, b = text[1:], a[2:], b[3:]
		case c == '"' || c == '\\':
			a[0], a[1] = '\\', c
			b[0], b[1], b[2], b[3] = '\\', '\\', '\\', c
			text, a, b = text[1:], a[2:], b[4:]
		case c == '\t':
			a[0], a[1] = '\\', 't'
			b[0], b[1], b[2] = '\\', '\\', 't'
			text, a, b = text[1:], a[2:], b[3:]
		case c >= 0x20 && c < utf8.RuneSelf: // at the end of text
			a[0], b[0] = c, c
			text, a, b = text[1:], a[1:], b[1:]
		default:
			r, n := utf8.DecodeRune(text)
			if r > 0xffff {
				r -= 0x10000
				a, b = putTwice(a, b, 0xd800|r>>10)
				r = 0xdc00 | r&0x3ff
			}
			a, b = putTwice(a, b, r)
			text = text[n:]
		}
	}
}

func putTwice(a, b []byte, r rune) (restA, restB []byte) {
	_, _ = a[5], b[6]
	a[0], a[1], b[0], b[1], b[2] = '\\', 'u', '\\', '\\', 'u'
	for i := range 4 {
		c := hexDigits[r>>(12-4*i)&15]
		a[2+i], b[3+i] = c, c
	}
	return a[6:], b[7:]
}
