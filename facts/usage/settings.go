package usage

import (
	"fmt"
	"slices"
	"time"
)

// Settings is what this package reads of data.regent.settings.usage: how long a
// window is and how much is remembered. Limits stand there too; this package
// shows them (what remains) and never compares with them.
type Settings struct {
	// InvocationsMinute is how many calls one window of InvocationWindowS takes.
	InvocationsMinute int64 `json:"invocations_minute"`
	InvocationWindowS int64 `json:"invocation_window_s"`
	// Budgets of a caller by name (tokens, payload_bytes, commands), and of each
	// of its sessions. A budget that is missing is not counted.
	Budgets        map[string]Budget `json:"budgets"`
	SessionBudgets map[string]Budget `json:"session_budgets"`
	// Loop windows by tool; a tool without one has no loop detection.
	Loops map[string]Loop `json:"loops"`
	// Callers, Sessions (of one caller) and Actions (of one caller) are how many
	// are told apart.
	Callers  int `json:"callers"`
	Sessions int `json:"sessions"`
	Actions  int `json:"actions"`
}

// Budget is a limit on a sum within a fixed window.
type Budget struct {
	Limit   int64 `json:"limit"`
	WindowS int64 `json:"window_s"`
}

// Loop is the window in which repetitions of an action count. Soft and Hard are
// for the policy.
type Loop struct {
	WindowS int64 `json:"window_s"`
	Soft    int   `json:"soft"`
	Hard    int   `json:"hard"`
}

// names are the budgets that a request can report, in the order of the facts.
var names = []string{"tokens", "payload_bytes", "commands"}

// maxWindowS keeps a window within what a clock can count.
const maxWindowS = 10 * 365 * 24 * 3600

// Validate says which setting is unusable.
func (s *Settings) Validate() error {
	windows := map[string]int64{"invocation_window_s": s.InvocationWindowS}
	for name, b := range s.Budgets {
		windows["budgets."+name+".window_s"] = b.WindowS
		if !slices.Contains(names, name) {
			return fmt.Errorf("usage settings: budgets.%s: no such budget (%v)", name, names)
		}
	}
	for name, b := range s.SessionBudgets {
		windows["session_budgets."+name+".window_s"] = b.WindowS
		if !slices.Contains(names, name) {
			return fmt.Errorf("usage settings: session_budgets.%s: no such budget (%v)", name, names)
		}
	}
	for name, l := range s.Loops {
		windows["loops."+name+".window_s"] = l.WindowS
	}
	if s.InvocationsMinute < 1 {
		return fmt.Errorf("usage settings: invocations_minute must be at least 1: there is no off switch")
	}
	for name, w := range windows {
		if w < 1 || w > maxWindowS {
			return fmt.Errorf("usage settings: %s must be 1 to %d seconds", name, maxWindowS)
		}
	}
	for name, n := range map[string]int{"callers": s.Callers, "sessions": s.Sessions, "actions": s.Actions} {
		if n < 1 || n > 1<<20 {
			return fmt.Errorf("usage settings: %s must be 1 to %d", name, 1<<20)
		}
	}
	return nil
}

// Clock returns the time since some fixed instant. It must never go back.
type Clock func() time.Duration

// since is the process's monotonic clock.
func since() Clock {
	start := time.Now()
	return func() time.Duration { return time.Since(start) }
}

// epoch is the number of the window that t lies in, and what is left of it.
func epoch(t time.Duration, windowS int64) (n int64, left time.Duration) {
	w := time.Duration(windowS) * time.Second
	return int64(t / w), w - t%w
}
