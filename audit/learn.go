package audit

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"strings"
)

// learned are the values that the masker knew as secrets where their
// surroundings gave them away. Facts hold the same value once more without
// them: "mysql -p secret" is also the bare value of an option.
type learned struct {
	values map[string]bool
	// cut ones ended their string, which may have been clipped there.
	cut map[string]bool
}

// shortValue is the length below which a learned value is only masked where it
// is the whole string: as a part it would be found in everything.
const shortValue = 6

const withheld = "[REDACTED]"

var placeholder = regexp.MustCompile(`\[REDACTED[A-Z0-9_]*\]`)

// learn reads all strings of a JSON value, and every pair of a name and a value
// as an assignment.
func learn(data []byte, m Masker) (*learned, error) {
	l := &learned{map[string]bool{}, map[string]bool{}}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	type frame struct {
		object bool
		key    bool // a key comes next
		last   string
		name   string
	}
	var stack []frame
	for {
		t, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return l, nil
		}
		if err != nil {
			return nil, errFacts
		}
		var top *frame
		if len(stack) > 0 {
			top = &stack[len(stack)-1]
		}
		if d, ok := t.(json.Delim); ok {
			if d == '{' || d == '[' {
				if top != nil {
					top.key = top.object
				}
				stack = append(stack, frame{object: d == '{', key: d == '{'})
			} else {
				stack = stack[:len(stack)-1]
			}
			continue
		}
		s, isText := t.(string)
		if top != nil && top.object && top.key {
			top.last, top.key = s, false
			continue
		}
		if top != nil {
			top.key = top.object
		}
		if !isText {
			continue
		}
		l.take(s, m.Mask(s), 0)
		if top == nil || !top.object {
			continue
		}
		switch top.last {
		case "name":
			top.name = s
		case "value":
			if whole := top.name + "=" + s; top.name != "" && s != "" {
				l.take(whole, m.Mask(whole), len(top.name)+1)
			}
		}
	}
}

// take notes what masking took out of s. What lies before from is no value.
func (l *learned) take(s, masked string, from int) {
	if s == masked {
		return
	}
	kept := placeholder.Split(masked, -1)
	if len(kept) < 2 || !strings.HasPrefix(s, kept[0]) {
		return
	}
	at := len(kept[0])
	for i, part := range kept[1:] {
		end := len(s)
		if part != "" || i < len(kept)-2 {
			n := strings.Index(s[at:], part)
			if n < 0 {
				return
			}
			end = at + n
		}
		if v := s[at:end]; v != "" && at >= from {
			l.values[v] = true
			if end == len(s) && from == 0 {
				l.cut[v] = true
			}
		}
		at = end + len(part)
	}
}

// hide masks the learned values in a string.
func (l *learned) hide(s string) string {
	if l == nil || s == "" {
		return s
	}
	if l.values[s] {
		return withheld
	}
	for v := range l.values {
		if len(v) >= shortValue {
			s = strings.ReplaceAll(s, v, withheld)
		}
	}
	for v := range l.cut {
		if len(v) < shortValue && strings.HasPrefix(s, v) && len(v) > 2 {
			return withheld
		}
	}
	if i := strings.Index(s, withheld); i == 0 && len(l.cut) > 0 {
		return withheld
	}
	return s
}
