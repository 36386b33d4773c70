package engine

import (
	"strings"
	"testing"

	"regent/facts"
)

func TestFill(t *testing.T) {
	in := input("git", "psql")
	in.Commands[0].Subcommand = []string{"push", "origin"}
	in.Commands[0].Raw = "git push origin main"
	in.Commands[1].Options = []facts.Option{{Name: "-c"}, {Name: "-c"}, {Name: "-q"}}
	in.Queries = []facts.Query{{
		Command: 1, Relations: []facts.Relation{{Schema: "pg_catalog", Name: "pg_authid"}, {Name: "orders"}},
		Statements: []facts.Statement{{Kind: "SelectStmt"}}, Locks: []string{"a", "b", "c", "d"},
	}}
	in.Accesses = []facts.PathUse{{Command: 0, Absolute: "/code/app/link", Raw: "link", Classes: []string{"git_internals", "workspace"}, NLink: 2, Exists: true}}
	in.Usage = &facts.Usage{Loop: facts.Loop{Count: 7}}
	tests := []struct {
		text, topic string
		index       int
		want        string
	}{
		{"plain", "commands", 0, "plain"},
		{"{program} {subcommand}", "commands", 0, "git push, origin"},
		{"{command}", "commands", 0, "git push origin main"},
		{"{options}", "commands", 1, "-c, -q"},
		{"{path} is a {class}", "accesses", 0, "/code/app/link is a git internals"},
		{"{nlink} {exists}", "accesses", 0, "2 true"},
		{"{program} reads {relations} by {statements}", "queries", 0, "psql reads pg_catalog.pg_authid, orders by SelectStmt"},
		{"{locks}", "queries", 0, "a, b, c …"},
		{"{limit.kind}", "queries", 0, "?"},
		{"{loop.count} times", "usage", -1, "7 times"},
		{"{program}", "text", 1, "psql"},
		{"{dialect}", "text", -1, "bash"},
		{"{program}", "text", -1, "?"},
		{"{cwd}", "accesses", 0, "/code/app"},
		{"{nothing}", "accesses", 0, "?"},
		{"{path}", "accesses", 9, "?"},
		{"an {open brace", "accesses", 0, "an {open brace"},
		{"{}", "accesses", 0, "?"},
	}
	for _, tt := range tests {
		if got := fill(tt.text, Subject{tt.topic, tt.index}, in); got != tt.want {
			t.Errorf("%q of %s %d: %q, want %q", tt.text, tt.topic, tt.index, got, tt.want)
		}
	}
	if got := fill("{raw}", Subject{"accesses", 0}, &facts.Input{Accesses: []facts.PathUse{{Raw: "a\x1b[31m\u202eb\n" + strings.Repeat("x", 500)}}}); !strings.HasPrefix(got, "a·[31m·b·xxx") || len([]rune(got)) != maxShown+1 {
		t.Errorf("a hostile path is shown as %q", got)
	}
	// What fill puts in is text: a hole in it is not filled again.
	if got := fill("{raw}", Subject{"accesses", 0}, &facts.Input{Tool: "t", Accesses: []facts.PathUse{{Raw: "{tool}"}}}); got != "{tool}" {
		t.Errorf("got %q", got)
	}
}

func TestUnknownHoles(t *testing.T) {
	for _, tt := range []struct {
		text, topic string
		want        int
	}{
		{"plain", "text", 0},
		{"{path} {class} {access}", "accesses", 0},
		{"{host} {loopback}", "endpoints", 0},
		{"{relations} {statements} {functions}", "queries", 0},
		{"{relations}", "accesses", 1},
		{"{resolvd}", "accesses", 1},
		{"{resolved} {resolvd} {raww}", "", 2},
		{"{loop.count} {loop.counts}", "usage", 1},
		{"{open", "text", 1},
		{"{program_file}", "commands", 1},
		{"{program_file.path}", "commands", 0},
	} {
		if got := UnknownHoles(tt.text, tt.topic); len(got) != tt.want {
			t.Errorf("%q of %s: %q", tt.text, tt.topic, got)
		}
	}
}
