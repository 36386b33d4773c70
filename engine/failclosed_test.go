package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"

	"regent/facts"
)

// room is a rule of package regent.text.x with METADATA and the given head and
// body.
func room(rule string) map[string]string {
	imports := ""
	if strings.Contains(rule, "lib.") {
		imports = "import data.regent.lib\n\n"
	}
	return map[string]string{"regent/text/x.rego": "package regent.text.x\n\n" + imports + "# METADATA\n# title: X\n# custom: {id: x}\n" + rule}
}

// answering is a core that answers with the given document.
func answering(decision string) map[string]string {
	return map[string]string{"regent/decision.rego": "package regent\n\ndecision := " + decision + "\n\nadmit := " + decision + "\n"}
}

func TestAnythingButAWellFormedDecisionIsBlocked(t *testing.T) {
	finding := func(s string) string { return "findings contains {" + s + "} if input.text.complete\n" }
	full := `{"decision": "SAFE", "rule": "", "findings": [], "exceptions": [], "obligations": {}}`
	alter := func(old, new string) map[string]string { return answering(strings.Replace(full, old, new, 1)) }
	tests := []struct {
		name  string
		files map[string]string
		fault string
	}{
		{"undefined", map[string]string{"regent/decision.rego": "package regent\n\ndecision := 1 if input.tool == \"other\"\n"}, "undefined"},
		{"no such document", map[string]string{"regent/decision.rego": "package regent\n\nother := 1\n"}, "undefined"},
		{"unknown word", room(finding(`"rule": "x", "decision": "MAYBE", "topic": "text", "index": -1`)), "undefined"},
		{"word in another case", room(finding(`"rule": "x", "decision": "blocked", "topic": "text", "index": -1`)), "undefined"},
		{"finding that says SAFE", room(finding(`"rule": "x", "decision": "SAFE", "topic": "text", "index": -1`)), "undefined"},
		{"finding without topic", room(finding(`"rule": "x", "decision": "BLOCKED", "index": -1`)), "undefined"},
		{"finding with more", room(finding(`"rule": "x", "decision": "BLOCKED", "topic": "text", "index": -1, "note": 1`)), "undefined"},
		{"index that is text", room(finding(`"rule": "x", "decision": "BLOCKED", "topic": "text", "index": "0"`)), "undefined"},
		{"finding that is no object", room("findings contains \"x\" if input.text.complete\n"), "undefined"},
		{"broken index", room(finding(`"rule": "x", "decision": "BLOCKED", "topic": "text", "index": 0.5`)), "integer"},
		{"unknown topic", room(finding(`"rule": "x", "decision": "BLOCKED", "topic": "weather", "index": 0`)), "no fact"},
		{"rule that no METADATA names", room(finding(`"rule": concat(".", ["y", "z"]), "decision": "BLOCKED", "topic": "text", "index": -1`)), "METADATA"},
		{"built-in error", room("findings contains lib.blocked(\"x\", \"text\", -1) if to_number(input.tool) > 3\n"), "to_number"},
		{"two values of one rule", room("findings contains lib.blocked(\"x\", \"text\", y) if input.text.complete\n\ny := 1 if input.text.complete\n\ny := 2 if input.tool != \"\"\n"), "conflict"},
		{"decision is no object", answering(`"SAFE"`), "no object"},
		{"unknown decision word", alter(`"SAFE"`, `"OK"`), "unknown word"},
		{"decision word is no string", alter(`"SAFE"`, `0`), "no short string"},
		{"member missing", alter(`, "obligations": {}`, ``), "no member obligations"},
		{"member too much", alter(`"rule": "",`, `"rule": "", "x": 1,`), "beyond"},
		{"findings are no list", alter(`[]`, `{}`), "no list"},
		{"weaker than its findings", alter(`"findings": []`, `"findings": [{"rule": "x", "decision": "BLOCKED", "subject": {"topic": "text", "index": -1}}]`), "its findings BLOCKED"},
		{"stronger than its findings", alter(`"SAFE"`, `"BLOCKED"`), "its findings SAFE"},
		{"rule of no finding", alter(`"decision": "SAFE", "rule": "", "findings": []`, `"decision": "BLOCKED", "rule": "y", "findings": [{"rule": "x", "decision": "BLOCKED", "subject": {"topic": "text", "index": -1}}]`), "that the decision names"},
		{"safe with a rule", alter(`"rule": ""`, `"rule": "x"`), "without findings"},
		{"unknown obligation", alter(`"obligations": {}`, `"obligations": {"max_tables": 1}`), "no obligation"},
		{"obligation that is none", alter(`"obligations": {}`, `"obligations": {"max_rows": 0}`), "positive"},
		{"exception that raises", alter(`"exceptions": []`, `"exceptions": [{"rule": "x", "id": "e", "until": "", "from": "SAFE", "to": "BLOCKED"}]`), "does not lower"},
		{"too many findings", alter(`"findings": []`, `"findings": [x | some a in split(sprintf("%05000d", [0]), ""); some b in ["1", "2", "3", "4", "5"]; x := concat("", [a, b])]`), "more than"},
		{"rule id too long", alter(`"rule": ""`, `"rule": sprintf("%01000d", [0])`), "no short string"},
	}
	for _, tt := range tests {
		for _, lazy := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/lazy=%v", tt.name, lazy), func(t *testing.T) {
				e := open(t, Options{FS: bundleOf(t, tt.files), Lazy: lazy})
				unavailableFor(t, e.Decide(t.Context(), input("ls")), tt.fault)
				if strings.Contains(tt.files["regent/decision.rego"], "admit") {
					unavailableFor(t, e.Admit(t.Context(), Admission{}), tt.fault)
				}
			})
		}
	}
}

