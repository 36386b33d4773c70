package policy_tests

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"regent/engine"
	"regent/facts"
	"regent/facts/path"
)

var words = []string{"SAFE", "NEEDS_CONFIRMATION", "BLOCKED"}

// table counts label × decision.
type table map[string]map[string]int

func (c table) add(label, decision string) {
	if c[label] == nil {
		c[label] = map[string]int{}
	}
	c[label][decision]++
}

func (c table) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-20s", "label")
	for _, w := range words {
		fmt.Fprintf(&b, "%20s", w)
	}
	for _, l := range words {
		fmt.Fprintf(&b, "\n%-20s", l)
		for _, w := range words {
			fmt.Fprintf(&b, "%20d", c[l][w])
		}
	}
	return b.String()
}

func rules(d engine.Decision) string {
	var out []string
	for _, f := range d.Findings {
		out = append(out, fmt.Sprintf("%s(%s %d)", f.Rule, f.Subject.Topic, f.Subject.Index))
	}
	return strings.Join(out, " ")
}

type commandCase struct {
	ID       string `json:"id"`
	Kind     string `json:"kind"`
	CWD      string `json:"cwd"`
	Command  string `json:"command"`
	Decision string `json:"decision"`
	Why      string `json:"why"`
	Parses   *bool  `json:"parses"`
	Head     string `json:"head"`
	Setup    []step `json:"setup"`
}

// TestCommands judges every labelled command through facts and policies, with
// the scripts that it would run read and not read.
func TestCommands(t *testing.T) {
	b := loadTables(t)
	cases := lines[commandCase](t, "cases/commands.jsonl")
	same := func(s string) string { return s }
	for _, scripts := range []bool{true, false} {
		t.Run(fmt.Sprintf("scripts=%v", scripts), func(t *testing.T) {
			got := table{}
			for _, c := range cases {
				w := commandsWorld(t, c.Head)
				w.make(t, c.Setup, same)
				w.ws.CWD = c.CWD
				must(t, w.fs.MkdirAll(c.CWD))
				in := input("dry_run_command", w.ws)
				must(t, b.extractor(t, w, scripts).Extract(t.Context(), in, c.Command))
				d := b.engine.Decide(t.Context(), in)
				got.add(c.Decision, d.Decision)
				if d.Decision == c.Decision {
					continue
				}
				t.Errorf("%s %s %q\n\twant %s (%s)\n\tgot  %s: %s\n\t%s", c.ID, c.Kind, c.Command, c.Decision, c.Why, d.Decision, rules(d), d.Reason)
				if os.Getenv("REGENT_CASE") == c.ID {
					raw, _ := json.MarshalIndent(in, "", " ")
					t.Logf("%s", raw)
				}
			}
			t.Logf("\n%s", got)
			if n := got["BLOCKED"]["SAFE"]; n > 0 {
				t.Errorf("%d BLOCKED cases came out SAFE", n)
			}
		})
	}
}

type pathCase struct {
	ID        string `json:"id"`
	Kind      string `json:"kind"`
	Setup     []step `json:"setup"`
	Root      string `json:"root"`
	Path      string `json:"path"`
	Operation string `json:"operation"`
	Decision  string `json:"decision"`
	Rule      string `json:"rule"`
	Why       string `json:"why"`
}

// TestPaths judges every labelled path access.
func TestPaths(t *testing.T) {
	b := loadTables(t)
	place := strings.NewReplacer("ROOT", "/code/app", "HOME", "/home/dev", "OUTSIDE", "/srv/other", "TEMP", "/tmp").Replace
	got := table{}
	for _, c := range lines[pathCase](t, "cases/paths.jsonl") {
		w := &world{fs: path.NewMem(), ws: facts.Workspace{
			Roots: []string{place(c.Root)}, CWD: place(c.Root), Home: "/home/dev", Temp: []string{"/tmp", "/var/tmp"}, UID: 1000,
		}}
		for _, dir := range []string{"/code/app", "/home/dev", "/srv/other", "/tmp", "/var/tmp", "/etc", "/usr/bin"} {
			must(t, w.fs.MkdirAll(dir))
		}
		w.make(t, c.Setup, place)
		in := input("audit_path_access", w.ws)
		access := facts.Access(c.Operation)
		use := b.resolver(t, w).Resolve(path.Request{
			CWD: w.ws.CWD, Word: place(c.Path), Known: facts.KnownStatic, Access: access, NoFollow: access == facts.AccessDelete,
		})
		use.Command, use.Source = facts.NoCommand, "tool"
		in.Accesses = append(in.Accesses, use)
		d := b.engine.Decide(t.Context(), in)
		got.add(c.Decision, d.Decision)
		if d.Decision != c.Decision || (c.Rule != "" && d.Rule != c.Rule) {
			t.Errorf("%s %s %s %q\n\twant %s %s (%s)\n\tgot  %s: %s\n\tclasses %v, resolved %s", c.ID, c.Kind, c.Operation, c.Path, c.Decision, c.Rule, c.Why, d.Decision, rules(d), use.Classes, use.Resolved)
		}
	}
	t.Logf("\n%s", got)
	if n := got["BLOCKED"]["SAFE"]; n > 0 {
		t.Errorf("%d BLOCKED cases came out SAFE", n)
	}
}
