package engine

import (
	"reflect"
	"slices"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"

	"regent/engine/bundle"
	"regent/facts"
)

// sieve keeps rules that cannot fire out of an evaluation.
//
// Most rules on a topic look for one kind of element: an access that deletes, a
// git command that pushes. OPA's index knows only conditions on the document as
// a whole, so each of these rules is entered, loops, and is left again; for a
// small command that is nearly all of the work. The sieve reads from a compiled
// rule what the document must hold for the body to hold, and puts one more
// condition in front: that the document bears the rule's mark. For every input
// it adds the marks of the rules whose needs are met, and the index drops the
// others.
//
// No decision changes by it: a body is a conjunction, and what is added follows
// from the rest. What the sieve cannot read (closures, functions, most built-in
// ones) it takes to hold. It treats the rules of a layer like the shipped ones.
//
// A built-in function no longer raises an error for an element that another
// condition of the same body rules out.
type sieve struct {
	needs  []*need
	marked map[subject][]int // the needs with a mark, by what they are about
	looks  members           // what is looked at whatever the marks
	memo   sync.Pool         // *[]verdict, one a need
}

// subject is what a need is about: without it there, the need is not met.
type subject struct {
	topic   string // a list of the document; "" where it is none or several
	program string // with commands: the program of one of them, "" for any
}

// need is what the document must hold for a rule to hold.
type need struct {
	never    bool      // no document will do
	document []test    // conditions on the document itself
	elements []*sought // each must be met by some element
	sets     [][]int   // of each, some rule must hold
	about    subject   // follows from the above
	mark     *ast.Term // nil when the rule is not kept out
	loop     *sought   // of elements, whose fitting ones the mark leads to; nil: none
	looks    members   // with a mark: what the rule looks at, and those it leans on
}

// sought is what some element of a list must be like.
type sought struct {
	list    way // from the document, or from the element around
	index   ast.Var
	of      reflect.Type
	tests   []test
	inner   []*sought
	program string // asked for by tests, of a command
}

// test is a condition on a document or an element.
type test func(reflect.Value) bool

type verdict uint8

const (
	unasked verdict = iota
	asking
	met
	unmet
)

// document is the input document of the facts: what the rules look at that may
// fire, and their marks.
func (s *sieve) document(in *facts.Input) *ast.Term {
	marks, looks := s.sift(in)
	members := pairs(reflect.ValueOf(in).Elem(), looks)
	return ast.NewTerm(ast.NewObject(s.mark(in, marks, members)...))
}

// sift gives the needs with a mark that are met, and the members that their rules
// look at.
func (s *sieve) sift(in *facts.Input) (marks []int, looks members) {
	memo, _ := s.memo.Get().(*[]verdict)
	if memo == nil {
		memo = new(make([]verdict, len(s.needs)))
	}
	defer s.memo.Put(memo)
	clear(*memo)
	l := look{needs: s.needs, document: reflect.ValueOf(in).Elem(), memo: *memo, looks: slices.Clone(s.looks)}
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
	return l.marks, l.looks
}

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

// mark adds marks to the members of a document.
func (s *sieve) mark(in *facts.Input, marks []int, members [][2]*ast.Term) [][2]*ast.Term {
	facts := members
	for _, i := range marks {
		n := s.needs[i]
		value := ast.InternedTerm(true)
		if n.loop != nil {
			value = n.loop.narrowed(in, facts)
		}
		members = append(members, [2]*ast.Term{n.mark, value})
	}
	return members
}

// narrowed gives the fitting elements of a topic by their positions: the topic's
// list itself or an object.
func (e *sought) narrowed(in *facts.Input, members [][2]*ast.Term) *ast.Term {
	topic := ast.String(e.about().topic)
	at := slices.IndexFunc(members, func(m [2]*ast.Term) bool { return m[0].Value.Compare(topic) == 0 })
	encoded := members[at][1]
	list, _ := e.list.follow(reflect.ValueOf(in).Elem())
	n := list.Len()
	if n <= few {
		return encoded
	}
	var fitting [][2]*ast.Term
	for i := range n {
		if e.fits(list.Index(i)) {
			fitting = append(fitting, [2]*ast.Term{ast.InternedTerm(i), encoded.Value.(*ast.Array).Elem(i)})
		}
	}
	if len(fitting) == n {
		return encoded
	}
	return ast.NewTerm(ast.NewObject(fitting...))
}

// look is one document looked at.
type look struct {
	needs    []*need
	document reflect.Value
	memo     []verdict
	marks    []int
	looks    members
}

func (l *look) collect(ids []int) {
	for _, i := range ids {
		if l.met(i) {
			l.marks = append(l.marks, i)
			l.looks.add(l.needs[i].looks)
		}
	}
}

func (l *look) met(i int) bool {
	switch l.memo[i] {
	case met, asking: // of rules that seem to need each other nothing is known
		return true
	case unmet:
		return false
	}
	l.memo[i] = asking
	v := unmet
	if l.meets(l.needs[i]) {
		v = met
	}
	l.memo[i] = v
	return v == met
}

func (l *look) meets(n *need) bool {
	if n.never {
		return false
	}
	for _, t := range n.document {
		if !t(l.document) {
			return false
		}
	}
	for _, e := range n.elements {
		if !e.some(l.document) {
			return false
		}
	}
	for _, set := range n.sets {
		if !l.any(set) {
			return false
		}
	}
	return true
}

func (l *look) any(ids []int) bool {
	for _, i := range ids {
		if l.met(i) {
			return true
		}
	}
	return false
}

// some reports whether the list at the element's place in v holds one like it.
func (e *sought) some(v reflect.Value) bool {
	list, ok := e.list.follow(v)
	if !ok {
		return false
	}
	for i := range list.Len() {
		if e.fits(list.Index(i)) {
			return true
		}
	}
	return false
}

func (e *sought) fits(v reflect.Value) bool {
	for _, t := range e.tests {
		if !t(v) {
			return false
		}
	}
	for _, in := range e.inner {
		if !in.some(v) {
			return false
		}
	}
	return true
}

// way leads from a value to one of its members, or a member's member.
type way []step

type step struct {
	field int  // of a struct; -1 for a position in a list
	at    int  // the position
	empty bool // an empty member is left out of the document
}

// mayEnd reports whether the document may have nothing there.
func (w way) mayEnd() bool {
	return slices.ContainsFunc(w, func(s step) bool { return s.field < 0 || s.empty })
}

// follow ends with ok false where the document has nothing.
func (w way) follow(v reflect.Value) (reflect.Value, bool) {
	for _, s := range w {
		if s.field < 0 {
			if s.at >= v.Len() {
				return v, false
			}
			v = v.Index(s.at)
			continue
		}
		v = v.Field(s.field)
		if s.empty && isEmpty(v) {
			return v, false
		}
		if v.Kind() == reflect.Pointer {
			v = v.Elem()
		}
	}
	return v, true
}
