package usage

import (
	"encoding/json"

	"regent/facts"
)

// Action returns a text that is the same for calls that would do the same: shell
// text by its commands, not by its spacing and quoting; a query by its parts;
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
			c.Program, c.Subcommand, c.Options, c.Operands, c.Assignments, c.Via, c.CWD, c.Stdin, c.FedBy, c.Code, c.Background, c.Conditional,
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
