package shell

import "unicode"

func plainASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

func hasOddRunes(t text) bool {
	for i := range t {
		if !plainASCII(t[i].s) {
			return true
		}
	}
	return false
}

// isBidi says whether a code point embeds, overrides or isolates direction.
func isBidi(c rune) bool {
	return c >= 0x202a && c <= 0x202e || c >= 0x2066 && c <= 0x2069
}

// zeroWidth says whether a code point takes no space.
func zeroWidth(c rune) bool {
	switch {
	case c >= 0x200b && c <= 0x200f, c >= 0x2060 && c <= 0x2064, c == 0xfeff, c == 0x00ad, c == 0x180e, c == 0x034f,
		c == 0x061c, c == 0x115f, c == 0x1160, c == 0x3164, c == 0xffa0, c >= 0xe0000 && c <= 0xe007f:
		return true
	}
	return false
}

// wordRunes tags characters that hide or imitate others in a program, option
// or path word.
func (r *run) wordRunes(t text, cmd int, program bool) {
	latin, other := false, false
	for i := range t {
		for _, c := range t[i].s {
			switch {
			case zeroWidth(c):
				r.tag(&r.tx.Tags.ZeroWidthInWord, cmd)
			case c < 0x80:
				latin = latin || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
			case unicode.Is(unicode.Latin, c) && c < 0x250:
				latin = true
			case unicode.IsLetter(c) || unicode.IsMark(c):
				other = true
			case c >= 0xff01 && c <= 0xff5e:
				other = true
			}
		}
	}
	if program && other {
		_ = latin
		r.tag(&r.tx.Tags.MixedScript, cmd)
	}
}
