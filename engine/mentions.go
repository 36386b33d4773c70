package engine

import (
	"reflect"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"regent/facts"
)

// members are the members of the facts' types that compiled policies may look
// at. What is not among them need not be encoded, because no rule can tell
// whether it is there.
//
// They are found by following variables: a variable that is bound to an element
// of the input carries the element's Go type, references through it name
// members of that type, and an element that is used as a whole (compared,
// passed to a function, collected) stands for all its members.
type members struct {
	of map[reflect.Type]map[string]bool
}

// mentioned walks every rule of a compiled set.
func mentioned(c *ast.Compiler) *members {
	m := &members{of: map[reflect.Type]map[string]bool{}}
	for _, module := range c.Modules {
		for _, r := range module.Rules {
			f := &flow{members: m, types: map[ast.Var]typeSet{}}
			f.bind(r)
			f.use(r)
		}
	}
	return m
}

// keep is the encoder's question.
func (m *members) keep(t reflect.Type, name string) bool { return m.of[t][name] }

// path reports whether the member at a path of names may be looked at.
func (m *members) path(path []string) bool {
	t := reflect.TypeFor[facts.Input]()
	for _, name := range path {
		t = elem(t)
		next, ok := fieldType(t, name)
		if !ok || !m.of[t][name] {
			return false
		}
		t = next
	}
	return true
}

func (m *members) mark(t reflect.Type, name string) {
	if m.of[t] == nil {
		m.of[t] = map[string]bool{}
	}
	m.of[t][name] = true
}

// markAll marks every member at and below a type.
func (m *members) markAll(t reflect.Type) {
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
	*members
	types map[ast.Var]typeSet
	binds map[ast.Var]int    // equations that bind a variable to an element
	ok    map[*ast.Term]bool // terms that do not use an element as a whole
}

// bind finds the variables that stand for elements, until nothing is added.
func (f *flow) bind(r *ast.Rule) {
	for changed := true; changed; {
		changed = false
		f.binds, f.ok = map[ast.Var]int{}, map[*ast.Term]bool{}
		ast.NewGenericVisitor(func(x any) bool {
			switch x := x.(type) {
			case *ast.Expr:
				changed = f.bindExpr(x) || changed
			case *ast.Every:
				f.allow(x.Domain, x.Key, x.Value)
				for t := range f.typesOf(x.Domain) {
					if t.Kind() == reflect.Slice && x.Value != nil {
						changed = f.add(x.Value, typeSet{t.Elem(): true}) || changed
					}
				}
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

func (f *flow) bindExpr(e *ast.Expr) bool {
	switch terms := e.Terms.(type) {
	case *ast.Term: // a condition: it only asks whether the value is there
		f.allow(terms)
	case []*ast.Term:
		if len(terms) != 3 {
			return false
		}
		switch {
		case e.IsEquality():
			return f.equate(terms[1], terms[2]) || f.equate(terms[2], terms[1])
		case terms[0].Value.Compare(countRef) == 0 && f.isList(terms[1]):
			f.allow(terms[1])
		}
	}
	return false
}

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

var countRef = ast.Count.Ref()

// equate handles v = ref.
func (f *flow) equate(v, ref *ast.Term) bool {
	name, ok := v.Value.(ast.Var)
	if _, isRef := ref.Value.(ast.Ref); !ok || !isRef {
		return false
	}
	types := typeSet{}
	for t := range f.typesOf(ref) {
		if elem(t).Kind() == reflect.Struct {
			types[t] = true
		}
	}
	if len(types) == 0 {
		return false
	}
	f.allow(v, ref)
	f.binds[name]++
	return f.add(v, types)
}

func (f *flow) allow(terms ...*ast.Term) {
	for _, t := range terms {
		if t != nil {
			f.ok[t] = true
		}
	}
}

func (f *flow) add(v *ast.Term, types typeSet) bool {
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

// use marks what the rule's terms look at.
func (f *flow) use(r *ast.Rule) {
	var visit *ast.GenericVisitor
	visit = ast.NewGenericVisitor(func(x any) bool {
		t, ok := x.(*ast.Term)
		if !ok {
			return false
		}
		switch v := t.Value.(type) {
		case ast.Ref:
			end := f.typesOf(t)
			if !f.ok[t] {
				for t := range end {
					f.markAll(t)
				}
			}
			for _, part := range v[1:] {
				visit.Walk(part)
			}
			return true
		case ast.Var:
			if !f.ok[t] {
				for t := range f.types[v] {
					f.markAll(t)
				}
			}
		}
		return false
	})
	visit.Walk(r)
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
	if t.Kind() != reflect.Struct {
		return nil, false
	}
	for i := range t.NumField() {
		if tag, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ","); tag == name {
			return t.Field(i).Type, true
		}
	}
	return nil, false
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
