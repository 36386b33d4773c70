package path

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Fold maps the letters that a file system without case would hold equal to
// one of them. It costs nothing for lower-case ASCII.
func Fold(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= utf8.RuneSelf || ('A' <= c && c <= 'Z') {
			return foldSlow(s)
		}
	}
	return s
}

func foldSlow(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n <= 1 {
			b.WriteByte(s[i]) // not UTF-8: the byte as it stands
		} else {
			b.WriteRune(foldRune(r))
		}
		i += n
	}
	return b.String()
}

// foldRune gives the least rune of the circle of case variants, in lower case
// when it is ASCII: the Kelvin sign is k, the long s is s.
func foldRune(r rune) rune {
	least := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		least = min(least, next)
	}
	if 'A' <= least && least <= 'Z' {
		least += 'a' - 'A'
	}
	return least
}
