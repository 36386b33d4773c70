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

// encode returns the term of a value of the facts' kinds: structs, pointers to
// them, slices, strings, integers and booleans. There are no others; a test
// walks the types.
func encode(v reflect.Value, keep members) *ast.Term {
	switch v.Kind() {
	case reflect.String:
		return ast.InternedTerm(v.String())
	case reflect.Bool:
		return ast.InternedTerm(v.Bool())
	case reflect.Int, reflect.Int64, reflect.Int32:
		return ast.InternedTerm(v.Int())
	case reflect.Slice:
		n := v.Len()
		if n == 0 {
			return emptyArray
		}
		terms := make([]*ast.Term, n)
		for i := range n {
			terms[i] = encode(v.Index(i), keep)
		}
		return ast.NewTerm(ast.NewArray(terms...))
	case reflect.Pointer:
		if v.IsNil() {
			return ast.NullTerm()
		}
		return encode(v.Elem(), keep)
	case reflect.Struct:
		return ast.NewTerm(ast.NewObject(pairs(v, keep)...))
	}
	panic("facts hold a value of kind " + v.Kind().String())
}

func pairs(v reflect.Value, keep members) [][2]*ast.Term {
	p := planOf(v.Type())
	kept := make([][2]*ast.Term, 0, len(p.fields))
	for i := range p.fields {
		f := &p.fields[i]
		if keep != nil && f.number >= 0 && !keep.bit(f.number) {
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
			t = encode(fv, keep)
		}
		kept = append(kept, [2]*ast.Term{f.key, t})
	}
	return kept
}

func isEmpty(v reflect.Value) bool {
	if v.Kind() == reflect.Slice {
		return v.Len() == 0
	}
	return v.IsZero()
}
