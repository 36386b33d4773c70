package client

import "strings"

// Quoted is the length of the quotation or comment that s starts with, 0
// for none; ok is false when it is left open. s must not start inside a name,
// where an e or a dollar opens nothing.
func Quoted(dialect, s string) (n int, ok bool) {
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

// Name is the length of the name or number that s starts with, 1 for
// anything else.
func Name(s string) int {
	n := 1
	if isIdentStart(s[0]) || s[0] >= '0' && s[0] <= '9' {
		for n < len(s) && (isIdentStart(s[n]) || s[n] == '$' || s[n] >= '0' && s[n] <= '9') {
			n++
		}
	}
	return n
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

func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
