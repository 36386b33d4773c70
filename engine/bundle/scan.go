package bundle

import "strings"

// header is what can be told of a module without parsing it: its package, and
// (unless only that was asked for) every reference into data. The scan may see too many references (a member
// named data), never too few: what it cannot follow makes the module opaque.
type header struct {
	pkg    []string
	refs   [][]string // without "data"; cut at the first part that is not a literal
	line   int        // of the package clause
	opaque bool       // refers to something that the scan cannot follow
}

// scan reads a module's header, or no more than its package.
func scan(text string, packageOnly bool) header {
	var h header
	s := scanner{text: text, line: 1}
	prev := byte(0)
	for {
		c, ok := s.peek()
		if !ok {
			return h
		}
		switch {
		case c == '#':
			s.skipLine()
			continue
		case c == '"':
			s.quoted()
		case c == '`':
			s.raw()
		case c == '$':
			// A template string holds expressions.
			h.opaque = true
			s.next()
		case isLetter(c):
			line := s.line
			word := s.word()
			switch {
			case word == "package" && h.pkg == nil:
				s.gap()
				if path := s.path(); len(path) > 0 {
					h.pkg, h.line = path, line
					if packageOnly {
						return h
					}
				}
			case word == "data" && prev != '.':
				h.refs = append(h.refs, s.tail())
			}
			prev = 'a'
			continue
		default:
			s.next()
		}
		if c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			prev = c
		}
	}
}

type scanner struct {
	text string
	at   int
	line int
}

func (s *scanner) peek() (byte, bool) {
	if s.at >= len(s.text) {
		return 0, false
	}
	return s.text[s.at], true
}

func (s *scanner) next() {
	if s.text[s.at] == '\n' {
		s.line++
	}
	s.at++
}

func (s *scanner) skipLine() {
	if i := strings.IndexByte(s.text[s.at:], '\n'); i >= 0 {
		s.at += i
		return
	}
	s.at = len(s.text)
}

func (s *scanner) blanks() {
	for c, ok := s.peek(); ok && (c == ' ' || c == '\t'); c, ok = s.peek() {
		s.at++
	}
}

// gap skips everything that may stand between two words.
func (s *scanner) gap() {
	for c, ok := s.peek(); ok; c, ok = s.peek() {
		switch c {
		case ' ', '\t', '\r', '\n':
			s.next()
		case '#':
			s.skipLine()
		default:
			return
		}
	}
}

// quoted reads a string in double quotes and returns its text when it holds no
// escape.
func (s *scanner) quoted() (string, bool) {
	s.at++
	from, plain := s.at, true
	for c, ok := s.peek(); ok; c, ok = s.peek() {
		switch c {
		case '"':
			text := s.text[from:s.at]
			s.at++
			return text, plain
		case '\\':
			plain = false
			s.at++
			if s.at < len(s.text) {
				s.next()
			}
		default:
			s.next()
		}
	}
	return "", false
}

func (s *scanner) raw() {
	s.at++
	for c, ok := s.peek(); ok; c, ok = s.peek() {
		s.next()
		if c == '`' {
			return
		}
	}
}

func (s *scanner) word() string {
	from := s.at
	for c, ok := s.peek(); ok && (isLetter(c) || c >= '0' && c <= '9'); c, ok = s.peek() {
		s.at++
	}
	return s.text[from:s.at]
}

// path reads a package path: name, then .name or ["name"] parts.
func (s *scanner) path() []string {
	name := s.word()
	if name == "" {
		return nil
	}
	return append([]string{name}, s.tail()...)
}

// tail reads literal parts of a reference.
func (s *scanner) tail() []string {
	var parts []string
	for {
		c, ok := s.peek()
		switch {
		case ok && c == '.':
			s.at++
			w := s.word()
			if w == "" {
				return parts
			}
			parts = append(parts, w)
		case ok && c == '[' && s.at+1 < len(s.text) && s.text[s.at+1] == '"':
			back := *s
			s.at++
			text, plain := s.quoted()
			if c, ok := s.peek(); !plain || !ok || c != ']' {
				*s = back
				return parts
			}
			s.at++
			parts = append(parts, text)
		default:
			return parts
		}
	}
}

func isLetter(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