func unavailableFor(t *testing.T, d Decision, fault string) {
	t.Helper()
	if d.Decision != Blocked || d.Rule != Unavailable || len(d.Findings) != 0 || d.Reason == "" || d.Remedy == "" {
		t.Errorf("got %+v", d)
	}
	if !strings.Contains(d.Fault, fault) {
		t.Errorf("fault is %q, want it to name %q", d.Fault, fault)
	}
	if strings.Contains(d.Reason, fault) {
		t.Error("the reason tells the agent about the fault")
	}
}

func TestABrokenLazySetIsBlocked(t *testing.T) {
	e := open(t, Options{FS: bundleOf(t, room("findings contains lib.blocked(")), Lazy: true})
	unavailableFor(t, e.Decide(t.Context(), input("ls")), "policies/regent/text/x.rego:")
}

func TestDeadlineEndsAnEvaluation(t *testing.T) {
	e := open(t, Options{FS: bundleOf(t, room(`findings contains lib.blocked("x", "text", -1) if {
	some a in digits
	some b in digits
	some c in digits
	some d in digits
	some f in digits
	some g in digits
	some h in digits
	some i in digits
	concat("", [a, b, c, d, f, g, h, i]) == input.tool
}

digits := split("0123456789", "")
`)), Deadline: 30 * time.Millisecond})
	unavailableFor(t, e.Decide(t.Context(), input("ls")), "too long")
	if n := e.guard.lingering.Load(); n != 0 {
		t.Errorf("%d evaluations linger", n)
	}
}

func TestCancelledCallIsBlocked(t *testing.T) {
	e := open(t, Options{FS: bundleOf(t, sample)})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	// A finished evaluation may win over a cancelled call; it then was judged.
	if d := e.Decide(ctx, input("ls")); d.Decision != Safe {
		unavailableFor(t, d, "cancel")
	}
}

func TestGuard(t *testing.T) {
	value := ast.StringTerm("v")
	t.Run("gives the answer", func(t *testing.T) {
		got, err := newGuard(0).run(t.Context(), func(context.Context, topdown.Cancel) (*ast.Term, error) { return value, nil })
		if got != value || err != nil {
			t.Error(got, err)
		}
	})
	t.Run("gives the error", func(t *testing.T) {
		want := errors.New("broken")
		if _, err := newGuard(0).run(t.Context(), func(context.Context, topdown.Cancel) (*ast.Term, error) { return value, want }); !errors.Is(err, want) {
			t.Error(err)
		}
	})
	t.Run("turns a panic into an error", func(t *testing.T) {
		if _, err := newGuard(0).run(t.Context(), func(context.Context, topdown.Cancel) (*ast.Term, error) { panic("boom") }); err == nil || !strings.Contains(err.Error(), "boom") {
			t.Error(err)
		}
	})
	// until waits for the cancellation that run owes its evaluation.
	until := func(_ context.Context, c topdown.Cancel) (*ast.Term, error) {
		for !c.Cancelled() {
			time.Sleep(time.Millisecond)
		}
		return value, nil
	}
	t.Run("keeps the deadline", func(t *testing.T) {
		if _, err := newGuard(5*time.Millisecond).run(t.Context(), until); !errors.Is(err, errDeadline) {
			t.Error(err)
		}
	})
	t.Run("watches the heap", func(t *testing.T) {
		g := newGuard(time.Hour)
		size := uint64(1)
		g.heap = func() uint64 { size += maxHeapGrowth; return size }
		if _, err := g.run(t.Context(), until); !errors.Is(err, errHeap) {
			t.Error(err)
		}
	})
	t.Run("ends with the call", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := newGuard(time.Hour).run(ctx, until); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	t.Run("answers for what does not end", func(t *testing.T) {
		g := newGuard(time.Millisecond)
		release := make(chan struct{})
		stuck := func(context.Context, topdown.Cancel) (*ast.Term, error) { <-release; return value, nil }
		for range maxLingering {
			if _, err := g.run(t.Context(), stuck); !errors.Is(err, errDeadline) {
				t.Error(err)
			}
		}
		if _, err := g.run(t.Context(), stuck); !errors.Is(err, errLingering) {
			t.Error(err)
		}
		close(release)
		for g.lingering.Load() > 0 {
			time.Sleep(time.Millisecond)
		}
		if got, err := g.run(t.Context(), func(context.Context, topdown.Cancel) (*ast.Term, error) { return value, nil }); got != value || err != nil {
			t.Error("the engine did not recover:", err)
		}
	})
}

func TestFloorRuleIsNotLoweredWhateverThePolicySays(t *testing.T) {
	files := with(sample, map[string]string{"regent/decision.rego": `package regent

decision := {"decision": "SAFE", "rule": "", "findings": [], "obligations": {}, "exceptions": [{"rule": "text.bidi", "id": "e", "until": "", "from": "BLOCKED", "to": "SAFE"}]}
`})
	for _, lazy := range []bool{false, true} {
		e := open(t, Options{FS: bundleOf(t, files), Lazy: lazy})
		unavailableFor(t, e.Decide(t.Context(), input("ls")), "floor")
	}
}

func TestNilInputIsBlocked(t *testing.T) {
	e := open(t, Options{FS: bundleOf(t, sample)})
	var none *facts.Input
	unavailableFor(t, e.Decide(t.Context(), none), "no facts")
}
