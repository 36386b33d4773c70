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
func AppendTwice(once, twice []byte, s string) (o, t []byte) {
	const (
		block = 1 << 10
		// A control becomes six bytes, and a seventh where its backslash is
		// escaped again. Sixteen more are written before it is known that they
		// count.
		most = 7*block + 32
	)
	text := unsafe.Slice(unsafe.StringData(s), len(s)) // only read
	once, twice = append(once, '"'), append(twice, `\"`...)
	for len(text) > 0 {
		once, twice = slices.Grow(once, most), slices.Grow(twice, most)
		a, b := once[len(once):cap(once)], twice[len(twice):cap(twice)]
		i, j, k := 0, 0, 0 // in text, a and b
		for i < len(text) && i < block {
			if i+16 <= len(text) {
				w := *(*[16]byte)(text[i:])
				*(*[16]byte)(a[j:]) = w
				*(*[16]byte)(b[k:]) = w
				x, y := special(binary.LittleEndian.Uint64(w[:])), special(binary.LittleEndian.Uint64(w[8:]))
				var n int
				switch {
				case x|y == 0:
					i, j, k = i+16, j+16, k+16
					continue
				case x != 0:
					n = bits.TrailingZeros64(x) / 8
				default:
					n = 8 + bits.TrailingZeros64(y)/8
				}
				i, j, k = i+n, j+n, k+n
			}
			c := text[i]
			switch {
			case c == '\n':
				a[j], a[j+1] = '\\', 'n'
				b[k], b[k+1], b[k+2] = '\\', '\\', 'n'
				i, j, k = i+1, j+2, k+3
			case c == '"' || c == '\\':
				a[j], a[j+1] = '\\', c
				b[k], b[k+1], b[k+2], b[k+3] = '\\', '\\', '\\', c
				i, j, k = i+1, j+2, k+4
			case c == '\t':
				a[j], a[j+1] = '\\', 't'
				b[k], b[k+1], b[k+2] = '\\', '\\', 't'
				i, j, k = i+1, j+2, k+3
			case c >= 0x20 && c < utf8.RuneSelf: // at the end of text
				a[j], b[k] = c, c
				i, j, k = i+1, j+1, k+1
			default:
				r, n := utf8.DecodeRune(text[i:])
				if r > 0xffff {
					r -= 0x10000
					j += putEscape(a[j:], 0xd800|r>>10)
					k += putTwice(b[k:], 0xd800|r>>10)
					r = 0xdc00 | r&0x3ff
				}
				j += putEscape(a[j:], r)
				k += putTwice(b[k:], r)
				i += n
			}
		}
		once, twice, text = once[:len(once)+j], twice[:len(twice)+k], text[i:]
	}
	return append(once, '"'), append(twice, `\"`...)
}

func putEscape(dst []byte, r rune) int {
	_ = dst[5]
	dst[0], dst[1] = '\\', 'u'
	dst[2], dst[3], dst[4], dst[5] = hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15]
	return 6
}

func putTwice(dst []byte, r rune) int {
	dst[0] = '\\'
	return 1 + putEscape(dst[1:], r)
}
