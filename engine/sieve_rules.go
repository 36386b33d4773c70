package engine

import (
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"

	"regent/engine/bundle"
)

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
	case ast.IsScalar(rest[0].Value):
		ids = rs.reached(node.Child(rest[0].Value), rest[1:], ids)
	default:
		for _, kid := range node.Children {
			ids = rs.reached(kid, rest[1:], ids)
		}
	}
	return ids
}
