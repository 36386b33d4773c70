package engine

import (
	"reflect"
	"slices"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"

	"regent/engine/bundle"
	"regent/facts"
)

// document is the input document of the facts: what the rules look at that may
// fire, and their marks.
func (s *sieve) document(in *facts.Input) *ast.Term {
	l := s.sift(in)
	defer s.done(l)
	return ast.NewTerm(ast.NewObject(l.mark(pairs(l.document, l.looks))...))
}

// sift finds the needs with a mark that are met, and the members that their rules
// look at.
func (s *sieve) sift(in *facts.Input) *look {
	memo, _ := s.memo.Get().(*[]verdict)
	if memo == nil {
		memo = new(make([]verdict, len(s.needs)))
	}
	clear(*memo)
	l := &look{needs: s.needs, document: reflect.ValueOf(in).Elem(), memo: memo, looks: slices.Clone(s.looks)}
	l.collect(s.marked[subject{}])
	for _, t := range topicFields() {
		if !isEmpty(l.document.Field(t.field)) {
			l.collect(s.marked[subject{topic: t.name}])
		}
	}
	seen := map[string]bool{"": true}
	for i := range in.Commands {
		if p := in.Commands[i].Program; !seen[p] {
			seen[p] = true
			l.collect(s.marked[subject{"commands", p}])
		}
	}
	return l
}

func (s *sieve) done(l *look) { s.memo.Put(l.memo) }

type topicField struct {
	name  string
	field int
}

var topicFields = sync.OnceValue(func() []topicField {
	var fs []topicField
	for _, name := range bundle.Topics() {
		if p, ok := (place{typ: reflect.TypeFor[facts.Input]()}).member(name); ok {
			fs = append(fs, topicField{name, p.way[0].field})
		}
	}
	return fs
})

// few elements are not worth narrowing down.
const few = 3

// mark adds the marks to the members of a document.
func (l *look) mark(members [][2]*ast.Term) [][2]*ast.Term {
	facts := members
	for _, i := range l.marks {
		n := l.needs[i]
		value := ast.InternedTerm(true)
		if n.loop != nil {
			value = l.narrowed(n.loop, facts)
		}
		members = append(members, [2]*ast.Term{n.mark, value})
	}
	return members
}

// narrowed gives the fitting elements of a list by their positions: the list
// itself or an object.
func (l *look) narrowed(e *sought, members [][2]*ast.Term) *ast.Term {
	at := slices.IndexFunc(members, func(m [2]*ast.Term) bool { return m[0].Value.Compare(ast.String(e.names[0])) == 0 })
	encoded := members[at][1]
	for _, name := range e.names[1:] {
		encoded = encoded.Value.(ast.Object).Get(keyTerm(name))
	}
	list, _ := e.list.follow(l.document)
	n := list.Len()
	if n <= few {
		return encoded
	}
	var fitting [][2]*ast.Term
	for i := range n {
		if l.fits(e, list.Index(i)) {
			fitting = append(fitting, [2]*ast.Term{ast.InternedTerm(i), encoded.Value.(*ast.Array).Elem(i)})
		}
	}
	if len(fitting) == n {
		return encoded
	}
	return ast.NewTerm(ast.NewObject(fitting...))
}
