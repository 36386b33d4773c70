package bundle

import (
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
)

// keepReferred drops rules that no kept rule names, from the entry point and
// the rooms' own sets on.
func (p *pruner) keepReferred(entry string) {
	u := &uses{
		names: map[string]bool{entry: true}, whole: map[*Module]bool{}, asked: map[*Module]bool{}, modules: p.modules,
	}
	kept := map[*ast.Rule]bool{}
	for changed := true; changed; {
		changed = false
		for m, tree := range p.modules {
			aliases := aliasesOf(tree)
			for _, r := range tree.Rules {
				name := ruleName(r)
				entered := !isCore(m) && slices.Contains([]string{"findings", "allows", "obligations"}, name)
				if kept[r] || !entered && !u.names[name] && !u.whole[m] {
					continue
				}
				kept[r], changed = true, true
				u.rule(r, aliases, isCore(m))
			}
		}
	}
	for m, tree := range p.modules {
		tree.Rules = slices.DeleteFunc(tree.Rules, func(r *ast.Rule) bool { return !kept[r] })
		hollow := !slices.ContainsFunc(tree.Rules, func(r *ast.Rule) bool { return !p.emptied[r] })
		if _, room := m.Room(); room && hollow && !u.asked[m] {
			delete(p.modules, m) // the dispatch finds nothing there, as it would in empty sets
		}
	}
}

// uses collects what kept rules refer to: any word that may be a rule's name,
// and modules that are looked at as a whole.
type uses struct {
	names   map[string]bool
	whole   map[*Module]bool
	asked   map[*Module]bool // by others than the core's dispatch
	modules map[*Module]*ast.Module
}

// aliasesOf maps the names that a module imports to paths in data.
func aliasesOf(tree *ast.Module) map[ast.Var][]string {
	aliases := map[ast.Var][]string{}
	for _, i := range tree.Imports {
		if ref, ok := i.Path.Value.(ast.Ref); ok && ref[0].Equal(ast.DefaultRootDocument) {
			aliases[i.Name()] = literal(ref)
		}
	}
	return aliases
}

func (u *uses) rule(r *ast.Rule, aliases map[ast.Var][]string, core bool) {
	var visit *ast.GenericVisitor
	visit = ast.NewGenericVisitor(func(x any) bool {
		switch v := x.(type) {
		case ast.Ref:
			head, ok := v[0].Value.(ast.Var)
			if !ok {
				return false
			}
			u.names[string(head)] = true
			if base, ok := aliases[head]; ok {
				u.path(base, v[1:], core)
			} else if v[0].Equal(ast.DefaultRootDocument) {
				u.path(nil, v[1:], core)
			}
			for _, part := range v[1:] {
				visit.Walk(part)
			}
			return true
		case ast.Var:
			u.names[string(v)] = true
			if base, ok := aliases[v]; ok {
				u.path(base, nil, core)
			}
		case ast.String:
			u.names[string(v)] = true
		}
		return false
	})
	visit.Walk(r)
}

// path notes a reference into data: base, then parts.
func (u *uses) path(base []string, parts []*ast.Term, core bool) {
	ref := make([]*ast.Term, 0, len(base)+len(parts))
	for _, b := range base {
		ref = append(ref, ast.StringTerm(b))
		u.names[b] = true
	}
	ref = append(ref, parts...)
	dispatch := core && isDispatch(literal(append(ast.Ref{ast.DefaultRootDocument}, ref...)))
	for m := range u.modules {
		if !mayLead(ref, m.Package) {
			continue
		}
		u.asked[m] = u.asked[m] || !dispatch
		// The part after the package names the rule; without one, or with a
		// variable, every rule is meant.
		if len(ref) <= len(m.Package) {
			u.whole[m] = true
		} else if _, ok := ref[len(m.Package)].Value.(ast.String); !ok {
			u.whole[m] = true
		}
	}
}

// mayLead reports whether a reference may go through or end above a package.
func mayLead(ref []*ast.Term, pkg []string) bool {
	for i, name := range pkg {
		if i >= len(ref) {
			return true
		}
		if s, ok := ref[i].Value.(ast.String); ok && string(s) != name {
			return false
		}
	}
	return true
}
