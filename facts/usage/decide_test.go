package usage_test

import (
	"io/fs"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"regent/engine"
	"regent/facts"
	"regent/facts/usage"
	"regent/policies"
)

// guard is the budget tool without its door: counters, and the shipped policy
// with the given settings.
type guard struct {
	engine   *engine.Engine
	counters *usage.Counters
}

func newGuard(t testing.TB, settings map[string]any) *guard {
	t.Helper()
	e, err := engine.Open(t.Context(), engine.Options{Settings: map[string]any{"usage": settings}})
	if err != nil {
		t.Fatal(err)
	}
	var s usage.Settings
	if err := e.Table("regent/settings/usage", &s); err != nil {
		t.Fatal(err)
	}
	c, err := usage.New(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	return &guard{e, c}
}

func (g *guard) call(t testing.TB, r usage.Request) (engine.Decision, *usage.Reservation) {
	t.Helper()
	in := &facts.Input{Tool: r.Tool, Caller: facts.Caller{ID: r.Caller, Kind: "local", Transport: "cli"}}
	var d engine.Decision
	res := g.counters.Reserve(r, func(u facts.Usage) bool {
		in.Usage = &u
		d = g.engine.Decide(t.Context(), in)
		return d.Decision != engine.Blocked
	})
	if d.Rule == engine.Unavailable {
		t.Fatal(d.Fault)
	}
	res.Commit()
	return d, res
}

func tokens(n int64) usage.Request {
	return usage.Request{Caller: "a", Tool: "budget_guard", Budget: true, Tokens: n, Consume: true}
}

func TestTheShippedPolicyOnABudget(t *testing.T) {
	g := newGuard(t, map[string]any{"budgets": map[string]any{"tokens": map[string]any{"limit": 100}}})
	for i, step := range []struct {
		tokens         int64
		ask            bool
		decision, rule string
		used           int64
	}{
		{50, false, "SAFE", "", 50},
		{29, false, "SAFE", "", 79},
		{1, true, "NEEDS_CONFIRMATION", "usage.budget_soft", 79},
		{1, false, "NEEDS_CONFIRMATION", "usage.budget_soft", 80},
		{10, false, "SAFE", "", 90},
		{11, true, "BLOCKED", "usage.budget", 90},
		{11, false, "BLOCKED", "usage.budget", 90},
		{10, false, "SAFE", "", 100},
		{1, false, "BLOCKED", "usage.budget", 100},
		{0, false, "SAFE", "", 100},
	} {
		r := tokens(step.tokens)
		r.Consume = !step.ask
		d, res := g.call(t, r)
		if d.Decision != step.decision || d.Rule != step.rule || res.Amounts[0].Used != step.used || res.Amounts[0].Remaining != 100-step.used {
			t.Errorf("step %d: %s %s, %+v; want %+v", i, d.Decision, d.Rule, res.Amounts[0], step)
		}
	}
}

func TestTheShippedPolicyOnRepetition(t *testing.T) {
	g := newGuard(t, map[string]any{"loops": map[string]any{"budget_guard": map[string]any{"soft": 3, "hard": 5}}})
	for i, want := range []string{"SAFE", "SAFE", "NEEDS_CONFIRMATION", "NEEDS_CONFIRMATION", "BLOCKED", "BLOCKED"} {
		if d, _ := g.call(t, usage.Request{Caller: "a", Tool: "budget_guard", Budget: true, Action: "go test", Consume: true}); d.Decision != want {
			t.Errorf("repetition %d: %s %s, want %s", i+1, d.Decision, d.Rule, want)
		}
	}
	g.call(t, usage.Request{Caller: "a", Tool: "dry_run_command", Action: "edit", Writes: true, Consume: true})
	if d, _ := g.call(t, usage.Request{Caller: "a", Tool: "budget_guard", Budget: true, Action: "go test", Consume: true}); d.Decision != "SAFE" {
		t.Errorf("after a write: %s %s", d.Decision, d.Rule)
	}
}

func TestTheShippedPolicyNeverGivesOneTooMany(t *testing.T) {
	g := newGuard(t, map[string]any{"budgets": map[string]any{"tokens": map[string]any{"limit": 100}}})
	var granted atomic.Int64
	var wg sync.WaitGroup
	for range 64 {
		wg.Go(func() {
			for range 3 {
				if _, res := g.call(t, tokens(1)); res.Counted {
					granted.Add(1)
				}
			}
		})
	}
	wg.Wait()
	if granted.Load() != 100 {
		t.Errorf("192 requests of 1 token were granted %d of 100", granted.Load())
	}
}

func TestTheShippedPolicyOnTheInvocationWindow(t *testing.T) {
	g := newGuard(t, map[string]any{"invocations_minute": 3})
	w := usage.NewInvocations(60, nil)
	for i, want := range []string{"SAFE", "SAFE", "SAFE", "BLOCKED", "BLOCKED"} {
		ticket := w.Take()
		d := g.engine.Admit(t.Context(), engine.Admission{Tool: "dry_run_command", Invocations: ticket.Invocations, WindowS: ticket.WindowS})
		if d.Decision != want || want == "BLOCKED" && d.Rule != "INVOCATION_RATE_LIMIT" {
			t.Errorf("call %d: %s %s, want %s", i+1, d.Decision, d.Rule, want)
		}
		if d.Decision != "SAFE" {
			ticket.Refuse()
		}
	}
}

// oneRule is a policy with the shipped decision and one rule, the simplest that
// keeps a budget. It has to be evaluated: what cannot fire costs nothing.
func oneRule(b *testing.B) *engine.Engine {
	b.Helper()
	files := fstest.MapFS{"regent/usage/one.rego": {Data: []byte(`package regent.usage.one

import data.regent.lib

# METADATA
# title: One rule
# custom:
#   id: one
#   remedy: none
findings contains lib.blocked("one", "usage", i) if {
	some i, c in input.usage.counters
	c.after > data.regent.settings.usage.budgets[c.name].limit
}
`)}, "regent/settings/usage/data.json": {Data: []byte(`{"budgets": {"tokens": {"limit": 9}, "payload_bytes": {"limit": 9}, "commands": {"limit": 9}}}`)}}
	for _, name := range []string{"regent/decision.rego", "regent/lib.rego"} {
		raw, err := fs.ReadFile(policies.FS, name)
		if err != nil {
			b.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: raw}
	}
	e, err := engine.Open(b.Context(), engine.Options{Forget: true, FS: files})
	if err != nil {
		b.Fatal(err)
	}
	return e
}

// BenchmarkBudgetGuard compares a whole budget decision, counters included, with
// one evaluation of a policy of one rule.
func BenchmarkBudgetGuard(b *testing.B) {
	b.Run("one_rule", func(b *testing.B) {
		e := oneRule(b)
		in := &facts.Input{Tool: "budget_guard", Caller: facts.Caller{ID: "a", Kind: "local", Transport: "cli"}, Usage: &facts.Usage{Consume: true, Counters: []facts.Counter{
			{Scope: "caller", Name: "tokens", Before: 1, After: 2, WindowS: 60},
			{Scope: "caller", Name: "payload_bytes", WindowS: 60},
			{Scope: "caller", Name: "commands", WindowS: 60},
		}}}
		for b.Loop() {
			if d := e.Decide(b.Context(), in); d.Decision != engine.Safe {
				b.Fatal(d.Fault)
			}
		}
	})
	b.Run("budget_guard", func(b *testing.B) {
		g := newGuard(b, map[string]any{"budgets": map[string]any{"tokens": map[string]any{"limit": int64(1) << 52}}})
		for b.Loop() {
			if d, _ := g.call(b, tokens(1)); d.Decision != engine.Safe {
				b.Fatal(d.Rule)
			}
		}
	})
}
