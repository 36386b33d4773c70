package engine

import (
	"slices"
	"strconv"

	"github.com/open-policy-agent/opa/v1/ast"

	"regent/engine/bundle"
)

// markPrefix begins the names of marks. No fact is named so, and the schema lets
// no rule ask for one.
const markPrefix = "~"

// newSieve reads all rules of a compiler whose rules were checked and are not
// indexed yet, and puts their marks in front of the bodies. It gives what the
// rules look at, too, because that can be read only before. It gives nil where a
// rule could tell.
func newSieve(c *ast.Compiler, data *bundle.Tree) (*sieve, members) {
	unnamed := unnamed(c)
	if replaces(c) || slices.ContainsFunc(unnamed, Unnamed.whole) {
		return nil, nil
	}
	rs := &ruleSets{tree: c.RuleTree, data: data, ids: map[*ast.Rule]int{}}
	rs.spellOut()
	var rules []*ast.Rule
	rs.tree.DepthFirst(func(n *ast.TreeNode) bool {
		for _, r := range n.Values {
			rs.ids[r] = len(rules)
			rules = append(rules, r)
		}
		return false
	})
	s := &sieve{needs: make([]*need, len(rules)), marked: map[subject][]int{}}
	for i, r := range rules {
		s.needs[i] = rs.read(r)
	}
	s.weigh()
	s.sort()
	narrow := len(unnamed) == 0 // behind a mark, input[topic][i] would find elements once more
	all := newMembers()
	looks, leans := make([]members, len(rules)), make([][]int, len(rules))
	for i, r := range rules {
		looks[i], leans[i] = newMembers(), rs.leansOn(r)
		looks[i].mention(r)
		all.add(looks[i])
	}
	for i, n := range s.needs {
		if n.worthAMark() {
			n.mark = keyTerm(markPrefix + strconv.Itoa(i))
			if narrow {
				n.loop = n.narrows(rules[i].Body)
			}
			n.demand(rules[i])
			s.marked[n.about] = append(s.marked[n.about], i)
		}
	}
	s.look(rs, looks, leans)
	s.drop(rs)
	return s, all
}

// drop takes rules that no document lets in out of the sets that have others.
func (s *sieve) drop(rs *ruleSets) {
	rs.tree.DepthFirst(func(n *ast.TreeNode) bool {
		never := func(r *ast.Rule) bool { return s.needs[rs.ids[r]].never }
		if !slices.ContainsFunc(n.Values, never) {
			return false
		}
		if kept := slices.DeleteFunc(slices.Clone(n.Values), never); len(kept) > 0 {
			n.Values = kept
		} else {
			n.Values = n.Values[:1]
		}
		return false
	})
}

// look adds up what rules look at with those that they lean on, up to the next
// mark.
func (s *sieve) look(rs *ruleSets, own []members, leans [][]int) {
	through := func(from ...int) members {
		looks := newMembers()
		for _, i := range withLeans(leans, from, func(i int) bool { return s.needs[i].mark == nil }) {
			looks.add(own[i])
		}
		return looks
	}
	for i, n := range s.needs {
		if n.mark != nil {
			n.looks = through(i)
		}
	}
	entry := func(name string) []int {
		ref := ast.MustParseRef(name)
		return rs.reached(rs.tree.Child(ref[0].Value), ref[1:], nil)
	}
	s.looks = through(append(entry(decisionEntry), entry(admitEntry)...)...)
	for _, i := range withLeans(leans, entry(admitEntry), func(int) bool { return true }) {
		if mark := s.needs[i].mark; mark != nil {
			s.admits = append(s.admits, [2]*ast.Term{mark, ast.InternedTerm(true)})
		}
	}
}

// withLeans adds to rules those that they lean on and that follow lets in, and
// theirs.
func withLeans(leans [][]int, rules []int, follow func(int) bool) []int {
	var all []int
	seen := make([]bool, len(leans))
	for len(rules) > 0 {
		i := rules[len(rules)-1]
		rules = rules[:len(rules)-1]
		if seen[i] {
			continue
		}
		seen[i] = true
		all = append(all, i)
		for _, j := range leans[i] {
			if follow(j) {
				rules = append(rules, j)
			}
		}
	}
	return all
}

