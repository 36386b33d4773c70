package sql

import (
	"strings"
	"unicode"
	"unicode/utf8"
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
		if n, ok := skipQuoted(dialect, text[i:]); n > 0 {
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

// skipQuoted is the length of the quotation or comment that s starts with, 0
// for none; ok is false when it is left open. s must not start inside a name,
// where an e or a dollar opens nothing.
func skipQuoted(dialect, s string) (n int, ok bool) {
	switch c := s[0]; {
	case strings.HasPrefix(s, "--") && (dialect != MySQL || len(s) == 2 || s[2] <= ' '),
		c == '#' && dialect == MySQL:
		if i := strings.IndexByte(s, '\n'); i >= 0 {
			return i, true
		}
		return len(s), true
	case strings.HasPrefix(s, "/*"):
		return blockComment(s, dialect == PostgreSQL)
	case c == '\'', c == '"', c == '`' && dialect != PostgreSQL:
		return quotation(s, c, dialect == MySQL && c != '`')
	case (c == 'e' || c == 'E') && dialect == PostgreSQL && len(s) > 1 && s[1] == '\'':
		n, ok := quotation(s[1:], '\'', true)
		return n + 1, ok
	case c == '[' && dialect == SQLite:
		if i := strings.IndexByte(s, ']'); i >= 0 {
			return i + 1, true
		}
		return len(s), false
	case c == '$' && dialect == PostgreSQL:
		return dollar(s)
	}
	return 0, true
}

func isIdentStart(c byte) bool { return c == '_' || c >= 0x80 || isAlnum(c) && (c < '0' || c > '9') }

func quotation(s string, q byte, backslash bool) (int, bool) {
	for i := 1; i < len(s); i++ {
		switch {
		case backslash && s[i] == '\\':
			i++
		case s[i] == q && i+1 < len(s) && s[i+1] == q:
			i++
		case s[i] == q:
			return i + 1, true
		}
	}
	return len(s), false
}

func blockComment(s string, nested bool) (int, bool) {
	depth := 1
	for i := 2; i+1 < len(s); i++ {
		switch {
		case s[i] == '*' && s[i+1] == '/':
			if depth--; depth == 0 {
				return i + 2, true
			}
			i++
		case nested && s[i] == '/' && s[i+1] == '*':
			depth++
			i++
		}
	}
	return len(s), false
}

// dollar is the length of a dollar quotation, 0 when s starts none.
func dollar(s string) (int, bool) {
	end := 1
	for end < len(s) && s[end] != '$' {
		if c := s[end]; !isIdentStart(c) && (c < '0' || c > '9' || end == 1) {
			return 0, true
		}
		end++
	}
	if end == len(s) {
		return 0, true
	}
	tag := s[:end+1]
	if i := strings.Index(s[len(tag):], tag); i >= 0 {
		return i + 2*len(tag), true
	}
	return len(s), false
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
