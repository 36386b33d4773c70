package engine

import (
	"reflect"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"regent/facts"
)

// reader reads one compiled rule's body into a need.
type reader struct {
	rules *ruleSets
	need  *need
	known map[ast.Var]place
}

// place is what a variable or reference stands for.
type place struct {
	of    *sought // nil: the document
	way   way
	names []string // of way
	typ   reflect.Type
	count bool // not the list there but its length
}

// read says what a rule needs. nil means that nothing is known.
func (rs *ruleSets) read(r *ast.Rule) *need {
	n := &need{}
	if r.Default || r.Else != nil || len(r.Head.Args) > 0 {
		return n
	}
	rd := &reader{rules: rs, need: n, known: map[ast.Var]place{}}
	for range r.Body { // conditions may stand before what binds their variables
		before := len(rd.known)
		for _, e := range r.Body {
			rd.bind(e)
		}
		if len(rd.known) == before {
			break
		}
	}
	for _, e := range r.Body {
		rd.condition(e)
	}
	for _, e := range n.elements {
		if about := e.about(); n.about.program == "" && about.topic != "" {
			n.about = about
		}
	}
	return n
}

// about names the list, when it is a topic, and the program that is asked for.
func (e *sought) about() subject {
	if len(e.list) != 1 || !e.list[0].empty {
		return subject{}
	}
	f := reflect.TypeFor[facts.Input]().Field(e.list[0].field)
	topic, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return subject{topic, e.program}
}

// plain reports whether an expression is a condition of the body itself.
func plain(e *ast.Expr) bool { return !e.Negated && len(e.With) == 0 }

// bind finds variables that stand for a place: x = input.commands[i], and the
// length that count gives.
func (rd *reader) bind(e *ast.Expr) {
	terms, ok := e.Terms.([]*ast.Term)
	if !ok || !plain(e) || len(terms) != 3 {
		return
	}
	if terms[0].Value.Compare(countRef) == 0 {
		if p, ok := rd.place(terms[1], true); ok && !p.count && p.typ.Kind() == reflect.Slice {
			p.count = true
			rd.name(terms[2], p)
		}
		return
	}
	if !e.IsEquality() {
		return
	}
	for i, t := range terms[1:] {
		if _, ok := t.Value.(ast.Ref); !ok {
			continue
		}
		if p, ok := rd.place(t, true); ok {
			rd.name(terms[2-i], p)
		}
	}
}

func (rd *reader) name(t *ast.Term, p place) {
	if v, ok := t.Value.(ast.Var); ok {
		if _, have := rd.known[v]; !have {
			rd.known[v] = p
		}
	}
}

// place resolves a variable or reference into the document. find allows it to
// ask for a further element, which is sound where the reference must be defined.
func (rd *reader) place(t *ast.Term, find bool) (place, bool) {
	switch v := t.Value.(type) {
	case ast.Var:
		p, ok := rd.known[v]
		return p, ok
	case ast.Ref:
		head, ok := v[0].Value.(ast.Var)
		if !ok {
			return place{}, false
		}
		p, ok := rd.known[head]
		if head.Equal(ast.InputRootDocument.Value) {
			p, ok = place{typ: reflect.TypeFor[facts.Input]()}, true
		}
		if !ok || p.count {
			return place{}, false
		}
		for _, part := range v[1:] {
			if p, ok = rd.step(p, part, find); !ok {
				return place{}, false
			}
		}
		return p, true
	}
	return place{}, false
}

func (rd *reader) step(p place, part *ast.Term, find bool) (place, bool) {
	switch p.typ.Kind() {
	case reflect.Struct:
		name, ok := part.Value.(ast.String)
		if !ok {
			return p, false
		}
		return p.member(string(name))
	case reflect.Slice:
		switch at := part.Value.(type) {
		case ast.Number:
			i, ok := at.Int()
			p.way = append(slices.Clip(p.way), step{field: -1, at: i})
			p.typ = p.typ.Elem()
			return p, ok && i >= 0
		case ast.Var:
			e := rd.element(p, at, find)
			return place{of: e, typ: p.typ.Elem()}, e != nil
		}
	}
	return p, false
}

func (p place) member(name string) (place, bool) {
	for i := range p.typ.NumField() {
		f := p.typ.Field(i)
		tag, opts, _ := strings.Cut(f.Tag.Get("json"), ",")
		if tag != name {
			continue
		}
		leave := opts == "omitempty"
		p.way = append(slices.Clip(p.way), step{field: i, empty: leave})
		p.names = append(slices.Clip(p.names), name)
		p.typ = f.Type
		if p.typ.Kind() == reflect.Pointer {
			p.typ = p.typ.Elem()
			return p, leave // elsewhere nil is null, which is something
		}
		return p, true
	}
	return p, false
}

