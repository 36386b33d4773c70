package engine

import (
	"reflect"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"
)

// The encoder turns Go facts into the document that policies read, without a
// detour over JSON. What it knows of a type it finds out once, and all documents
// share the terms of their keys.
//
// keep says which members to write; nil writes all. Members that no rule looks
// at need not be written: none can tell.

type structPlan struct{ fields []fieldPlan }

type fieldPlan struct {
	key       *ast.Term
	index     int
	number    int // of the member; -1: always written
	omitEmpty bool
	words     map[string]*ast.Term // those that the schema lists
}

var (
	plans      sync.Map // reflect.Type → *structPlan
	keyTerms   sync.Map // string → *ast.Term
	emptyArray = ast.NewTerm(ast.NewArray())
)

func keyTerm(name string) *ast.Term {
	if t, ok := keyTerms.Load(name); ok {
		return t.(*ast.Term)
	}
	t, _ := keyTerms.LoadOrStore(name, ast.StringTerm(name))
	return t.(*ast.Term)
}

func planOf(t reflect.Type) *structPlan {
	if p, ok := plans.Load(t); ok {
		return p.(*structPlan)
	}
	p := &structPlan{}
	for i := range t.NumField() {
		f := t.Field(i)
		name, opts, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || name == "-" {
			continue
		}
		if name == "" {
			name = f.Name
		}
		number := -1
		if m, ok := memberOf()[t][name]; ok {
			number = m.number
		}
		words := map[string]*ast.Term{}
		for _, w := range enumOf(f.Tag.Get("jsonschema")) {
			words[w] = ast.StringTerm(w)
		}
		p.fields = append(p.fields, fieldPlan{keyTerm(name), i, number, opts == "omitempty", words})
	}
	got, _ := plans.LoadOrStore(t, p)
	return got.(*structPlan)
}

// encoding is one document being written.
type encoding struct {
	keep  members
	stack [][2]*ast.Term // the members so far of the objects being written
	// seen holds the words of a document with many elements, which repeat.
	seen map[string]*ast.Term
}

// many elements repeat their words often enough to look them up.
const many = 8

// encode returns the term of a value of the facts' kinds: structs, pointers to
// them, slices, strings, integers and booleans. There are no others; a test
// walks the types.
func encode(v reflect.Value, keep members) *ast.Term {
	e := encoding{keep: keep}
	return e.term(v)
}

// pairs returns the members of a struct.
func pairs(v reflect.Value, keep members) [][2]*ast.Term {
	e := encoding{keep: keep, stack: make([][2]*ast.Term, 0, 32)}
	e.members(v)
	return e.stack
}

func (e *encoding) term(v reflect.Value) *ast.Term {
	switch v.Kind() {
	case reflect.String:
		return e.word(v.String())
	case reflect.Bool:
		return ast.InternedTerm(v.Bool())
	case reflect.Int, reflect.Int64, reflect.Int32:
		return ast.InternedTerm(v.Int())
	case reflect.Slice:
		n := v.Len()
		if n == 0 {
			return emptyArray
		}
		if n > many && e.seen == nil {
			e.seen = map[string]*ast.Term{}
		}
		terms := make([]*ast.Term, n)
		for i := range n {
			terms[i] = e.term(v.Index(i))
		}
		return ast.NewTerm(ast.NewArray(terms...))
	case reflect.Pointer:
		if v.IsNil() {
			return ast.NullTerm()
		}
		return e.term(v.Elem())
	case reflect.Struct:
		base := len(e.stack)
		e.members(v)
		t := ast.NewTerm(ast.NewObject(e.stack[base:]...))
		e.stack = e.stack[:base]
		return t
	}
	panic("facts hold a value of kind " + v.Kind().String())
}

// members puts the members of a struct on the stack.
func (e *encoding) members(v reflect.Value) {
	p := planOf(v.Type())
	for i := range p.fields {
		f := &p.fields[i]
		if e.keep != nil && f.number >= 0 && !e.keep.bit(f.number) {
			continue
		}
		fv := v.Field(f.index)
		if f.omitEmpty && isEmpty(fv) {
			continue
		}
		var t *ast.Term
		if len(f.words) > 0 {
			t = f.words[fv.String()]
		}
		if t == nil {
			t = e.term(fv)
		}
		e.stack = append(e.stack, [2]*ast.Term{f.key, t})
	}
}

func (e *encoding) word(s string) *ast.Term {
	if e.seen == nil {
		return ast.InternedTerm(s)
	}
	t, ok := e.seen[s]
	if !ok {
		t = ast.InternedTerm(s)
		e.seen[s] = t
	}
	return t
}

func isEmpty(v reflect.Value) bool {
	if v.Kind() == reflect.Slice {
		return v.Len() == 0
	}
	return v.IsZero()
}
