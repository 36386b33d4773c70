package bundle

import (
	"reflect"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Pruning
//
// A process that answers one call spends most of its time compiling rules that
// cannot fire for it. Before compiling, a rule is left out when one condition
// of its body cannot hold: it asks for a topic, tag or table that is not there,
// compares a member with a word that it does not have, or loops over elements
// none of which fits. A body is a conjunction, so one such condition settles
// it. What is then no longer referred to by name goes too.
//
// Only plain conditions are judged; negations, closures, calls of other rules
// and everything unknown may hold. One rule of each name stays, emptied, so
// that references keep their meaning.

// pruner judges conditions against one input.
type pruner struct {
	set     *Set
	input   reflect.Value
	modules map[*Module]*ast.Module
	emptied map[*ast.Rule]bool
}

// prune leaves out of the parsed modules what cannot matter for the input.
// entry is the name of the rule in the core that will be asked for.
func (s *Set) prune(modules map[*Module]*ast.Module, in any, entry string) {
	p := &pruner{set: s, input: reflect.ValueOf(in), modules: modules, emptied: map[*ast.Rule]bool{}}
	for _, tree := range modules {
		tree.Rules = p.possible(tree.Rules)
	}
	p.keepReferred(entry)
}

// possible drops rules whose body cannot hold.
func (p *pruner) possible(rules []*ast.Rule) []*ast.Rule {
	var kept []*ast.Rule
	have := map[string]bool{}
	parts := map[string]bool{}
	for _, r := range rules {
		parts[ruleName(r)] = parts[ruleName(r)] || isPart(r)
	}
	for _, r := range rules {
		if parts[ruleName(r)] || p.canHold(r) {
			kept = append(kept, r)
			have[ruleName(r)] = true
		}
	}
	for _, r := range rules {
		if name := ruleName(r); !have[name] {
			have[name] = true
			kept = append(kept, r)
			p.empty(r)
		}
	}
	return kept
}

// isPart reports whether a rule gives a part of a document of several levels
// (a.b contains x, a[b][c] := x). What the parts are depends on all of its rules.
func isPart(r *ast.Rule) bool {
	n := len(r.Head.Ref())
	return n > 2 || n == 2 && r.Head.RuleKind() == ast.MultiValue
}

// empty keeps a rule's name and kind and drops its content, where that is
// simple.
func (p *pruner) empty(r *ast.Rule) {
	if r.Head.Key == nil || r.Head.Value != nil || len(r.Head.Args) > 0 || len(r.Head.Ref()) > 1 {
		return
	}
	// The input may be anything, so the type checker accepts every use.
	r.Head.Key = ast.VarTerm("nothing")
	r.Body = ast.NewBody(ast.NewExpr(ast.BooleanTerm(false)), ast.Equality.Expr(ast.VarTerm("nothing"), ast.NewTerm(ast.InputRootRef)))
	p.emptied[r] = true
}

func (p *pruner) canHold(r *ast.Rule) bool {
	if r.Default || r.Else != nil {
		return true
	}
	loops := map[ast.Var]*loop{}
	for _, e := range r.Body {
		if e.Negated || len(e.With) > 0 {
			continue
		}
		if !p.defined(e) || !p.true(e) {
			return false
		}
		p.loop(e, loops)
	}
	for _, l := range loops {
		if !l.anyFits(r.Body) {
			return false
		}
	}
	return true
}

// defined reports whether everything that an expression refers to may be there.
func (p *pruner) defined(e *ast.Expr) bool {
	switch terms := e.Terms.(type) {
	case *ast.Term:
		return p.definedTerm(terms)
	case []*ast.Term:
		for _, t := range terms[1:] {
			if !p.definedTerm(t) {
				return false
			}
		}
	case *ast.SomeDecl:
		for _, t := range terms.Symbols {
			if !p.definedTerm(t) {
				return false
			}
		}
	}
	return true
}

func (p *pruner) definedTerm(t *ast.Term) bool {
	switch v := t.Value.(type) {
	case ast.Ref:
		path := literal(v)
		switch {
		case v[0].Equal(ast.InputRootDocument):
			_, ok := at(p.input, path)
			return ok
		case v[0].Equal(ast.DefaultRootDocument):
			return p.hasData(path)
		}
	case ast.Call:
		for _, t := range v[1:] {
			if !p.definedTerm(t) {
				return false
			}
		}
	}
	return true
}

// literal is the part of a reference, after its head, that is spelled out.
func literal(r ast.Ref) []string {
	var path []string
	for _, t := range r[1:] {
		s, ok := t.Value.(ast.String)
		if !ok {
			break
		}
		path = append(path, string(s))
	}
	return path
}

// hasData reports whether data or rules may stand at or below a path.
func (p *pruner) hasData(path []string) bool {
	if p.set.Data.May(path) {
		return true
	}
	for _, m := range p.set.Modules {
		if hasPrefix(m.Package, path) {
			return true
		}
		if !hasPrefix(path, m.Package) {
			continue
		}
		tree := p.modules[m]
		if tree == nil || slices.ContainsFunc(tree.Rules, func(r *ast.Rule) bool { return ruleName(r) == path[len(m.Package)] }) {
			return true
		}
	}
	return false
}

// true judges a condition on one value of the input.
func (p *pruner) true(e *ast.Expr) bool {
	holds, known := condition(e, func(r ast.Ref) (reflect.Value, bool) {
		path := literal(r)
		if !r[0].Equal(ast.InputRootDocument) || len(path) != len(r)-1 {
			return reflect.Value{}, false
		}
		return at(p.input, path)
	})
	return holds || !known
}

// loop is a variable that stands for the elements of a list of the input.
type loop struct {
	name ast.Var
	list reflect.Value
}

// loop finds `some x in input.list` and `some i, x in input.list`.
func (p *pruner) loop(e *ast.Expr, into map[ast.Var]*loop) {
	some, ok := e.Terms.(*ast.SomeDecl)
	if !ok || len(some.Symbols) != 1 {
		return
	}
	call, ok := some.Symbols[0].Value.(ast.Call)
	if !ok || len(call) < 3 {
		return
	}
	name, ok := call[len(call)-2].Value.(ast.Var)
	if !ok {
		return
	}
	ref, ok := call[len(call)-1].Value.(ast.Ref)
	if !ok || !ref[0].Equal(ast.InputRootDocument) || len(literal(ref)) != len(ref)-1 {
		return
	}
	list, ok := at(p.input, literal(ref))
	if ok && list.Kind() == reflect.Slice && list.Type().Elem().Kind() == reflect.Struct {
		into[name] = &loop{name, list}
	}
}

// anyFits reports whether some element may fulfil every condition on it.
func (l *loop) anyFits(body ast.Body) bool {
	for i := range l.list.Len() {
		if l.fits(l.list.Index(i), body) {
			return true
		}
	}
	return false
}

func (l *loop) fits(element reflect.Value, body ast.Body) bool {
	for _, e := range body {
		if e.Negated || len(e.With) > 0 {
			continue
		}
		holds, known := condition(e, func(r ast.Ref) (reflect.Value, bool) {
			path := literal(r)
			if !r[0].Value.(ast.Var).Equal(l.name) || len(path) != len(r)-1 {
				return reflect.Value{}, false
			}
			return at(element, path)
		})
		if known && !holds {
			return false
		}
	}
	return true
}

// condition judges an expression that stands alone or compares a value with a
// literal. known is false for everything else.
func condition(e *ast.Expr, find func(ast.Ref) (reflect.Value, bool)) (holds, known bool) {
	value := func(t *ast.Term) (reflect.Value, bool) {
		r, ok := t.Value.(ast.Ref)
		if !ok {
			return reflect.Value{}, false
		}
		if _, ok := r[0].Value.(ast.Var); !ok {
			return reflect.Value{}, false
		}
		return find(r)
	}
	switch terms := e.Terms.(type) {
	case *ast.Term:
		v, ok := value(terms)
		if !ok || v.Kind() != reflect.Bool {
			return false, false
		}
		return v.Bool(), true
	case []*ast.Term:
		if len(terms) != 3 {
			return false, false
		}
		op := terms[0].Value.String()
		if op != "equal" && op != "neq" {
			return false, false
		}
		v, ok := value(terms[1])
		other := terms[2]
		if !ok {
			v, ok = value(terms[2])
			other = terms[1]
		}
		if !ok {
			return false, false
		}
		var same bool
		switch o := other.Value.(type) {
		case ast.String:
			if v.Kind() != reflect.String {
				return false, false
			}
			same = v.String() == string(o)
		case ast.Boolean:
			if v.Kind() != reflect.Bool {
				return false, false
			}
			same = v.Bool() == bool(o)
		default:
			return false, false
		}
		return same == (op == "equal"), true
	}
	return false, false
}

// at walks into the facts as the encoded document would show them. ok is false
// when the document has nothing there.
func at(v reflect.Value, path []string) (reflect.Value, bool) {
	for _, name := range path {
		for v.Kind() == reflect.Pointer {
			v = v.Elem()
		}
		if v.Kind() != reflect.Struct {
			return v, false
		}
		next, found := reflect.Value{}, false
		t := v.Type()
		for i := range t.NumField() {
			tag, opts, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
			if tag == name {
				next, found = v.Field(i), opts != "omitempty" || !empty(v.Field(i))
				break
			}
		}
		if !found {
			return v, false
		}
		v = next
	}
	for v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	return v, true
}
