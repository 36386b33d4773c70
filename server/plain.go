package server

import (
	"encoding/binary"
	"encoding/json"
	"math/bits"
)

// plain counts the bytes at the start of text that stand for themselves in a
// JSON string: printable ASCII but the quote and the backslash. It looks at
// eight at a time.
func plain(text []byte) int {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	i := 0
	for ; i+8 <= len(text); i += 8 {
		x := binary.LittleEndian.Uint64(text[i:])
		quote, slash := x^ones*'"', x^ones*'\\'
		// A bit is set for a byte below 0x20, for a quote, a backslash and a byte
		// beyond ASCII. Above the first of these it may be set wrongly.
		found := ((x-ones*0x20)&^x | (quote-ones)&^quote | (slash-ones)&^slash | x) & high
		if found != 0 {
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

// validObject reports whether text is one JSON object. What stands for itself
// inside a string changes nothing, so the check looks at the rest alone: an
// answer is mostly one long string.
func validObject(text []byte) bool {
	if len(text) == 0 || text[0] != '{' {
		return false
	}
	const worth = 4 << 10
	if len(text) < worth {
		return json.Valid(text)
	}
	rest := make([]byte, 0, worth)
	inside := false
	for i := 0; i < len(text); {
		if inside {
			if i += plain(text[i:]); i == len(text) {
				break
			}
		}
		c := text[i]
		i++
		switch {
		case !inside:
			inside = c == '"'
		case c >= 0x80:
			continue
		case c == '"':
			inside = false
		case c == '\\' && i < len(text):
			rest = append(rest, c)
			c = text[i]
			i++
			if c == 'u' { // four digits belong to it
				n := min(4, len(text)-i)
				rest = append(append(rest, c), text[i:i+n]...)
				i += n
				continue
			}
		}
		rest = append(rest, c)
	}
	return json.Valid(rest)
}
