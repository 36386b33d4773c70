package fsread

import (
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// UTF-16 and UTF-32. Without a byte order in its name the text must begin with
// a mark: to guess would turn one text into another.

func decodeUTF16(_ *Codec, data []byte, cut bool) (string, int, int) {
	if len(data) < 2 {
		if len(data) == 0 || cut {
			return "", 0, fits
		}
		return "", 0, 0
	}
	var order binary.ByteOrder
	switch {
	case data[0] == 0xFE && data[1] == 0xFF:
		order = binary.BigEndian
	case data[0] == 0xFF && data[1] == 0xFE:
		order = binary.LittleEndian
	default:
		return "", 0, 0
	}
	return utf16In(order, data, 2, cut)
}

func decodeUTF16LE(_ *Codec, data []byte, cut bool) (string, int, int) {
	return utf16In(binary.LittleEndian, data, 0, cut)
}

func decodeUTF16BE(_ *Codec, data []byte, cut bool) (string, int, int) {
	return utf16In(binary.BigEndian, data, 0, cut)
}

func utf16In(order binary.ByteOrder, data []byte, at int, cut bool) (string, int, int) {
	out := make([]byte, 0, len(data))
	for at < len(data) {
		if at+2 > len(data) {
			return unfinishedAt(out, at, cut)
		}
		r := rune(order.Uint16(data[at:]))
		n := 2
		if utf16.IsSurrogate(r) {
			if r >= 0xDC00 {
				return "", 0, at
			}
			if at+4 > len(data) {
				return unfinishedAt(out, at, cut)
			}
			if r = utf16.DecodeRune(r, rune(order.Uint16(data[at+2:]))); r == utf8.RuneError {
				return "", 0, at
			}
			n = 4
		}
		out, at = utf8.AppendRune(out, r), at+n
	}
	return asString(out), at, fits
}

func decodeUTF32(_ *Codec, data []byte, cut bool) (string, int, int) {
	if len(data) < 4 {
		if len(data) == 0 || cut {
			return "", 0, fits
		}
		return "", 0, 0
	}
	switch {
	case binary.BigEndian.Uint32(data) == 0xFEFF:
		return utf32In(binary.BigEndian, data, 4, cut)
	case binary.LittleEndian.Uint32(data) == 0xFEFF:
		return utf32In(binary.LittleEndian, data, 4, cut)
	}
	return "", 0, 0
}

func decodeUTF32LE(_ *Codec, data []byte, cut bool) (string, int, int) {
	return utf32In(binary.LittleEndian, data, 0, cut)
}

func decodeUTF32BE(_ *Codec, data []byte, cut bool) (string, int, int) {
	return utf32In(binary.BigEndian, data, 0, cut)
}

func utf32In(order binary.ByteOrder, data []byte, at int, cut bool) (string, int, int) {
	out := make([]byte, 0, len(data))
	for at < len(data) {
		if at+4 > len(data) {
			return unfinishedAt(out, at, cut)
		}
		v := order.Uint32(data[at:])
		if v > utf8.MaxRune || !utf8.ValidRune(rune(v)) {
			return "", 0, at
		}
		out, at = utf8.AppendRune(out, rune(v)), at+4
	}
	return asString(out), at, fits
}

// unfinishedAt ends a text whose last character is not whole.
func unfinishedAt(out []byte, at int, cut bool) (string, int, int) {
	if !cut {
		return "", 0, at
	}
	return asString(out), at, fits
}
