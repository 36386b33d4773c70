package tools

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"

	"regent/internal/strictjson"
)

// A param is one argument of a tool. The table of a tool's params is the only
// source of its input schema and of its decoding.
type param struct {
	name     string
	kind     string // string, integer, boolean
	required bool
	min, max int64 // of a string: characters; of an integer: the value
	enum     []string
	pattern  string // for readers of the schema; the tool itself checks it
	def      any    // default, nil for the zero value
	opaque   bool   // a text to be judged: control characters are facts, not faults
	doc      string
}

// args are decoded arguments.
type args struct {
	strings  map[string]string
	integers map[string]int64
	booleans map[string]bool
	given    map[string]bool
}

// bounds of the structural sanitizer.
type bounds struct{ depth, items int }

// inputSchema is the params as JSON Schema 2020-12.
func inputSchema(ps []param) json.RawMessage {
	props := make(map[string]any, len(ps))
	required := []string{}
	for _, p := range ps {
		s := map[string]any{"type": p.kind, "description": p.doc}
		switch p.kind {
		case "string":
			if p.min > 0 {
				s["minLength"] = p.min
			}
			if p.max > 0 {
				s["maxLength"] = p.max
			}
			if p.enum != nil {
				s["enum"] = p.enum
			}
			if p.pattern != "" {
				s["pattern"] = p.pattern
			}
		case "integer":
			s["minimum"], s["maximum"] = p.min, p.max
		}
		if p.def != nil {
			s["default"] = p.def
		}
		props[p.name] = s
		if p.required {
			required = append(required, p.name)
		}
	}
	b, err := json.Marshal(map[string]any{
		"$schema":              "https://json-schema.org/draft/2020-12/schema",
		"type":                 "object",
		"properties":           props,
		"required":             required,
		"additionalProperties": false,
	})
	if err != nil { // maps of strings and numbers always encode
		panic(err)
	}
	return b
}

// decodeArgs checks raw against ps. The problem that it returns names
// arguments of the tool, never what the caller sent.
func decodeArgs(raw json.RawMessage, ps []param, b bounds) (*args, *Problem) {
	if p := sanitize(raw, ps, b); p != nil {
		return nil, p
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var members map[string]any
	if err := dec.Decode(&members); err != nil || members == nil {
		return nil, NewProblem(CodeValidation, "the arguments must be an object")
	}
	known := make(map[string]bool, len(ps))
	for _, p := range ps {
		known[p.name] = true
	}
	for k := range members {
		if !known[k] {
			return nil, NewProblem(CodeValidation, "the arguments hold a member that the tool does not have")
		}
	}
	a := &args{map[string]string{}, map[string]int64{}, map[string]bool{}, map[string]bool{}}
	for _, p := range ps {
		v, ok := members[p.name]
		if !ok {
			if p.required {
				return nil, NewProblem(CodeValidation, p.name+" is required", p.name)
			}
			a.setDefault(p)
			continue
		}
		a.given[p.name] = true
		if detail := a.set(p, v); detail != "" {
			return nil, NewProblem(CodeValidation, p.name+" "+detail, p.name)
		}
	}
	return a, nil
}

func (a *args) setDefault(p param) {
	switch d := p.def.(type) {
	case string:
		a.strings[p.name] = d
	case int:
		a.integers[p.name] = int64(d)
	case bool:
		a.booleans[p.name] = d
	}
}

func (a *args) set(p param, v any) (detail string) {
	switch p.kind {
	case "string":
		s, ok := v.(string)
		if !ok {
			return "must be a string"
		}
		n := int64(utf8.RuneCountInString(s))
		if n < p.min || p.max > 0 && n > p.max {
			return fmt.Sprintf("must have %d to %d characters", p.min, p.max)
		}
		if p.enum != nil && !slices.Contains(p.enum, s) {
			return fmt.Sprintf("must be one of %q", p.enum)
		}
		a.strings[p.name] = s
	case "integer":
		num, ok := v.(json.Number)
		if !ok {
			return "must be an integer"
		}
		n, err := strconv.ParseInt(string(num), 10, 64)
		if err != nil {
			return "must be an integer"
		}
		if n < p.min || n > p.max {
			return fmt.Sprintf("must be between %d and %d", p.min, p.max)
		}
		a.integers[p.name] = n
	case "boolean":
		b, ok := v.(bool)
		if !ok {
			return "must be true or false"
		}
		a.booleans[p.name] = b
	}
	return ""
}

// sanitize bounds the structure of raw and refuses code points that hide
// something from a person who reads them. Texts to be judged are opaque: what
// stands in them is a fact for the policy, save what no text can hold.
func sanitize(raw json.RawMessage, ps []param, b bounds) *Problem {
	info, err := strictjson.Check(raw)
	if err != nil {
		return NewProblem(CodeValidation, "the arguments must be one object of strict JSON")
	}
	if info.LoneSurrogate {
		return NewProblem(CodeValidation, "a string holds half of a surrogate pair")
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return NewProblem(CodeValidation, "the arguments must be an object")
	}
	opaque := map[string]bool{}
	for _, p := range ps {
		opaque[p.name] = p.opaque
	}
	members, ok := v.(map[string]any)
	if !ok {
		return NewProblem(CodeValidation, "the arguments must be an object")
	}
	items := 0
	for k, m := range members {
		if opaque[k] {
			if _, isText := m.(string); isText {
				continue
			}
		}
		if detail := walk(m, b, 2, &items); detail != "" {
			return NewProblem(CodeValidation, detail)
		}
	}
	if len(members) > b.items {
		return NewProblem(CodeValidation, fmt.Sprintf("the arguments hold over %d items", b.items))
	}
	for k := range members {
		if !identifier(k) {
			return NewProblem(CodeValidation, "a member's name is no identifier")
		}
	}
	return nil
}

func walk(v any, b bounds, depth int, items *int) (detail string) {
	if depth > b.depth+1 {
		return fmt.Sprintf("the arguments are nested over %d levels deep", b.depth)
	}
	count := func(n int) bool { *items += n; return n <= b.items && *items <= b.items }
	tooMany := fmt.Sprintf("the arguments hold over %d items", b.items)
	switch v := v.(type) {
	case string:
		for _, r := range v {
			if hidden(r) {
				return "a string holds a control or bidirectional character"
			}
		}
	case []any:
		if !count(len(v)) {
			return tooMany
		}
		for _, e := range v {
			if d := walk(e, b, depth+1, items); d != "" {
				return d
			}
		}
	case map[string]any:
		if !count(len(v)) {
			return tooMany
		}
		for k, e := range v {
			if !identifier(k) {
				return "a member's name is no identifier"
			}
			if d := walk(e, b, depth+1, items); d != "" {
				return d
			}
		}
	}
	return ""
}

func identifier(s string) bool {
	for i, r := range s {
		if r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || i > 0 && r >= '0' && r <= '9' {
			continue
		}
		return false
	}
	return s != "" && len(s) <= 64 && !(len(s) > 1 && s[0] == '_' && s[1] == '_')
}

// hidden says that a person reading the text would not see r, or not where it
// stands: controls, bidirectional marks, overrides and isolates.
func hidden(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
}
