package sql

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"regent/facts/sql/client"
)

// word is one token of a text that is read by first words.
type word struct {
	text string // as written; of a quoted name, what stands between the quotes
	kind wordKind
}

type wordKind uint8

const (
	plain  wordKind = iota // keyword or name
	quoted                 // quoted name
	value                  // string or number
	punct                  // one character
)

func (w word) is(keyword string) bool { return w.kind == plain && strings.EqualFold(w.text, keyword) }

func (w word) name() bool { return w.kind == plain || w.kind == quoted }

// lex cuts text into words. ended is false when a quotation or comment is left
// open.
func lex(dialect, text string) (words []word, ended bool) {
	ended = true
	for i := 0; i < len(text); {
		c := text[i]
		if dialect == MySQL && strings.HasPrefix(text[i:], "/*!") {
			// MySQL runs what stands in such a comment.
			for i += 3; i < len(text) && text[i] >= '0' && text[i] <= '9'; {
				i++
			}
			continue
		}
		if dialect == MySQL && strings.HasPrefix(text[i:], "*/") {
			i += 2
			continue
		}
		if n, ok := client.Quoted(dialect, text[i:]); n > 0 {
			if w, ok := unquoted(dialect, text[i:i+n]); ok {
				words = append(words, w)
			}
			ended = ended && ok
			i += n
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case unicode.IsSpace(r) || r == 0xFEFF:
			i += size
		case unicode.IsLetter(r) || r == '_' || r == '@':
			n := size
			for i+n < len(text) {
				r, size := utf8.DecodeRuneInString(text[i+n:])
				if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '$' && r != '@' {
					break
				}
				n += size
			}
			words = append(words, word{text[i : i+n], plain})
			i += n
		case c >= '0' && c <= '9':
			n := 1
			for i+n < len(text) && (text[i+n] == '.' || text[i+n] == '_' || isAlnum(text[i+n])) {
				n++
			}
			words = append(words, word{text[i : i+n], value})
			i += n
		default:
			words = append(words, word{text[i : i+size], punct})
			i += size
		}
	}
	return words, ended
}

func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// unquoted is the word that a quotation makes; a comment makes none.
func unquoted(dialect, s string) (word, bool) {
	switch c := s[0]; {
	case strings.HasPrefix(s, "--"), strings.HasPrefix(s, "/*"), c == '#':
		return word{}, false
	case c == '`', c == '[', c == '"' && dialect != MySQL:
		return word{strings.Trim(s, "`\"[]"), quoted}, true
	}
	return word{s, value}, true
}