// weigh drops what is met wherever the rule is asked: sets with a rule that needs
// no more than that its topic is there.
func (s *sieve) weigh() {
	for changed := true; changed; {
		changed = false
		for _, n := range s.needs {
			before := len(n.sets)
			n.sets = slices.DeleteFunc(n.sets, func(set []int) bool {
				return slices.ContainsFunc(set, func(i int) bool { return s.needs[i].slight() })
			})
			changed = changed || len(n.sets) != before
		}
	}
}

// slight: conditions on the document itself are left, because the index, which
// judges them by itself, only does so for the rule's own.
func (n *need) slight() bool { return !n.worthAMark() && len(n.document) == 0 }

// worthAMark: the index judges conditions on the document itself, and that a
// topic is there is settled before its rules are asked.
func (n *need) worthAMark() bool {
	return n.never || len(n.sets) > 0 || slices.ContainsFunc(n.elements, (*sought).choosy)
}

func (e *sought) choosy() bool { return len(e.tests) > 0 || len(e.rooms) > 0 || len(e.inner) > 0 }

// sort finds what needs are about, also by the rules that they lean on.
func (s *sieve) sort() {
	for changed := true; changed; {
		changed = false
		for _, n := range s.needs {
			about := n.about
			for _, set := range n.sets {
				if one := s.common(set); one.topic != "" && (about.topic == "" || about.topic == one.topic && about.program == "") {
					about = one
				}
			}
			changed = changed || about != n.about
			n.about = about
		}
	}
}

// common is what all needs of a set are about.
func (s *sieve) common(set []int) subject {
	about := s.needs[set[0]].about
	for _, i := range set[1:] {
		other := s.needs[i].about
		if other.topic != about.topic {
			return subject{}
		}
		if other.program != about.program {
			about.program = ""
		}
	}
	return about
}

// narrows chooses the loop to narrow, one with something to ask of an element.
func (n *need) narrows(body ast.Body) *sought {
	for _, e := range n.elements {
		if e.names != nil && e.choosy() && counts(body, e.index) {
			return e
		}
	}
	return nil
}

// counts reports whether an index variable is bound first by going over lists of
// the document. A number from elsewhere may be written in another way (2e0): in a
// list nothing stands there, but something does in the object of positions that a
// mark leads to.
func counts(body ast.Body, index ast.Var) bool {
	for _, e := range body {
		all := uses(e, index)
		if all == 0 {
			continue
		}
		terms, _ := e.Terms.([]*ast.Term)
		if t, ok := e.Terms.(*ast.Term); ok {
			terms = []*ast.Term{t}
		}
		for _, t := range terms {
			ref, ok := t.Value.(ast.Ref)
			if !ok || !ref[0].Equal(ast.InputRootDocument) {
				continue
			}
			for _, part := range ref[1:] {
				if part.Equal(ast.NewTerm(index)) {
					all--
				}
			}
		}
		return all == 0 && plain(e)
	}
	return false
}

// demand puts the mark in front of the body. Where elements are narrowed down,
// the mark leads to them and the loop goes over it.
func (n *need) demand(r *ast.Rule) {
	if n.loop != nil {
		for _, e := range r.Body {
			if terms, ok := e.Terms.([]*ast.Term); ok && plain(e) {
				for _, t := range terms[1:] {
					n.loopOverMark(t)
				}
			} else if t, ok := e.Terms.(*ast.Term); ok && plain(e) {
				n.loopOverMark(t)
			}
		}
	}
	ref := ast.NewTerm(ast.Ref{ast.InputRootDocument, n.mark}).SetLocation(r.Location)
	first := ast.NewExpr(ref).SetLocation(r.Location)
	first.Generated = true
	r.Body = append(ast.Body{first}, r.Body...)
	for i, e := range r.Body {
		e.Index = i
	}
}

// loopOverMark turns input.list[i] into a member of the mark.
func (n *need) loopOverMark(t *ast.Term) {
	ref, ok := t.Value.(ast.Ref)
	at := 1 + len(n.loop.names)
	if ok && len(ref) > at && ref[0].Equal(ast.InputRootDocument) && ref[at].Value.Compare(n.loop.index) == 0 &&
		slices.Equal(spelled(ref[:at]), n.loop.names) {
		t.Value = append(ast.Ref{ref[0], n.mark}, ref[at:]...)
	}
}
