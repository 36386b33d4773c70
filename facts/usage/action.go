package usage

import (
	"cmp"
	"encoding/json"
	"slices"

	"regent/facts"
)

// Action returns a text that is the same for calls that would do the same: shell
// text by its commands, not by its spacing, quoting and the order of options; a
// query by its parts;
// everything else by raw. Only a keyed hash of it is kept.
func Action(in *facts.Input, raw string) string {
	whole := in.Text != nil && in.Text.Complete && len(in.Commands) > 0
	if !whole {
		return "raw\x00" + raw
	}
	type command struct {
		Program     string
		Sub         []string
		Options     []facts.Option
		Operands    []facts.Word
		Assignments []facts.Assignment
		Via         []string
		CWD, Stdin  string
		FedBy       []int
		Code        []facts.Code
		Background  bool
		Conditional bool
	}
	var list []command
	for _, c := range in.Commands {
		for _, o := range c.Operands {
			whole = whole && o.Known == facts.KnownStatic
		}
		for _, o := range c.Options {
			whole = whole && o.Known == facts.KnownStatic
		}
		whole = whole && c.ProgramKnown == facts.KnownStatic
		list = append(list, command{
			c.Program, c.Subcommand, sorted(c.Options, func(a, b facts.Option) int {
				return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Value, b.Value))
			}), c.Operands, c.Assignments, c.Via, c.CWD, c.Stdin, c.FedBy, c.Code, c.Background, c.Conditional,
		})
	}
	type access struct {
		Command int
		Source  string
		Access  facts.Access
		Path    string
	}
	var touched []access
	for _, a := range in.Accesses {
		touched = append(touched, access{a.Command, a.Source, a.Access, a.Absolute})
	}
	touched = sorted(touched, func(a, b access) int {
		return cmp.Or(cmp.Compare(a.Command, b.Command), cmp.Compare(a.Source, b.Source), cmp.Compare(a.Access, b.Access), cmp.Compare(a.Path, b.Path))
	})
	if !whole { // words that are only known when it runs tell nothing
		return "raw\x00" + raw
	}
	text, err := json.Marshal(struct {
		C []command
		A []access
	}{list, touched})
	if err != nil {
		return "raw\x00" + raw
	}
	return "facts\x00" + string(text)
}

// sorted is a copy in order.
func sorted[T any](list []T, order func(a, b T) int) []T {
	list = slices.Clone(list)
	slices.SortStableFunc(list, order)
	return list
}

// Writes says whether the facts of a call show that it would change a file. A
// device (2>/dev/null) is no file.
func Writes(in *facts.Input) bool {
	for _, a := range in.Accesses {
		if a.Type == "device" {
			continue
		}
		switch a.Access {
		case facts.AccessWrite, facts.AccessDelete, facts.AccessLink, facts.AccessPermission:
			return true
		}
	}
	return false
}
