package engine

import (
	"reflect"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// EnumUse is a word that a policy compares with a member of the facts whose
// words are listed, and that is not among them: the comparison never holds.
// OPA's type checker does not see that.
type EnumUse struct {
	Location *ast.Location
	Member   string
	Word     string
	Words    []string
}

// WrongWords finds comparisons with words that a member cannot have.
func WrongWords(c *ast.Compiler) []EnumUse {
	var uses []EnumUse
	for _, module := range c.Modules {
		for _, r := range module.Rules {
			f := &flow{members: newMembers(), types: map[ast.Var]typeSet{}}
			f.bind(r)
			uses = append(uses, f.wrongWords(r)...)
		}
	}
	slices.SortFunc(uses, func(a, b EnumUse) int { return a.Location.Compare(b.Location) })
	return uses
}

// wordMember is a member of the facts with a list of words.
type wordMember struct {
	name  string
	words []string
}

func (f *flow) wrongWords(r *ast.Rule) []EnumUse {
	bound := map[ast.Var]wordMember{}
	of := func(t *ast.Term) (wordMember, bool) {
		if v, ok := t.Value.(ast.Var); ok {
			m, ok := bound[v]
			return m, ok
		}
		return f.wordMember(t)
	}
	ast.WalkExprs(r, func(e *ast.Expr) bool {
		if terms, ok := e.Terms.([]*ast.Term); ok && e.IsEquality() && len(terms) == 3 {
			for i, t := range terms[1:] {
				v, isVar := t.Value.(ast.Var)
				if m, ok := f.wordMember(terms[2-i]); isVar && ok {
					bound[v] = m
				}
			}
		}
		return false
	})
	var uses []EnumUse
	compare := func(e *ast.Expr, m wordMember, t *ast.Term) {
		if s, ok := t.Value.(ast.String); ok && !slices.Contains(m.words, string(s)) {
			uses = append(uses, EnumUse{e.Location, m.name, string(s), m.words})
		}
	}
	ast.WalkExprs(r, func(e *ast.Expr) bool {
		terms, ok := e.Terms.([]*ast.Term)
		if !ok || len(terms) < 3 {
			return false
		}
		switch op := terms[0].Value.String(); {
		case e.IsEquality(), op == "neq", op == "equal":
			if m, ok := of(terms[1]); ok {
				compare(e, m, terms[2])
			}
			if m, ok := of(terms[2]); ok {
				compare(e, m, terms[1])
			}
		case op == "internal.member_2":
			m, ok := of(terms[1])
			if !ok {
				return false
			}
			switch list := terms[2].Value.(type) {
			case *ast.Array:
				list.Foreach(func(t *ast.Term) { compare(e, m, t) })
			case ast.Set:
				list.Foreach(func(t *ast.Term) { compare(e, m, t) })
			}
		}
		return false
	})
	return uses
}

// wordMember is the member that a reference ends at, if its words are listed.
func (f *flow) wordMember(t *ast.Term) (wordMember, bool) {
	ref, ok := t.Value.(ast.Ref)
	if !ok || len(ref) < 2 {
		return wordMember{}, false
	}
	last, ok := ref[len(ref)-1].Value.(ast.String)
	if !ok {
		return wordMember{}, false
	}
	for t := range f.typesOf(ast.NewTerm(ref[:len(ref)-1])) {
		t = elemPointer(t)
		if t.Kind() != reflect.Struct {
			continue
		}
		for i := range t.NumField() {
			name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
			if name != string(last) {
				continue
			}
			if words := enumOf(t.Field(i).Tag.Get("jsonschema")); words != nil {
				return wordMember{ref.String(), words}, true
			}
		}
	}
	return wordMember{}, false
}

func enumOf(tag string) []string {
	var words []string
	for part := range strings.SplitSeq(tag, ",") {
		if w, ok := strings.CutPrefix(part, "enum="); ok {
			words = append(words, w)
		}
	}
	return words
}
