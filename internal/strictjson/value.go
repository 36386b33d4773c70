package strictjson

import (
	"bytes"
	"iter"
	"strings"

	"regent/internal/residue"
)

// Kind is the kind of a value.
type Kind uint8

// The kinds. Absent is the kind of the zero Value: no member of that name.
const (
	Absent Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

// Value is a piece of a checked text. It aliases the text: whoever keeps a
// Value keeps the text unchanged. The zero Value is absent, which is not null.
type Value struct{ raw []byte }

// Parse checks text and returns its value. The value aliases text.
func Parse(text []byte) (Value, error) {
	if _, err := Check(text); err != nil {
		return Value{}, err
	}
	return Checked(text), nil
}

// Checked wraps a text that has passed [Check] already. With any other text
// the methods of Value may panic.
func Checked(text []byte) Value { return Value{bytes.Trim(text, " \t\r\n")} }

// Exists reports whether there is a value at all (null is one).
func (v Value) Exists() bool { return len(v.raw) > 0 }

// Raw is the value's own text, without surrounding space.
func (v Value) Raw() []byte { return v.raw }

// Clone is the same value in memory of its own.
func (v Value) Clone() Value { return Value{bytes.Clone(v.raw)} }

// Kind tells the kind by the first byte.
func (v Value) Kind() Kind {
	if len(v.raw) == 0 {
		return Absent
	}
	switch v.raw[0] {
	case 'n':
		return Null
	case 't', 'f':
		return Bool
	case '"':
		return String
	case '[':
		return Array
	case '{':
		return Object
	}
	return Number
}

// Text is the string that v means; false when v is no string. A lone surrogate
// reads as U+FFFD; see [Value.LoneSurrogate].
func (v Value) Text() (string, bool) {
	if v.Kind() != String {
		return "", false
	}
	return string(inside(v.raw)), true
}

// TextBytes is Text without a copy when the string has no escape.
func (v Value) TextBytes() ([]byte, bool) {
	if v.Kind() != String {
		return nil, false
	}
	return inside(v.raw), true
}

// AppendText appends the string that v means to dst, and nothing when v is no
// string. With room for the length of v.Raw the text is in dst and nowhere else.
func (v Value) AppendText(dst []byte) []byte {
	if v.Kind() != String {
		return dst
	}
	return unescape(dst, v.raw[1:len(v.raw)-1])
}

// Key is a string or number in a form for comparison and map keys only: equal
// strings give equal keys however they are escaped, a string never equals a
// number, and lone surrogates stay apart. Numbers compare by their digits.
func (v Value) Key() string {
	switch v.Kind() {
	case String:
		return `"` + string(unescapeApart(nil, v.raw[1:len(v.raw)-1]))
	case Number:
		if string(v.raw) == "-0" {
			return "0"
		}
	}
	return string(v.raw)
}

// Bool is the boolean that v means; false, false when v is none.
func (v Value) Bool() (value, ok bool) {
	return v.Kind() == Bool && v.raw[0] == 't', v.Kind() == Bool
}

// IsInteger reports whether v is a number written without fraction and
// exponent. It says nothing of its size.
func (v Value) IsInteger() bool {
	return v.Kind() == Number && !bytes.ContainsAny(v.raw, ".eE")
}

// LoneSurrogate reports whether a string or member name in v has a surrogate
// escape without its partner.
func (v Value) LoneSurrogate() bool {
	// A text that was checked as a whole is also good in each part, so the
	// error can't happen; the flag alone is wanted.
	if !bytes.Contains(v.raw, []byte(`\u`)) {
		return false
	}
	info, _ := Check(v.raw)
	return info.LoneSurrogate
}

// Get is the member of that exact name, absent when there is none or v is no
// object.
func (v Value) Get(name string) Value {
	for it := v.Iter(); it.Next(); {
		if string(it.Name()) == name {
			return it.Value()
		}
	}
	return Value{}
}

// Members walks an object in the order of the text. Anything else has none.
func (v Value) Members() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		for it := v.Iter(); it.Next(); {
			if !yield(string(it.Name()), it.Value()) {
				return
			}
		}
	}
}

// Elements walks an array. Anything else has none.
func (v Value) Elements() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		if v.Kind() != Array {
			return
		}
		for rest := skipSpace(v.raw[1:]); rest[0] != ']'; {
			n := valueLen(rest)
			if !yield(Value{rest[:n]}) {
				return
			}
			rest = skipSpace(rest[n:])
			if rest[0] == ',' {
				rest = skipSpace(rest[1:])
			}
		}
	}
}

// Iter walks the members of an object without allocating.
type Iter struct {
	rest  []byte
	name  []byte
	value []byte
}

// Iter starts a walk; a value that is no object has no members.
func (v Value) Iter() Iter {
	if v.Kind() != Object {
		return Iter{}
	}
	return Iter{rest: skipSpace(v.raw[1:])}
}

// Next moves to the next member.
func (it *Iter) Next() bool {
	if len(it.rest) == 0 || it.rest[0] == '}' {
		return false
	}
	n := stringLen(it.rest)
	it.name = it.rest[:n]
	it.rest = skipSpace(it.rest[n:])
	it.rest = skipSpace(it.rest[1:]) // the colon
	n = valueLen(it.rest)
	it.value = it.rest[:n]
	it.rest = skipSpace(it.rest[n:])
	if it.rest[0] == ',' {
		it.rest = skipSpace(it.rest[1:])
	}
	return true
}

// Name is the member's name, unescaped. It may alias the text.
func (it *Iter) Name() []byte { return inside(it.name) }

// Value is the member's value.
func (it *Iter) Value() Value { return Value{it.value} }

// inside unescapes a quoted string.
func inside(quoted []byte) []byte {
	raw := quoted[1 : len(quoted)-1]
	if residue.IndexByte(raw, '\\') < 0 {
		return raw
	}
	return unescape(make([]byte, 0, len(raw)), raw)
}

func skipSpace(b []byte) []byte {
	for len(b) > 0 && strings.IndexByte(" \t\r\n", b[0]) >= 0 {
		b = b[1:]
	}
	return b
}

// stringLen is the length of the string that b starts with, quotes included.
func stringLen(b []byte) int {
	for i := 1; ; {
		j := residue.IndexByte(b[i:], '"')
		i += j + 1
		slashes := 0
		for k := i - 2; b[k] == '\\'; k-- {
			slashes++
		}
		if slashes%2 == 0 {
			return i
		}
	}
}

// valueLen is the length of the value that b starts with.
func valueLen(b []byte) int {
	switch b[0] {
	case '"':
		return stringLen(b)
	case '{', '[':
		depth := 0
		for i := 0; ; {
			switch b[i] {
			case '"':
				i += stringLen(b[i:])
				continue
			case '{', '[':
				depth++
			case '}', ']':
				if depth--; depth == 0 {
					return i + 1
				}
			}
			i++
		}
	}
	for i, c := range b {
		switch c {
		case ',', '}', ']', ' ', '\t', '\r', '\n':
			return i
		}
	}
	return len(b)
}
