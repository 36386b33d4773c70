package engine

import (
	"reflect"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"

	"regent/facts"
)

// members are the members of the facts' types that compiled rules may look at.
// What is not among them need not be encoded, because no rule can tell whether
// it is there.
//
// They are found by following variables: a variable that is bound to an element
// of the input carries the element's Go type, references through it name
// members of that type, and an element that is used as a whole (compared,
// passed to a function, collected) stands for all its members.
type members []uint64 // bits, by number

// memberOf knows every member of the facts' types.
var memberOf = sync.OnceValue(func() map[reflect.Type]map[string]numbered {
	all := map[reflect.Type]map[string]numbered{}
	n := 0
	var walk func(reflect.Type)
	walk = func(t reflect.Type) {
		if t = elem(t); t.Kind() != reflect.Struct || all[t] != nil {
			return
		}
		all[t] = map[string]numbered{}
		for i := range t.NumField() {
			name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
			all[t][name] = numbered{n, t.Field(i).Type}
			n++
			walk(t.Field(i).Type)
		}
	}
	walk(reflect.TypeFor[facts.Input]())
	return all
})

type numbered struct {
	number int
	typ    reflect.Type
}

func newMembers() members {
	n := 0
	for _, of := range memberOf() {
		n += len(of)
	}
	return make(members, (n+63)/64)
}

// mentioned walks every rule of a compiled set.
func mentioned(c *ast.Compiler) members {
	m := newMembers()
	for _, module := range c.Modules {
		for _, r := range module.Rules {
			m.mention(r)
		}
	}
	return m
}

// mention adds what a rule may look at.
func (m members) mention(r *ast.Rule) {
	f := &flow{members: m, types: map[ast.Var]typeSet{}}
	f.bind(r)
	f.use(r)
}

// has reports whether a member is among them.
func (m members) has(t reflect.Type, name string) bool {
	of, ok := memberOf()[t][name]
	return ok && m.bit(of.number)
}

func (m members) bit(i int) bool { return m[i/64]>>(i%64)&1 != 0 }

func (m members) add(other members) {
	for i := range m {
		m[i] |= other[i]
	}
}

// path reports whether the member at a path of names may be looked at.
func (m members) path(path []string) bool {
	t := reflect.TypeFor[facts.Input]()
	for _, name := range path {
		t = elem(t)
		next, ok := fieldType(t, name)
		if !ok || !m.has(t, name) {
			return false
		}
		t = next
	}
	return true
}

func (m members) mark(t reflect.Type, name string) {
	if of, ok := memberOf()[t][name]; ok {
		m[of.number/64] |= 1 << (of.number % 64)
	}
}

// markAll marks every member at and below a type.
func (m members) markAll(t reflect.Type) {
	t = elem(t)
	if t.Kind() != reflect.Struct {
		return
	}
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		m.mark(t, name)
		m.markAll(t.Field(i).Type)
	}
}

// typeSet holds the Go types that a term may stand for.
type typeSet map[reflect.Type]bool

// flow follows one rule's variables.
type flow struct {
	members
	types map[ast.Var]typeSet
	binds map[ast.Var]int // equations that bind a variable to an element
}

// bind finds the variables that stand for elements, until nothing is added.
func (f *flow) bind(r *ast.Rule) {
	for changed := true; changed; {
		changed = false
		f.binds = map[ast.Var]int{}
		ast.NewGenericVisitor(func(x any) bool {
			e, ok := x.(*ast.Expr)
			if !ok {
				return false
			}
			if every, ok := e.Terms.(*ast.Every); ok {
				for t := range f.typesOf(every.Domain) {
					if t.Kind() == reflect.Slice {
						changed = f.add(every.Value, typeSet{elemPointer(t.Elem()): true}) || changed
					}
				}
			}
			if v, ref := f.binding(e); v != nil {
				f.binds[v.Value.(ast.Var)]++
				changed = f.add(v, f.typesOf(ref)) || changed
			}
			return false
		}).Walk(r)
	}
	for v, n := range f.binds {
		if n > 1 { // two elements are compared
			for t := range f.types[v] {
				f.markAll(t)
			}
		}
	}
}

