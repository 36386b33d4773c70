package bundle

import (
	"fmt"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Note is what METADATA says of one finding rule.
type Note struct {
	ID          string
	Title       string // the sentence an agent reads, with {holes}
	Description string
	Remedy      string
	Floor       bool // takes neither exception nor waiver
	File        string
	Line        int
	Package     []string
	Head        string // the id that the rule's head gives, "" when it is not a literal
	Topic       string // the topic that the rule's head gives, "" when it is not a literal
}

// Location is file:line of the rule.
func (n Note) Location() string { return fmt.Sprintf("%s:%d", n.File, n.Line) }

// notesOf reads the METADATA of a parsed module's finding rules. Rules without
// an id are in it too, with an empty one.
func notesOf(m *Module) []Note {
	var notes []Note
	for _, r := range m.tree.Rules {
		if ruleName(r) != "findings" {
			continue
		}
		n := Note{File: m.Path, Line: r.Loc().Row, Package: m.Package, Head: headArg(r, 1), Topic: headArg(r, 2)}
		for _, a := range r.Annotations {
			if a.Scope != "rule" && a.Scope != "document" {
				continue
			}
			n.Title, n.Description = a.Title, strings.TrimSpace(a.Description)
			n.ID, _ = a.Custom["id"].(string)
			n.Remedy, _ = a.Custom["remedy"].(string)
			n.Floor, _ = a.Custom["floor"].(bool)
		}
		notes = append(notes, n)
	}
	return notes
}

func ruleName(r *ast.Rule) string {
	ref := r.Head.Ref()
	if len(ref) == 0 {
		return ""
	}
	if v, ok := ref[0].Value.(ast.Var); ok {
		return string(v)
	}
	return ""
}

// headArg is an argument of the call in a rule's head, when it is a literal.
func headArg(r *ast.Rule, i int) string {
	if r.Head.Key == nil {
		return ""
	}
	call, ok := r.Head.Key.Value.(ast.Call)
	if !ok || len(call) <= i {
		return ""
	}
	s, _ := call[i].Value.(ast.String)
	return string(s)
}

// checkNotes refuses finding rules that could not be explained to an agent.
func checkNotes(ms []*Module, floor map[string]bool) Problems {
	var ps Problems
	owner := map[string]Note{}
	for _, m := range ms {
		if _, ok := m.Room(); !ok {
			continue
		}
		for _, n := range m.Notes() {
			add := func(mend, format string, args ...any) {
				ps = append(ps, problem(n.File, n.Line, mend, format, args...))
			}
			switch other, taken := owner[n.ID]; {
			case n.ID == "":
				add("write a # METADATA block above it with custom.id and a title", "the finding rule has no METADATA custom.id")
				continue
			case n.Title == "":
				add("give it a title: the sentence an agent reads", "the finding rule %s has no METADATA title", n.ID)
			case n.Head != "" && n.Head != n.ID:
				add("give both the same id", "the rule's head says %q and its METADATA %q", n.Head, n.ID)
			case taken && !slices.Equal(other.Package, n.Package):
				add("rename one of them", "the rule id %s is also used at %s", n.ID, other.Location())
			case n.Floor && !floor[n.ID]:
				add("add it to data.regent.settings.floor", "the rule %s is marked floor but is not in settings.floor", n.ID)
			}
			owner[n.ID] = n
		}
	}
	return ps
}
