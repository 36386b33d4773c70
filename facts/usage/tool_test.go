package usage

import (
	"slices"
	"strings"
	"testing"

	"regent/facts"
)

func TestArguments(t *testing.T) {
	no := false
	for name, c := range map[string]struct {
		args Arguments
		bad  []string
	}{
		"nothing":       {Arguments{}, nil},
		"everything":    {Arguments{SessionID: "s", Tokens: MaxAmount, PayloadBytes: 1, Commands: 1, Action: "go test", Consume: &no}, nil},
		"negative":      {Arguments{Tokens: -1, PayloadBytes: -1, Commands: -1}, []string{"commands", "payload_bytes", "tokens"}},
		"not exact":     {Arguments{Tokens: MaxAmount + 1}, []string{"tokens"}},
		"odd session":   {Arguments{SessionID: "a b"}, []string{"session_id"}},
		"long action":   {Arguments{Action: strings.Repeat("x", MaxAction+1)}, []string{"action"}},
		"action of max": {Arguments{Action: strings.Repeat("x", MaxAction)}, nil},
		"not UTF-8":     {Arguments{Action: "\xff"}, []string{"action"}},
	} {
		if got := c.args.Invalid(); !slices.Equal(got, c.bad) {
			t.Errorf("%s: %v, want %v", name, got, c.bad)
		}
	}
	if r := (&Arguments{Tokens: 1}).Request("c", "t"); !r.Consume || !r.Budget || r.Caller != "c" || r.Tool != "t" {
		t.Errorf("%+v", r)
	}
	if r := (&Arguments{Consume: &no}).Request("c", "t"); r.Consume {
		t.Error("a question consumes")
	}
}

func TestResultsOfReservationsAreValid(t *testing.T) {
	c, _ := counters(t, settings())
	for i, decide := range []func(facts.Usage) bool{yes, no, yes} {
		a := Arguments{SessionID: "s", Tokens: 60, Action: "x"}
		r := c.Reserve(a.Request("a", "budget_guard"), decide)
		res := NewResult(r)
		if err := res.Validate(); err != nil {
			t.Errorf("call %d: %v in %+v", i, err, res)
		}
		if res.Consumed != (i != 1) || len(res.Budgets) != 4 || res.Repetitions == 0 {
			t.Errorf("call %d: %+v", i, res)
		}
	}
	res := NewResult(c.Reserve(Request{Caller: "a", Tool: "audit_path_access", Consume: true}, yes))
	if err := res.Validate(); err != nil {
		t.Error(err)
	}
}

func TestWrongResultsAreRefused(t *testing.T) {
	good := Amount{"caller", "tokens", 10, 4, 6, 60, 1}
	for name, spoil := range map[string]func(*Result){
		"no list":      func(r *Result) { r.Budgets = nil },
		"repetitions":  func(r *Result) { r.Repetitions = -1 },
		"remaining":    func(r *Result) { r.Budgets[0].Remaining = 7 },
		"used":         func(r *Result) { r.Budgets[0].Used = -1 },
		"window":       func(r *Result) { r.Budgets[0].WindowS = 0 },
		"name":         func(r *Result) { r.Budgets[0].Name = "money" },
		"scope":        func(r *Result) { r.Budgets[0].Scope = "world" },
		"resets":       func(r *Result) { r.Budgets[0].ResetsInS = -1 },
		"limit":        func(r *Result) { r.Budgets[0].Limit = -1 },
		"over remains": func(r *Result) { r.Budgets[0].Used = 20 },
	} {
		r := Result{Budgets: []Amount{good}}
		if err := r.Validate(); err != nil {
			t.Fatal(err)
		}
		spoil(&r)
		if r.Validate() == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
