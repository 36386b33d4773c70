package engine

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"regent/facts"
)

func TestDecide(t *testing.T) {
	e := open(t, Options{FS: bundleOf(t, sample)})
	rm := touching(input("rm"), facts.AccessDelete, "/etc/hosts", "")
	rm.Commands[0].Options = []facts.Option{{Name: "-r", Known: facts.KnownStatic}}
	curl := input("curl")
	curl.Endpoints = []facts.Endpoint{
		{Host: "localhost", Role: "target", Known: facts.KnownStatic},
		{Host: "evil\u202e.example", Role: "target", Known: facts.KnownStatic},
	}
	bidi := input("ls")
	bidi.Text.Tags.Bidi = []int{-1}
	tests := []struct {
		name           string
		in             *facts.Input
		decision, rule string
		reason, remedy string
		findings       []string
	}{
		{"nothing fires", input("ls"), Safe, "", "", "", nil},
		{"the strongest leads", rm, Blocked, "rm.outside_workspace", "Deletes /etc/hosts outside the workspace", "Delete only below /code/app", []string{"rm.outside_workspace", "rm.recursive"}},
		{"holes are shown without controls", curl, NeedsConfirmation, "curl.network", "Talks to evil·.example", "", []string{"curl.network"}},
		{"a rule on data", touching(input("cat"), facts.AccessRead, "/home/dev/.ssh/id_rsa", "", "credential_store"), Blocked, "accesses.secret", "Touches /home/dev/.ssh/id_rsa, a credential store", "", []string{"accesses.secret"}},
		{"a finding about the whole text", bidi, Blocked, "text.bidi", "The text holds bidirectional controls", "", []string{"text.bidi"}},
		{"a path without a command", &facts.Input{Tool: "audit_path_access", Accesses: []facts.PathUse{{Command: facts.NoCommand, Access: facts.AccessRead, Resolved: "/x", Classes: []string{"credential_store"}}}}, Blocked, "accesses.secret", "Touches /x, a credential store", "", []string{"accesses.secret"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := e.Decide(t.Context(), tt.in)
			if d.Decision != tt.decision || d.Rule != tt.rule || d.Reason != tt.reason || d.Remedy != tt.remedy {
				t.Errorf("got %s %s %q %q (fault %s)", d.Decision, d.Rule, d.Reason, d.Remedy, d.Fault)
			}
			var rules []string
			for _, f := range d.Findings {
				rules = append(rules, f.Rule)
				if !strings.HasPrefix(f.Location, "policies/regent/") || !strings.Contains(f.Location, ".rego:") {
					t.Errorf("location of %s is %q", f.Rule, f.Location)
				}
			}
			if diff := cmp.Diff(tt.findings, rules); diff != "" {
				t.Errorf("findings: %s", diff)
			}
		})
	}
}

func TestDecideConcurrentlyWithReload(t *testing.T) {
	for _, lazy := range []bool{false, true} {
		e := open(t, Options{FS: bundleOf(t, sample), Lazy: lazy})
		var wg sync.WaitGroup
		for i := range 8 {
			wg.Go(func() {
				programs := [][]string{{"rm"}, {"curl"}, {"ls"}, {"rm", "curl"}}[i%4]
				for range 50 {
					if d := e.Decide(context.Background(), input(programs...)); d.Rule == Unavailable {
						t.Error(d.Fault)
					}
					var programs map[string]any
					if err := e.Table("regent/programs", &programs); err != nil || len(programs) != 2 {
						t.Error(programs, err)
					}
				}
			})
		}
		for range 3 {
			if err := e.Reload(t.Context()); err != nil {
				t.Error(err)
			}
		}
		wg.Wait()
	}
}

func TestReloadKeepsTheLastGoodSet(t *testing.T) {
	files := bundleOf(t, sample)
	e := open(t, Options{FS: files})
	digest, generation := e.Digest(), e.Generation()
	good := files["regent/program/rm/rm.rego"].Data
	files["regent/program/rm/rm.rego"].Data = []byte("package regent.program.rm\n\nfindings contains {")
	err := e.Reload(t.Context())
	if err == nil || !strings.Contains(err.Error(), "policies/regent/program/rm/rm.rego:3") {
		t.Errorf("error is %v", err)
	}
	if e.Digest() != digest || e.Generation() != generation {
		t.Error("a broken set took the place of a good one")
	}
	if d := e.Decide(t.Context(), touching(input("rm"), facts.AccessDelete, "/etc", "")); d.Rule != "rm.outside_workspace" {
		t.Errorf("rule is %s", d.Rule)
	}
	files["regent/program/rm/rm.rego"].Data = append(good, "\n# changed\n"...)
	if err := e.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	if e.Digest() == digest || e.Generation() == generation {
		t.Error("the digest does not tell two sets apart")
	}
}

func TestAdmit(t *testing.T) {
	e := open(t, Options{FS: bundleOf(t, map[string]string{
		"regent/admission/rate.rego": `package regent.admission.rate

import data.regent.lib

# METADATA
# title: More than {invocations} calls
# schemas:
#   - input: {"type": "object", "properties": {"invocations": {"type": "integer"}}}
# custom: {id: RATE}
findings contains lib.blocked("RATE", "usage", -1) if input.invocations > data.regent.settings.usage.limit
`,
		"regent/settings/usage/data.json": `{"limit": 3}`,
	}), Settings: map[string]any{"usage": map[string]any{"limit": 5}}})
	if d := e.Admit(t.Context(), Admission{Tool: "x", Invocations: 5, WindowS: 60}); d.Decision != Safe {
		t.Errorf("at the limit: %+v", d)
	}
	d := e.Admit(t.Context(), Admission{Tool: "x", Invocations: 6, WindowS: 60})
	if d.Decision != Blocked || d.Rule != "RATE" || d.Reason != "More than 6 calls" {
		t.Errorf("over the limit: %+v", d)
	}
}

// TestBehindIsTheSame: a start that compiles behind itself decides as every
// other does, from its first call on.
func TestBehindIsTheSame(t *testing.T) {
	behind, err := Open(t.Context(), Options{Behind: true})
	if err != nil {
		t.Fatal(err)
	}
	full, err := Open(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	in := &facts.Input{
		Tool: "audit_path_access", Workspace: facts.Workspace{Roots: []string{"/code/app"}},
		Accesses: []facts.PathUse{{Command: -1, Source: "tool", Access: facts.AccessRead, Resolved: "/code/app/.env", Root: "/code/app", Classes: []string{"project_secret", "workspace"}}},
	}
	a, b := behind.Decide(t.Context(), in), full.Decide(t.Context(), in)
	if diff := cmp.Diff(b, a); diff != "" || a.Decision != NeedsConfirmation {
		t.Errorf("%s: %s", a.Decision, diff)
	}
	if d := behind.Admit(t.Context(), Admission{Tool: "x", Invocations: 1, WindowS: 60}); d.Decision != Safe {
		t.Errorf("admission: %+v", d)
	}
}
