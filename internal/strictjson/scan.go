// Package strictjson reads JSON as a guard has to: one text has one meaning or
// it is refused.
//
// It is for text that somebody else wrote: protocol frames, HTTP bodies, tool
// arguments, configuration. It is not a general JSON library and encodes
// nothing.
//
// Beyond RFC 8259 it refuses invalid UTF-8, a byte order mark, two members of
// one object with the same name (compared after unescaping, at any depth),
// numbers that no float64 holds, more than [MaxDepth] levels and more than
// [MaxMarkers] structural characters. The zero-copy [Value] walks a checked
// text without folding names or rounding numbers; [Decode] fills a struct and
// refuses members that the struct doesn't name exactly.
//
// A syntax error names a position and a reason and never quotes the text.
package strictjson

import (
	"bytes"
	"fmt"
	"hash/maphash"
	"slices"
	"strconv"
	"sync"
	"unicode/utf8"
)

const (
	// MaxDepth bounds the levels of '{' and '['. Sixty-four is far beyond any
	// real request and keeps recursion over a checked text harmless.
	MaxDepth = 64
	// MaxMarkers bounds the structural characters {}[]:, outside strings. It
	// bounds the number of values, and so the memory that decoding can ask
	// for, whatever the length of the text.
	MaxMarkers = 8192
)

// Error says why a text was refused. It never holds a piece of the text.
type Error struct {
	Offset int    // bytes from the start, where the fault was noticed
	Reason string // one of a fixed set of phrases
}

func (e *Error) Error() string { return fmt.Sprintf("byte %d: %s", e.Offset, e.Reason) }

// Info is what a check learns on the way.
type Info struct {
	// LoneSurrogate is true when some string has a \ud800-\udfff escape
	// without its partner. Such a string has no meaning as Unicode; a Go
	// string can't hold it, so [Value.Text] gives U+FFFD for it.
	LoneSurrogate bool
	Depth         int // deepest level of '{' and '['
	Markers       int // structural characters outside strings
}

// Check reports whether text is exactly one acceptable JSON value.
func Check(text []byte) (Info, error) {
	if !utf8.Valid(text) {
		return Info{}, &Error{0, "invalid UTF-8"}
	}
	if bytes.HasPrefix(text, []byte("\ufeff")) {
		return Info{}, &Error{0, "byte order mark"}
	}
	s := scanners.Get().(*scanner)
	defer s.release()
	s.text = text
	s.space()
	if !s.value(0) {
		return Info{}, s.err
	}
	s.space()
	if s.pos != len(text) {
		return Info{}, &Error{s.pos, "text after the value"}
	}
	return s.info, nil
}

// seed makes key hashes unpredictable, so that nobody can choose names which
// collide.
var seed = maphash.MakeSeed()

var scanners = sync.Pool{New: func() any { return new(scanner) }}

// name is a member name met in an object that is still open.
type name struct {
	hash       uint64
	start, end int // inside the quotes
	escaped    bool
}

type scanner struct {
	text    []byte
	pos     int
	info    Info
	err     error
	names   []name // of all open objects, innermost last
	scratch []byte
}

func (s *scanner) release() {
	s.text, s.pos, s.info, s.err = nil, 0, Info{}, nil
	s.names = s.names[:0]
	if cap(s.scratch) > 1<<16 {
		s.scratch = nil
	}
	scanners.Put(s)
}

func (s *scanner) fail(reason string) bool {
	s.err = &Error{s.pos, reason}
	return false
}

func (s *scanner) space() {
	for s.pos < len(s.text) {
		switch s.text[s.pos] {
		case ' ', '\t', '\n', '\r':
			s.pos++
		default:
			return
		}
	}
}

// marker takes one structural character.
func (s *scanner) marker() bool {
	s.pos++
	s.info.Markers++
	if s.info.Markers > MaxMarkers {
		return s.fail("too many structural characters")
	}
	return true
}

func (s *scanner) peek() byte {
	if s.pos < len(s.text) {
		return s.text[s.pos]
	}
	return 0
}

func (s *scanner) value(depth int) bool {
	if s.pos >= len(s.text) {
		return s.fail("unexpected end")
	}
	switch c := s.text[s.pos]; {
	case c == '{' || c == '[':
		if depth++; depth > MaxDepth {
			return s.fail("nested too deeply")
		}
		s.info.Depth = max(s.info.Depth, depth)
		if c == '{' {
			return s.object(depth)
		}
		return s.array(depth)
	case c == '"':
		_, ok := s.str()
		return ok
	case c == '-' || c >= '0' && c <= '9':
		return s.number()
	case c == 't':
		return s.word("true")
	case c == 'f':
		return s.word("false")
	case c == 'n':
		return s.word("null")
	}
	return s.fail("not a value")
}

func (s *scanner) word(w string) bool {
	if len(s.text)-s.pos < len(w) || string(s.text[s.pos:s.pos+len(w)]) != w {
		return s.fail("not a value")
	}
	s.pos += len(w)
	return true
}

