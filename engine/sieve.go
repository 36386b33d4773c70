package engine

import (
	"reflect"
	"slices"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"
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
// from the rest. Each condition of a need follows from one expression of the
// compiled body, whatever its variables are bound to:
//
//   - What a reference that is not negated leads to must be there, so every list
//     on its way has an element; where two have the same list and the same index
//     variable, it is the same element. Different variables may stand for one
//     element, so their conditions are never joined.
//   - What stands at a place in the facts stands there in the document, unless it
//     is an empty member that is left out. A comparison with a constant of its
//     type is made on the facts as OPA would make it on the document.
//   - Of a negation only not place is read, and only where the rest of the body
//     binds the element.
//   - A reference to the value of rules, or to a member of their set or object, is
//     defined only if one of them holds. A set or object as a whole is always
//     there, and so is what has a default; functions and else are not read.
//
// What the sieve cannot read (closures, functions, most built-in ones) it takes
// to hold. It treats the rules of a layer like the shipped ones.
//
// A policy in which a built-in function fails has judged nothing, and the call is
// refused. The sieve does not call one where the other conditions of the body
// rule out the elements: these were found wanting with the function taken to
// hold, so the body does not hold whatever it would answer, and no rule that could
// fire is silent. Where the function may matter, it is called and fails.
type sieve struct {
	needs  []*need
	marked map[subject][]int // the needs with a mark, by what they are about
	looks  members           // what is looked at whatever the marks
	admits [][2]*ast.Term    // marks of all rules that an admission may ask
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
	list    way      // from the document, or from the element around
	names   []string // of list, where it leads from the document
	index   ast.Var
	of      reflect.Type
	tests   []test
	rooms   []named
	inner   []*sought
	program string // asked for by tests, of a command
}

// named are the packages one of which is named by what stands at a place: of its
// rules one must hold.
type named struct {
	by    way
	rules map[string][]int // by name; nil: not known
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

// look is one document looked at.
type look struct {
	needs    []*need
	document reflect.Value
	memo     *[]verdict
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
	memo := *l.memo
	switch memo[i] {
	case met, asking: // of rules that seem to need each other nothing is known
		return true
	case unmet:
		return false
	}
	memo[i] = asking
	v := unmet
	if l.meets(l.needs[i]) {
		v = met
	}
	memo[i] = v
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
		if !l.some(e, l.document) {
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
func (l *look) some(e *sought, v reflect.Value) bool {
	list, ok := e.list.follow(v)
	if !ok {
		return false
	}
	for i := range list.Len() {
		if l.fits(e, list.Index(i)) {
			return true
		}
	}
	return false
}

func (l *look) fits(e *sought, v reflect.Value) bool {
	for _, t := range e.tests {
		if !t(v) {
			return false
		}
	}
	for _, r := range e.rooms {
		name, ok := r.by.follow(v)
		if !ok {
			return false
		}
		if rules, ok := r.rules[name.String()]; !ok || rules != nil && !l.any(rules) {
			return false
		}
	}
	for _, in := range e.inner {
		if !l.some(in, v) {
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
