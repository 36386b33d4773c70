package bundle

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"unicode/utf8"
)

// member is one member of an object, its value still text.
type member struct {
	name string
	raw  []byte
}

// members splits the text of one object, keeping order and duplicates. Text of
// a usual form is cut without looking into the values, which are decoded when
// they are needed; anything else goes to the JSON decoder, which knows what is
// wrong.
func members(raw []byte) ([]member, error) {
	if ms, ok := cutMembers(raw); ok {
		return ms, nil
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	var ms []member
	for dec.More() {
		tok, err := dec.Token()
		if err != nil {
			return nil, err
		}
		name, _ := tok.(string)
		var v json.RawMessage
		if err := dec.Decode(&v); err != nil {
			return nil, err
		}
		ms = append(ms, member{name, v})
	}
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("text follows the value")
	}
	return ms, nil
}

// named takes the member's name from its text, which seldom has anything to
// decode.
func (m *member) named(quoted []byte) bool {
	for _, c := range quoted[1 : len(quoted)-1] {
		if c < ' ' || c == '\\' || c >= utf8.RuneSelf {
			return json.Unmarshal(quoted, &m.name) == nil
		}
	}
	m.name = string(quoted[1 : len(quoted)-1])
	return true
}

// cutMembers finds the members of an object by its brackets and quotes.
func cutMembers(raw []byte) ([]member, bool) {
	at := 0
	space := func() {
		for at < len(raw) && (raw[at] == ' ' || raw[at] == '\n' || raw[at] == '\t' || raw[at] == '\r') {
			at++
		}
	}
	is := func(c byte) bool {
		space()
		if at < len(raw) && raw[at] == c {
			at++
			return true
		}
		return false
	}
	text := func() ([]byte, bool) { // of a string, quotes included
		from := at
		for at++; at < len(raw); at++ {
			switch raw[at] {
			case '"':
				at++
				return raw[from:at], true
			case '\\':
				at++
			}
		}
		return nil, false
	}
	if !is('{') {
		return nil, false
	}
	var ms []member
	if is('}') {
		space()
		return ms, at == len(raw)
	}
	for {
		space()
		if at >= len(raw) || raw[at] != '"' {
			return nil, false
		}
		name, ok := text()
		var m member
		if !ok || !m.named(name) || !is(':') {
			return nil, false
		}
		space()
		from, depth := at, 0
	value:
		for at < len(raw) {
			switch raw[at] {
			case '"':
				if _, ok := text(); !ok {
					return nil, false
				}
				continue
			case '{', '[':
				depth++
			case '}', ']':
				if depth == 0 {
					break value
				}
				depth--
			case ',':
				if depth == 0 {
					break value
				}
			}
			at++
		}
		m.raw = bytes.TrimRight(raw[from:at:at], " \t\r\n")
		if len(m.raw) == 0 {
			return nil, false
		}
		ms = append(ms, m)
		switch {
		case is(','):
		case is('}'):
			space()
			return ms, at == len(raw)
		default:
			return nil, false
		}
	}
}