// element is the element of the list at p that an index variable chooses.
func (rd *reader) element(p place, index ast.Var, find bool) *sought {
	among := &rd.need.elements
	if p.of != nil {
		among = &p.of.inner
	}
	for _, e := range *among {
		if e.index.Equal(index) && slices.Equal(e.list, p.way) {
			return e
		}
	}
	if !find {
		return nil
	}
	e := &sought{list: p.way, index: index, of: p.typ.Elem()}
	if p.of == nil && len(p.names) == len(p.way) {
		e.names = p.names
	}
	*among = append(*among, e)
	return e
}

// test adds a condition on what stands at p, which must be there.
func (rd *reader) test(p place, holds func(reflect.Value) bool) {
	w, count := p.way, p.count
	t := func(v reflect.Value) bool {
		v, ok := w.follow(v)
		if ok && count {
			v = reflect.ValueOf(v.Len())
		}
		return ok && holds(v)
	}
	rd.add(p, t)
}

func (rd *reader) add(p place, t test) {
	if p.of == nil {
		rd.need.document = append(rd.need.document, t)
		return
	}
	p.of.tests = append(p.of.tests, t)
}

func isThere(reflect.Value) bool { return true }

func isTrue(v reflect.Value) bool { return v.Kind() != reflect.Bool || v.Bool() }

// condition adds what an expression of the body asks.
func (rd *reader) condition(e *ast.Expr) {
	if len(e.With) > 0 {
		return
	}
	switch terms := e.Terms.(type) {
	case *ast.Term:
		rd.bare(e, terms)
	case []*ast.Term:
		if e.Negated {
			return
		}
		for _, t := range terms[1:] {
			rd.data(t)
			if _, ok := t.Value.(ast.Ref); ok {
				if p, ok := rd.place(t, true); ok && p.way.mayEnd() {
					rd.test(p, isThere)
				}
			}
		}
		rd.compare(e, terms)
	}
}

// bare adds x.y, not x.y, true or data.a.b[x] alone.
func (rd *reader) bare(e *ast.Expr, t *ast.Term) {
	if b, ok := t.Value.(ast.Boolean); ok {
		if bool(b) == e.Negated {
			rd.need.never = true
		}
		return
	}
	p, ok := rd.place(t, !e.Negated)
	switch {
	case e.Negated && ok && !p.count:
		w := p.way
		rd.add(p, func(v reflect.Value) bool {
			v, ok := w.follow(v)
			return !ok || !isTrue(v)
		})
	case e.Negated:
	case ok && !p.count:
		rd.test(p, isTrue)
	default:
		rd.data(t)
	}
}

// compare adds comparisons of a place with a constant.
func (rd *reader) compare(e *ast.Expr, terms []*ast.Term) {
	if len(terms) != 3 {
		return
	}
	op := terms[0].Value.String()
	if e.IsEquality() {
		op = "equal"
	}
	p, ok := rd.place(terms[1], true)
	with := terms[2].Value
	if !ok {
		if p, ok = rd.place(terms[2], true); !ok {
			return
		}
		op, with = turned[op], terms[1].Value
	}
	if holds := comparison(op, p, with); holds != nil {
		rd.test(p, holds)
	}
	if name, ok := with.(ast.String); ok && op == "equal" && p.of != nil && p.of.of == command && slices.Equal(p.way, wayToProgram) {
		p.of.program = string(name)
	}
}

var command = reflect.TypeFor[facts.Command]()

// wayToProgram leads from a command to its program.
var wayToProgram = func() way {
	f, _ := command.FieldByName("Program")
	return way{{field: f.Index[0]}}
}()

// data adds what a reference to data asks, which must be defined: that one of the
// rules there holds, also of a package named by what stands at a place, or that
// what stands there is a name in a table.
func (rd *reader) data(t *ast.Term) {
	ref, ok := t.Value.(ast.Ref)
	if !ok || !ref[0].Equal(ast.DefaultRootDocument) {
		return
	}
	rd.rules.must(rd.need, ref)
	path := spelled(ref)
	if len(path)+1 >= len(ref) {
		return
	}
	p, ok := rd.place(ref[len(path)+1], false)
	if !ok || p.count || p.typ.Kind() != reflect.String {
		return
	}
	if names, ok := rd.rules.table(path); ok {
		rd.test(p, func(v reflect.Value) bool { return names[v.String()] })
	} else if rules := rd.rules.rooms(ref, path); rules != nil && p.of != nil {
		p.of.rooms = append(p.of.rooms, named{p.way, rules})
	}
}
