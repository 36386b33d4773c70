package tools

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"

	"regent/internal/residue"
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
	wiped    bool   // a text that must not stay in memory: see args.wipe
	doc      string
}

// args are decoded arguments.
type args struct {
	strings  map[string]string
	integers map[string]int64
	booleans map[string]bool
	texts    map[string][]byte // of params that must not stay in memory
}

// wipe clears the texts that must not stay in memory.
func (a *args) wipe() {
	for _, text := range a.texts {
		clear(text)
	}
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
// arguments of the tool, never what the caller sent. The arguments hold nothing
// of raw.
func decodeArgs(raw json.RawMessage, ps []param, b bounds) (*args, *Problem) {
	defer residue.Clear()
	object, p := sanitize(raw, ps, b)
	if p != nil {
		return nil, p
	}
	for it := object.Iter(); it.Next(); {
		if find(ps, it.Name()) == nil {
			return nil, NewProblem(CodeValidation, "the arguments hold a member that the tool does not have")
		}
	}
	a := &args{}
	for i := range ps {
		p := &ps[i]
		v := object.Get(p.name)
		if !v.Exists() {
			if p.required {
				a.wipe()
				return nil, NewProblem(CodeValidation, p.name+" is required", p.name)
			}
			a.setDefault(p)
			continue
		}
		if detail := a.set(p, v); detail != "" {
			a.wipe()
			return nil, NewProblem(CodeValidation, p.name+" "+detail, p.name)
		}
	}
	return a, nil
}

// find is the param of that name, nil for none.
func find(ps []param, name []byte) *param {
	for i := range ps {
		if ps[i].name == string(name) {
			return &ps[i]
		}
	}
	return nil
}

func (a *args) setDefault(p *param) {
	switch d := p.def.(type) {
	case string:
		put(&a.strings, p.name, d)
	case int:
		put(&a.integers, p.name, int64(d))
	case bool:
		put(&a.booleans, p.name, d)
	}
}

// put makes the map when it is needed: most tools have arguments of one kind.
func put[T any](m *map[string]T, name string, v T) {
	if *m == nil {
		*m = map[string]T{}
	}
	(*m)[name] = v
}

func (a *args) set(p *param, v strictjson.Value) (detail string) {
	switch p.kind {
	case "string":
		if p.wiped && v.Kind() == strictjson.String {
			text := v.AppendText(make([]byte, 0, len(v.Raw())))
			put(&a.texts, p.name, text)
			residue.Clear()
			return p.fits(characters(text))
		}
		s, ok := v.Text()
		if !ok {
			return "must be a string"
		}
		if detail := p.fits(utf8.RuneCountInString(s)); detail != "" {
			return detail
		}
		if p.enum != nil && !slices.Contains(p.enum, s) {
			return fmt.Sprintf("must be one of %q", p.enum)
		}
		put(&a.strings, p.name, s)
	case "integer":
		if v.Kind() != strictjson.Number {
			return "must be an integer"
		}
		n, err := strconv.ParseInt(string(v.Raw()), 10, 64)
		if err != nil {
			return "must be an integer"
		}
		if n < p.min || n > p.max {
			return fmt.Sprintf("must be between %d and %d", p.min, p.max)
		}
		put(&a.integers, p.name, n)
	case "boolean":
		b, ok := v.Bool()
		if !ok {
			return "must be true or false"
		}
		put(&a.booleans, p.name, b)
	}
	return ""
}

// fits says what is wrong with a string of n characters.
func (p *param) fits(n int) (detail string) {
	if int64(n) < p.min || p.max > 0 && int64(n) > p.max {
		return fmt.Sprintf("must have %d to %d characters", p.min, p.max)
	}
	return ""
}

// characters counts the characters of valid UTF-8. utf8.RuneCount does so on a
// copy of the text.
func characters(text []byte) (n int) {
	for _, b := range text {
		if b&0xC0 != 0x80 {
			n++
		}
	}
	return n
}

// sanitize bounds the structure of raw and refuses code points that hide
// something from a person who reads them. Texts to be judged are opaque: what
// stands in them is a fact for the policy, save what no text can hold. The
// problem names the argument at fault when it is one of the tool's.
func sanitize(raw json.RawMessage, ps []param, b bounds) (strictjson.Value, *Problem) {
	info, err := strictjson.Check(raw)
	if err != nil {
		return strictjson.Value{}, NewProblem(CodeValidation, "the arguments must be one object of strict JSON")
	}
	object := strictjson.Checked(raw)
	if object.Kind() != strictjson.Object {
		return strictjson.Value{}, NewProblem(CodeValidation, "the arguments must be an object")
	}
	members, items := 0, 0
	named := true
	for it := object.Iter(); it.Next(); members++ {
		named = named && identifier(it.Name())
		p, v := find(ps, it.Name()), it.Value()
		var at []string
		if p != nil {
			at = []string{p.name}
		}
		if info.LoneSurrogate { // here, in another member, or in a name
			if v.LoneSurrogate() {
				return strictjson.Value{}, NewProblem(CodeValidation, halfPair, at...)
			}
			continue
		}
		if p != nil && p.opaque && v.Kind() == strictjson.String {
			continue
		}
		if detail := walk(v, b, 2, &items); detail != "" {
			return strictjson.Value{}, NewProblem(CodeValidation, detail, at...)
		}
	}
	if info.LoneSurrogate {
		return strictjson.Value{}, NewProblem(CodeValidation, halfPair)
	}
	if members > b.items {
		return strictjson.Value{}, NewProblem(CodeValidation, fmt.Sprintf("the arguments hold over %d items", b.items))
	}
	if !named {
		return strictjson.Value{}, NewProblem(CodeValidation, "a member's name is no identifier")
	}
	return object, nil
}

const halfPair = "a string holds half of a surrogate pair"

func walk(v strictjson.Value, b bounds, depth int, items *int) (detail string) {
	if depth > b.depth+1 {
		return fmt.Sprintf("the arguments are nested over %d levels deep", b.depth)
	}
	// Those of one list count before what stands in them.
	var list []strictjson.Value
	add := func(v strictjson.Value) bool {
		list = append(list, v)
		*items++
		return *items <= b.items
	}
	switch v.Kind() {
	case strictjson.String:
		text, _ := v.TextBytes()
		for i := 0; i < len(text); {
			r, n := utf8.DecodeRune(text[i:])
			if hidden(r) {
				return "a string holds a control or bidirectional character"
			}
			i += n
		}
	case strictjson.Array:
		for e := range v.Elements() {
			if !add(e) {
				return fmt.Sprintf("the arguments hold over %d items", b.items)
			}
		}
	case strictjson.Object:
		for it := v.Iter(); it.Next(); {
			if !identifier(it.Name()) {
				return "a member's name is no identifier"
			}
			if !add(it.Value()) {
				return fmt.Sprintf("the arguments hold over %d items", b.items)
			}
		}
	}
	for _, e := range list {
		if d := walk(e, b, depth+1, items); d != "" {
			return d
		}
	}
	return ""
}

func identifier(name []byte) bool {
	for i, c := range name {
		if c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || i > 0 && c >= '0' && c <= '9' {
			continue
		}
		return false
	}
	return len(name) > 0 && len(name) <= 64 && !(len(name) > 1 && name[0] == '_' && name[1] == '_')
}

// hidden says that a person reading the text would not see r, or not where it
// stands: controls, bidirectional marks, overrides and isolates.
func hidden(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
}
