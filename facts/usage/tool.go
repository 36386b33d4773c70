package usage

import (
	"regexp"
	"slices"
	"sync"
	"unicode/utf8"
)

// Bounds of the budget tool's arguments: what the tool can count exactly, not
// what a caller may use.
const (
	MaxAmount = 1<<53 - 1 // exact in every JSON reader
	MaxAction = 4096      // bytes
)

var identifier = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._:@/-]{0,127}$`)
})

// Arguments are the budget tool's. What the tool advertises of them stands in
// its own table.
//
// A tool call is: decode into Arguments, [Arguments.Invalid],
// [Counters.Reserve] with [Arguments.Request] and a decide function that puts
// facts.Usage into the input and asks the policy, audit, then Commit and
// [NewResult], or Release.
type Arguments struct {
	SessionID                      string
	Tokens, PayloadBytes, Commands int64
	Action                         string
	Consume                        *bool // nil: true
}

// Invalid returns the names of the arguments that are out of bounds, sorted.
func (a *Arguments) Invalid() []string {
	var bad []string
	for name, n := range map[string]int64{"tokens": a.Tokens, "payload_bytes": a.PayloadBytes, "commands": a.Commands} {
		if n < 0 || n > MaxAmount {
			bad = append(bad, name)
		}
	}
	if a.SessionID != "" && !identifier().MatchString(a.SessionID) {
		bad = append(bad, "session_id")
	}
	if len(a.Action) > MaxAction || !utf8.ValidString(a.Action) {
		bad = append(bad, "action")
	}
	slices.Sort(bad)
	return bad
}

// Request is the call as [Counters.Reserve] takes it.
func (a *Arguments) Request(caller, tool string) Request {
	return Request{
		Caller: caller, Session: a.SessionID, Tool: tool, Budget: true,
		Tokens: a.Tokens, PayloadBytes: a.PayloadBytes, Commands: a.Commands,
		Action: a.Action, Consume: a.Consume == nil || *a.Consume,
	}
}

// Result is what the budget tool adds to its decision: every budget with what
// remains of it, and how often the action was repeated.
type Result struct {
	Consumed    bool     `json:"consumed" jsonschema_description:"Whether the call was counted."`
	Budgets     []Amount `json:"budgets" jsonschema_description:"Every budget as it stands now."`
	Repetitions int      `json:"repetitions" jsonschema:"minimum=0" jsonschema_description:"How often the action was seen with no write between, with this call; 0 without an action."`
}

// NewResult is the result of a reservation.
func NewResult(r *Reservation) Result {
	budgets := r.Amounts
	if budgets == nil {
		budgets = []Amount{}
	}
	return Result{Consumed: r.Counted, Budgets: budgets, Repetitions: r.Usage.Loop.Count}
}

type constError string

func (e constError) Error() string { return string(e) }

const (
	errNegative = constError("budget result: a negative amount")
	errRemain   = constError("budget result: more remains than the limit leaves")
	errNames    = constError("budget result: an unknown budget")
	errMissing  = constError("budget result: no list of budgets")
)

// Validate says whether the result keeps its own rules.
func (r *Result) Validate() error {
	if r.Budgets == nil {
		return errMissing
	}
	if r.Repetitions < 0 {
		return errNegative
	}
	for _, b := range r.Budgets {
		switch {
		case b.Limit < 0 || b.Used < 0 || b.Remaining < 0 || b.WindowS < 1 || b.ResetsInS < 0:
			return errNegative
		case b.Remaining != max(0, b.Limit-b.Used):
			return errRemain
		case !slices.Contains(names, b.Name) || b.Scope != "caller" && b.Scope != "session":
			return errNames
		}
	}
	return nil
}
