package engine

import (
	"reflect"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"

	"regent/facts"
)

// encoder turns Go facts into the document that policies read, without a
// detour over JSON. It is built once per type and shares the key terms of all
// documents.
//
// keep says which members to write; nil writes all. Members that no loaded
// policy mentions need not be written: no rule can tell.
type encoder struct {
	keep   func(t reflect.Type, member string) bool
	byType sync.Map // reflect.Type → *structPlan
}

func newEncoder(keep func(reflect.Type, string) bool) *encoder {
	return &encoder{keep: keep}
}

type structPlan struct{ fields []fieldPlan }

type fieldPlan struct {
	key       *ast.Term
	index     int
	omitEmpty bool
}

var (
	emptyArray = ast.NewTerm(ast.NewArray())
	keyTerms   sync.Map // string → *ast.Term
)

func keyTerm(name string) *ast.Term {
	if t, ok := keyTerms.Load(name); ok {
		return t.(*ast.Term)
	}
	t, _ := keyTerms.LoadOrStore(name, ast.StringTerm(name))
	return t.(*ast.Term)
}

func (e *encoder) plan(t reflect.Type) *structPlan {
	if p, ok := e.byType.Load(t); ok {
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
		if e.keep != nil && !e.keep(t, name) {
			continue
		}
		p.fields = append(p.fields, fieldPlan{keyTerm(name), i, opts == "omitempty"})
	}
	got, _ := e.byType.LoadOrStore(t, p)
	return got.(*structPlan)
}

// document is the input document of the facts, with what else belongs in it.
func (e *encoder) document(in *facts.Input, more [][2]*ast.Term) *ast.Term {
	return ast.NewTerm(ast.NewObject(append(e.pairs(reflect.ValueOf(in).Elem()), more...)...))
}

// encode returns the term of a value of the facts' kinds: structs, pointers to
// them, slices, strings, integers and booleans. There are no others; a test
// walks the types.
func (e *encoder) encode(v reflect.Value) *ast.Term {
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
			terms[i] = e.encode(v.Index(i))
		}
		return ast.NewTerm(ast.NewArray(terms...))
	case reflect.Pointer:
		if v.IsNil() {
			return ast.NullTerm()
		}
		return e.encode(v.Elem())
	case reflect.Struct:
		return ast.NewTerm(ast.NewObject(e.pairs(v)...))
	}
	panic("facts hold a value of kind " + v.Kind().String())
}

func (e *encoder) pairs(v reflect.Value) [][2]*ast.Term {
	p := e.plan(v.Type())
	pairs := make([][2]*ast.Term, 0, len(p.fields))
	for i := range p.fields {
		f := &p.fields[i]
		fv := v.Field(f.index)
		if f.omitEmpty && isEmpty(fv) {
			continue
		}
		pairs = append(pairs, [2]*ast.Term{f.key, e.encode(fv)})
	}
	return pairs
}

func isEmpty(v reflect.Value) bool {
	if v.Kind() == reflect.Slice {
		return v.Len() == 0
	}
	return v.IsZero()
}