func (s *scanner) array(depth int) bool {
	if !s.marker() {
		return false
	}
	s.space()
	if s.peek() == ']' {
		return s.marker()
	}
	for {
		s.space()
		if !s.value(depth) {
			return false
		}
		s.space()
		switch s.peek() {
		case ',':
			if !s.marker() {
				return false
			}
		case ']':
			return s.marker()
		default:
			return s.fail("expected ',' or ']'")
		}
	}
}

func (s *scanner) object(depth int) bool {
	if !s.marker() {
		return false
	}
	base := len(s.names)
	s.space()
	if s.peek() == '}' {
		return s.marker()
	}
	for {
		s.space()
		if s.peek() != '"' {
			return s.fail("expected a member name")
		}
		start := s.pos + 1
		escaped, ok := s.str()
		if !ok {
			return false
		}
		n := name{start: start, end: s.pos - 1, escaped: escaped}
		n.hash = maphash.Bytes(seed, s.plain(n))
		s.names = append(s.names, n)
		s.space()
		if s.peek() != ':' {
			return s.fail("expected ':'")
		}
		if !s.marker() {
			return false
		}
		s.space()
		if !s.value(depth) {
			return false
		}
		s.space()
		switch s.peek() {
		case ',':
			if !s.marker() {
				return false
			}
		case '}':
			if s.duplicates(s.names[base:]) {
				return s.fail("duplicate member name")
			}
			s.names = s.names[:base]
			return s.marker()
		default:
			return s.fail("expected ',' or '}'")
		}
	}
}

// plain gives the name as the rest of the program will see it. The result is
// valid until the next call.
func (s *scanner) plain(n name) []byte {
	raw := s.text[n.start:n.end]
	if !n.escaped {
		return raw
	}
	s.scratch = unescape(s.scratch[:0], raw)
	return s.scratch
}

// duplicates compares the names of one object. Few names are compared pair by
// pair; many are sorted first, so that an object of thousands of members costs
// n log n.
func (s *scanner) duplicates(names []name) bool {
	const few = 12
	if len(names) <= few {
		for i := range names {
			for j := range i {
				if s.same(names[i], names[j]) {
					return true
				}
			}
		}
		return false
	}
	slices.SortFunc(names, func(a, b name) int {
		switch {
		case a.hash < b.hash:
			return -1
		case a.hash > b.hash:
			return 1
		}
		return 0
	})
	for i := range names {
		for j := i + 1; j < len(names) && names[j].hash == names[i].hash; j++ {
			if s.same(names[i], names[j]) {
				return true
			}
		}
	}
	return false
}

func (s *scanner) same(a, b name) bool {
	if a.hash != b.hash {
		return false
	}
	return string(s.plain(a)) == string(s.plain(b))
}

// plainByte tells the bytes of a string that need no further look.
var plainByte = func() (t [256]bool) {
	for c := range t {
		t[c] = c >= 0x20 && c != '"' && c != '\\'
	}
	return t
}()

func (s *scanner) str() (escaped, ok bool) {
	s.pos++ // the opening quote
	for {
		for s.pos < len(s.text) && plainByte[s.text[s.pos]] {
			s.pos++
		}
		if s.pos >= len(s.text) {
			return escaped, s.fail("unexpected end of string")
		}
		switch s.text[s.pos] {
		case '"':
			s.pos++
			return escaped, true
		case '\\':
			escaped = true
			if !s.escape() {
				return escaped, false
			}
		default:
			return escaped, s.fail("control character in string")
		}
	}
}

func (s *scanner) escape() bool {
	rest := s.text[s.pos:]
	if len(rest) < 2 {
		return s.fail("unexpected end of string")
	}
	switch rest[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		s.pos += 2
		return true
	case 'u':
		r, ok := hex4(rest[2:])
		if !ok {
			return s.fail("bad \\u escape")
		}
		s.pos += 6
		if r < 0xd800 || r > 0xdfff {
			return true
		}
		if _, ok := lowSurrogate(s.text[s.pos:]); ok && r < 0xdc00 {
			s.pos += 6
			return true
		}
		s.info.LoneSurrogate = true
		return true
	}
	return s.fail("bad escape")
}

// maxPlainDigits is a count of digits that surely stays below the largest
// float64 (which has 309 before the point).
const maxPlainDigits = 300

func (s *scanner) number() bool {
	start := s.pos
	if s.peek() == '-' {
		s.pos++
	}
	switch c := s.peek(); {
	case c == '0':
		s.pos++
	case c >= '1' && c <= '9':
		s.digits()
	default:
		return s.fail("bad number")
	}
	if s.peek() == '.' {
		s.pos++
		if !s.digits() {
			return s.fail("bad number")
		}
	}
	exponent := false
	if c := s.peek(); c == 'e' || c == 'E' {
		exponent = true
		s.pos++
		if c := s.peek(); c == '+' || c == '-' {
			s.pos++
		}
		if !s.digits() {
			return s.fail("bad number")
		}
	}
	if exponent || s.pos-start > maxPlainDigits {
		if _, err := strconv.ParseFloat(string(s.text[start:s.pos]), 64); err != nil {
			return s.fail("number out of range")
		}
	}
	return true
}

func (s *scanner) digits() bool {
	start := s.pos
	for s.pos < len(s.text) && s.text[s.pos] >= '0' && s.text[s.pos] <= '9' {
		s.pos++
	}
	return s.pos > start
}
