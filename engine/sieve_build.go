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
	if tells(c) {
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
	narrow := !asksByName(c)
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
				n.loop = n.narrows()
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
		seen := make([]bool, len(own))
		for len(from) > 0 {
			i := from[len(from)-1]
			from = from[:len(from)-1]
			if seen[i] {
				continue
			}
			seen[i] = true
			looks.add(own[i])
			for _, j := range leans[i] {
				if s.needs[j].mark == nil {
					from = append(from, j)
				}
			}
		}
		return looks
	}
	for i, n := range s.needs {
		if n.mark != nil {
			n.looks = through(i)
		}
	}
	var asked []int
	for _, entry := range []string{decisionEntry, admitEntry} {
		asked = rs.reached(rs.tree, ast.MustParseRef(entry), asked)
	}
	s.looks = through(asked...)
}

// leansOn lists all rules that a rule refers to in any way.
func (rs *ruleSets) leansOn(r *ast.Rule) []int {
	var ids []int
	ast.WalkRefs(r, func(ref ast.Ref) bool {
		if ref[0].Equal(ast.DefaultRootDocument) {
			ids = rs.reached(rs.tree.Child(ref[0].Value), ref[1:], ids)
		}
		return false
	})
	return ids
}

func (rs *ruleSets) reached(node *ast.TreeNode, rest ast.Ref, ids []int) []int {
	switch {
	case node == nil:
	case len(rest) == 0 || len(node.Values) > 0:
		node.DepthFirst(func(n *ast.TreeNode) bool {
			for _, r := range n.Values {
				ids = append(ids, rs.ids[r])
			}
			return false
		})
	case rest[0].IsGround():
		ids = rs.reached(node.Child(rest[0].Value), rest[1:], ids)
	default:
		for _, kid := range node.Children {
			ids = rs.reached(kid, rest[1:], ids)
		}
	}
	return ids
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

// tells reports whether a rule could tell that marks are there: it asks about
// another document (`with`), or takes this one as a whole.
func tells(c *ast.Compiler) bool {
	found := false
	for _, m := range c.Modules {
		ast.NewGenericVisitor(func(x any) bool {
			switch x := x.(type) {
			case *ast.Expr:
				found = found || len(x.With) > 0
			case ast.Ref:
				// input[name] may be a mark; input[name].x is none, marks have no members.
				if x[0].Equal(ast.InputRootDocument) {
					_, named := x[min(1, len(x)-1)].Value.(ast.String)
					found = found || len(x) <= 2 && !named
					for _, t := range x[1:] {
						found = found || t.Equal(ast.InputRootDocument)
					}
					return true
				}
			case ast.Var:
				found = found || x.Equal(ast.InputRootDocument.Value)
			}
			return found
		}).Walk(m)
	}
	return found
}

// asksByName reports whether a rule leaves open which member it asks for, as
// input[topic][i] does: behind a mark it would find elements once more.
func asksByName(c *ast.Compiler) bool {
	found := false
	for _, m := range c.Modules {
		ast.WalkRefs(m, func(ref ast.Ref) bool {
			if ref[0].Equal(ast.InputRootDocument) && len(ref) > 1 {
				_, named := ref[1].Value.(ast.String)
				found = found || !named
			}
			return found
		})
	}
	return found
}

// narrows chooses the loop to narrow, one with something to ask of an element.
func (n *need) narrows() *sought {
	for _, e := range n.elements {
		if e.names != nil && e.choosy() {
			return e
		}
	}
	return nil
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

// ruleSets finds the rules behind references to data.
type ruleSets struct {
	tree *ast.TreeNode
	data *bundle.Tree
	ids  map[*ast.Rule]int
}

// must notes that a reference to data has to be defined.
func (rs *ruleSets) must(n *need, ref ast.Ref) {
	node, rest := rs.find(ref)
	switch {
	case node == nil:
		n.never = n.never || !rs.mayBeData(nil, ref[1:])
	case len(node.Values) > 0:
		if ids := rs.oneOf(node, len(rest) > 0); ids != nil {
			n.sets = append(n.sets, ids)
		}
	case len(rest) > 0 && len(rs.reached(node, rest, nil)) == 0:
		n.never = n.never || !rs.mayBeData(nil, ref[1:])
	}
}

// mayBeData reports whether data that no rule makes may stand at path and what a
// reference goes on with.
func (rs *ruleSets) mayBeData(path []string, rest ast.Ref) bool {
	path = slices.Clip(path)
	for len(rest) > 0 {
		name, ok := rest[0].Value.(ast.String)
		if !ok {
			break
		}
		path, rest = append(path, string(name)), rest[1:]
	}
	if !rs.data.May(path) || len(rest) == 0 {
		return rs.data.May(path)
	}
	below, err := rs.data.Names(path) // none of a list, whose places are numbers
	return err != nil || len(below) == 0 || slices.ContainsFunc(below, func(name string) bool {
		return rs.mayBeData(append(slices.Clip(path), name), rest[1:])
	})
}

// table gives the names in the object at path, where no rule adds to it.
func (rs *ruleSets) table(path []string) (map[string]bool, bool) {
	node := rs.tree.Child(ast.DefaultRootDocument.Value)
	for _, part := range path {
		if node == nil {
			break
		}
		if len(node.Values) > 0 {
			return nil, false
		}
		node = node.Child(ast.String(part))
	}
	list, err := rs.data.Names(path)
	if node != nil || err != nil {
		return nil, false
	}
	names := make(map[string]bool, len(list))
	for _, name := range list {
		names[name] = true
	}
	return names, true
}

// rooms lists, by name, the rules that data.path[name].next leads to; nil where
// there are none, or path leads to rules itself.
func (rs *ruleSets) rooms(ref ast.Ref, path []string) map[string][]int {
	node, rest := rs.find(ref)
	next := spelled(rest)
	if node == nil || len(node.Values) > 0 || len(next) == 0 {
		return nil
	}
	below, err := rs.data.Names(path)
	if err != nil {
		return nil
	}
	rules := map[string][]int{}
	for _, name := range below {
		if rs.data.May(append(append(slices.Clone(path), name), next...)) {
			rules[name] = nil
		}
	}
	for _, name := range node.Sorted {
		word, ok := name.(ast.String)
		kid := follow(node.Child(name), next)
		if _, have := rules[string(word)]; !ok || have || kid == nil {
			continue
		}
		rules[string(word)] = nil
		if len(kid.Values) > 0 {
			rules[string(word)] = rs.oneOf(kid, len(rest) > len(next)+1)
		}
	}
	return rules
}

// follow goes down to the first node with rules, or to the end of the path.
func follow(node *ast.TreeNode, path []string) *ast.TreeNode {
	for _, part := range path {
		if node == nil || len(node.Values) > 0 {
			break
		}
		node = node.Child(ast.String(part))
	}
	return node
}

// find follows the spelled-out part of a reference to the first node with rules,
// or as far as it goes; nil when there are no rules there.
func (rs *ruleSets) find(ref ast.Ref) (node *ast.TreeNode, rest ast.Ref) {
	node = rs.tree.Child(ref[0].Value)
	for i := 1; node != nil; i++ {
		if len(node.Values) > 0 || i == len(ref) {
			return node, ref[i:]
		}
		if _, ok := ref[i].Value.(ast.String); !ok {
			return node, ref[i:]
		}
		node = node.Child(ref[i].Value)
	}
	return nil, nil
}

// oneOf lists rules one of which holds when a reference to their document, or to
// a member of it, is defined. nil when it may be defined without.
func (rs *ruleSets) oneOf(node *ast.TreeNode, member bool) []int {
	var ids []int
	free := false
	node.DepthFirst(func(n *ast.TreeNode) bool {
		for _, r := range n.Values {
			free = free || r.Default || r.Else != nil || len(r.Head.Args) > 0 ||
				!member && r.Head.DocKind() != ast.CompleteDoc
			ids = append(ids, rs.ids[r])
		}
		return false
	})
	if free {
		return nil
	}
	return ids
}

// spelled is the part of a reference, after its head, that is spelled out.
func spelled(ref ast.Ref) []string {
	var path []string
	for _, t := range ref[1:] {
		s, ok := t.Value.(ast.String)
		if !ok {
			break
		}
		path = append(path, string(s))
	}
	return path
}

// spellOut replaces each rule that asks every package below another
// (data.regent.text[_].findings) by one rule a package, so that each can be kept
// out by itself.
func (rs *ruleSets) spellOut() {
	rs.tree.DepthFirst(func(n *ast.TreeNode) bool {
		var all []*ast.Rule
		for _, r := range n.Values {
			all = append(all, rs.spelledOut(r)...)
		}
		n.Values = all
		return false
	})
}

func (rs *ruleSets) spelledOut(r *ast.Rule) []*ast.Rule {
	if r.Default || r.Else != nil || len(r.Head.Args) > 0 || r.Head.RuleKind() != ast.MultiValue {
		return []*ast.Rule{r}
	}
	for i, e := range r.Body {
		terms, ok := e.Terms.([]*ast.Term)
		if !ok || !plain(e) || !e.IsEquality() {
			continue
		}
		for j, t := range terms[1:] {
			ref, at, names := rs.packages(t)
			if names == nil || uses(r, ref[at].Value) != 1 {
				continue
			}
			var rules []*ast.Rule
			for _, name := range names {
				c := r.Copy()
				c.Body[i].Terms.([]*ast.Term)[j+1].Value.(ast.Ref)[at] = ast.NewTerm(name).SetLocation(ref[at].Location)
				rules = append(rules, rs.spelledOut(c)...)
			}
			return rules
		}
	}
	return []*ast.Rule{r}
}

// packages finds the first variable of a reference to data and the names that it
// can take: those of the packages with rules at what the reference goes on with.
// There are none when other data lies there too.
func (rs *ruleSets) packages(t *ast.Term) (ref ast.Ref, at int, names []ast.Value) {
	ref, ok := t.Value.(ast.Ref)
	if !ok || !ref[0].Equal(ast.DefaultRootDocument) {
		return nil, 0, nil
	}
	node, rest := rs.find(ref)
	if node == nil || len(node.Values) > 0 || len(rest) < 2 {
		return nil, 0, nil
	}
	at = len(ref) - len(rest)
	if _, ok := ref[at].Value.(ast.Var); !ok {
		return nil, 0, nil
	}
	next := spelled(rest)
	if len(next) == 0 || rs.mayBeData(nil, append(slices.Clone(ref[1:at+1]), rest[1:1+len(next)]...)) {
		return nil, 0, nil
	}
	for _, name := range node.Sorted {
		if follow(node.Child(name), next) != nil {
			names = append(names, name)
		}
	}
	return ref, at, names
}

// uses counts where a variable stands in a rule.
func uses(r *ast.Rule, v ast.Value) int {
	n := 0
	ast.WalkTerms(r, func(t *ast.Term) bool {
		if t.Value != nil {
			if _, ok := t.Value.(ast.Var); ok && t.Value.Compare(v) == 0 {
				n++
			}
		}
		return false
	})
	return n
}
