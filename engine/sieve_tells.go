package engine

import (
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Unnamed is a place where a rule asks the document for a member without naming
// it: the document as a whole, or input[name]. Such a rule could tell that
// members are left out or added, so for its sake every rule sees all of the
// document, or all elements of it.
type Unnamed struct {
	Location *ast.Location
	member   bool // of an unnamed member: input[name].x
}

func (u Unnamed) whole() bool { return !u.member }

// UnnamedMembers finds them in compiled policies.
func UnnamedMembers(c *ast.Compiler) []Unnamed { return unnamed(c) }

func unnamed(c *ast.Compiler) []Unnamed {
	var found []Unnamed
	for _, m := range c.Modules {
		for _, r := range m.Rules {
			at := r.Location
			var visit *ast.GenericVisitor
			visit = ast.NewGenericVisitor(func(x any) bool {
				switch x := x.(type) {
				case *ast.Expr:
					if x.Location != nil {
						at = x.Location
					}
				case ast.Ref:
					if !x[0].Equal(ast.InputRootDocument) {
						return false
					}
					if len(x) == 1 {
						found = append(found, Unnamed{at, false})
						return true
					}
					if name, named := x[1].Value.(ast.String); !named {
						found = append(found, Unnamed{at, len(x) > 2})
					} else if strings.HasPrefix(string(name), markPrefix) {
						found = append(found, Unnamed{at, false})
					}
					for _, t := range x[1:] {
						visit.Walk(t)
					}
					return true
				case ast.Var:
					if x.Equal(ast.InputRootDocument.Value) {
						found = append(found, Unnamed{at, false})
					}
				}
				return false
			})
			visit.Walk(r)
		}
	}
	return found
}

// replaces reports whether a rule looks at another document, by `with`.
func replaces(c *ast.Compiler) bool {
	found := false
	for _, m := range c.Modules {
		ast.WalkExprs(m, func(e *ast.Expr) bool {
			found = found || len(e.With) > 0
			return found
		})
	}
	return found
}