// binding takes apart an expression variable = reference whose reference leads
// to elements.
func (f *flow) binding(e *ast.Expr) (v, ref *ast.Term) {
	terms, ok := e.Terms.([]*ast.Term)
	if !ok || !e.IsEquality() || len(terms) != 3 {
		return nil, nil
	}
	v, ref = terms[1], terms[2]
	if _, ok := v.Value.(ast.Var); !ok {
		v, ref = ref, v
	}
	if _, ok := v.Value.(ast.Var); !ok {
		return nil, nil
	}
	if _, ok := ref.Value.(ast.Ref); !ok {
		return nil, nil
	}
	for t := range f.typesOf(ref) {
		if elem(t).Kind() == reflect.Struct {
			return v, ref
		}
	}
	return nil, nil
}

func (f *flow) add(v *ast.Term, types typeSet) bool {
	if v == nil {
		return false
	}
	name, ok := v.Value.(ast.Var)
	if !ok {
		return false
	}
	changed := false
	for t := range types {
		if !f.types[name][t] {
			if f.types[name] == nil {
				f.types[name] = typeSet{}
			}
			f.types[name][t] = true
			changed = true
		}
	}
	return changed
}

// use marks what the rule's terms look at. Only three places do not look at an
// element as a whole: where it is bound to a variable, where it stands alone as
// a condition (is it there?), and where a list is counted or walked by every.
func (f *flow) use(r *ast.Rule) {
	var visit *ast.GenericVisitor
	glance := func(t *ast.Term) {
		switch v := t.Value.(type) {
		case ast.Var:
		case ast.Ref:
			f.typesOf(t)
			for _, part := range v[1:] {
				visit.Walk(part)
			}
		default:
			visit.Walk(t)
		}
	}
	visit = ast.NewGenericVisitor(func(x any) bool {
		switch x := x.(type) {
		case *ast.Expr:
			for _, w := range x.With {
				visit.Walk(w)
			}
			switch terms := x.Terms.(type) {
			case *ast.Term:
				glance(terms)
			case *ast.Every:
				if f.isList(terms.Domain) {
					glance(terms.Domain)
				} else {
					visit.Walk(terms.Domain)
				}
				visit.Walk(terms.Body)
			case []*ast.Term:
				v, _ := f.binding(x)
				counts := len(terms) == 3 && terms[0].Value.Compare(countRef) == 0 && f.isList(terms[1])
				for i, t := range terms {
					if v != nil || counts && i == 1 {
						glance(t)
					} else {
						visit.Walk(t)
					}
				}
			}
			return true
		case *ast.Term:
			switch v := x.Value.(type) {
			case ast.Ref:
				for t := range f.typesOf(x) {
					f.markAll(t)
				}
				for _, part := range v[1:] {
					visit.Walk(part)
				}
				return true
			case ast.Var:
				for t := range f.types[v] {
					f.markAll(t)
				}
			}
		}
		return false
	})
	visit.Walk(r)
}

var countRef = ast.Count.Ref()

// isList: counting a list does not look into its elements, counting an object
// counts its members.
func (f *flow) isList(t *ast.Term) bool {
	for t := range f.typesOf(t) {
		if t.Kind() != reflect.Slice {
			return false
		}
	}
	return true
}

// typesOf gives the types that a variable or reference may stand for, and marks
// the members on the way.
func (f *flow) typesOf(t *ast.Term) typeSet {
	switch v := t.Value.(type) {
	case ast.Var:
		return f.head(v)
	case ast.Ref:
		head, ok := v[0].Value.(ast.Var)
		if !ok {
			return nil
		}
		at := f.head(head)
		for _, part := range v[1:] {
			next := typeSet{}
			for t := range at {
				f.step(elemPointer(t), part, next)
			}
			at = next
		}
		return at
	}
	return nil
}

func (f *flow) head(v ast.Var) typeSet {
	if v.Equal(ast.InputRootDocument.Value) {
		return typeSet{reflect.TypeFor[facts.Input](): true}
	}
	return f.types[v]
}

// step goes one part of a reference further.
func (f *flow) step(t reflect.Type, part *ast.Term, into typeSet) {
	switch t.Kind() {
	case reflect.Slice:
		into[elemPointer(t.Elem())] = true
	case reflect.Struct:
		if name, ok := part.Value.(ast.String); ok {
			if next, ok := fieldType(t, string(name)); ok {
				f.mark(t, string(name))
				into[elemPointer(next)] = true
			}
			return
		}
		for i := range t.NumField() {
			name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
			f.mark(t, name)
			into[elemPointer(t.Field(i).Type)] = true
		}
	}
}

func fieldType(t reflect.Type, name string) (reflect.Type, bool) {
	m, ok := memberOf()[t][name]
	return m.typ, ok
}

func elemPointer(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

func elem(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return t
}
