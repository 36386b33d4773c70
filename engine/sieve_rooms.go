package engine

import (
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
)

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

// uses counts where a variable stands in a rule or an expression.
func uses(in any, v ast.Value) int {
	n := 0
	ast.WalkTerms(in, func(t *ast.Term) bool {
		if t.Value != nil {
			if _, ok := t.Value.(ast.Var); ok && t.Value.Compare(v) == 0 {
				n++
			}
		}
		return false
	})
	return n
}
