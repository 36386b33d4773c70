package usage

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"regent/facts"
)

// fakeClock is a clock that a test moves.
type fakeClock struct{ now atomic.Int64 }

func (f *fakeClock) read() time.Duration   { return time.Duration(f.now.Load()) }
func (f *fakeClock) pass(by time.Duration) { f.now.Add(int64(by)) }

func settings() Settings {
	return Settings{
		InvocationsMinute: 3, InvocationWindowS: 60,
		Budgets:        map[string]Budget{"tokens": {100, 3600}, "payload_bytes": {1000, 60}, "commands": {10, 3600}},
		SessionBudgets: map[string]Budget{"tokens": {50, 3600}},
		Loops:          map[string]Loop{"budget_guard": {WindowS: 300, Soft: 3, Hard: 5}},
		Callers:        4, Sessions: 3, Actions: 4,
	}
}

func counters(t *testing.T, s Settings) (*Counters, *fakeClock) {
	t.Helper()
	clock := &fakeClock{}
	c, err := New(s, clock.read)
	if err != nil {
		t.Fatal(err)
	}
	return c, clock
}

func yes(facts.Usage) bool { return true }
func no(facts.Usage) bool  { return false }

// under decides as the shipped rule does: no counter of the scope passes limit.
func under(scope string, limit int64) func(facts.Usage) bool {
	return func(u facts.Usage) bool {
		for _, c := range u.Counters {
			if c.Scope == scope && c.Name == "tokens" && c.After > limit {
				return false
			}
		}
		return true
	}
}

func tokens(c *Counters, caller, session string, n int64, decide func(facts.Usage) bool) *Reservation {
	return c.Reserve(Request{Caller: caller, Session: session, Tool: "budget_guard", Budget: true, Tokens: n, Consume: true}, decide)
}

func used(t *testing.T, c *Counters, caller, scope, session string) int64 {
	t.Helper()
	r := c.Reserve(Request{Caller: caller, Session: session, Tool: "budget_guard", Budget: true}, yes)
	for _, a := range r.Amounts {
		if a.Scope == scope && a.Name == "tokens" {
			return a.Used
		}
	}
	t.Fatalf("no %s tokens in %v", scope, r.Amounts)
	return 0
}

func TestFactsBeforeAndAfter(t *testing.T) {
	c, _ := counters(t, settings())
	tokens(c, "a", "", 30, yes).Commit()
	r := c.Reserve(Request{Caller: "a", Session: "s", Tool: "budget_guard", Budget: true, Tokens: 5, PayloadBytes: 7, Commands: 1, Consume: true}, yes)
	want := []facts.Counter{
		{Scope: "caller", Name: "tokens", Before: 30, After: 35, WindowS: 3600},
		{Scope: "caller", Name: "payload_bytes", Before: 0, After: 7, WindowS: 60},
		{Scope: "caller", Name: "commands", Before: 0, After: 1, WindowS: 3600},
		{Scope: "session", Name: "tokens", Before: 0, After: 5, WindowS: 3600},
	}
	if d := cmp.Diff(want, r.Usage.Counters); d != "" {
		t.Error(d)
	}
	if got := r.Amounts[0]; got != (Amount{"caller", "tokens", 100, 35, 65, 3600, 3600}) {
		t.Errorf("amount %+v", got)
	}
}

func TestOnlyConsumingAndAllowedCallsCount(t *testing.T) {
	c, _ := counters(t, settings())
	tokens(c, "a", "", 40, no)
	if got := used(t, c, "a", "caller", ""); got != 0 {
		t.Errorf("a refused call used %d", got)
	}
	c.Reserve(Request{Caller: "a", Tool: "budget_guard", Budget: true, Tokens: 40}, yes)
	if got := used(t, c, "a", "caller", ""); got != 0 {
		t.Errorf("a question used %d", got)
	}
	r := tokens(c, "a", "", 40, yes)
	if got := used(t, c, "a", "caller", ""); got != 40 {
		t.Errorf("reserved %d", got)
	}
	r.Release()
	r.Release()
	if got := used(t, c, "a", "caller", ""); got != 0 {
		t.Errorf("after release %d", got)
	}
	r = tokens(c, "a", "", 40, yes)
	r.Commit()
	r.Release()
	if got := used(t, c, "a", "caller", ""); got != 40 {
		t.Errorf("a committed call was released: %d", got)
	}
}

func TestAPanicInTheDecisionFreesTheLock(t *testing.T) {
	c, _ := counters(t, settings())
	func() {
		defer func() { _ = recover() }()
		tokens(c, "a", "", 40, func(facts.Usage) bool { panic("policy") })
	}()
	if got := used(t, c, "a", "caller", ""); got != 0 {
		t.Errorf("used %d", got)
	}
}

func TestWindowsAreFixedAndReleaseStaysWithinItsOwn(t *testing.T) {
	c, clock := counters(t, settings())
	clock.pass(3599 * time.Second)
	old := tokens(c, "a", "", 60, yes)
	clock.pass(time.Second)
	if got := used(t, c, "a", "caller", ""); got != 0 {
		t.Errorf("a new window begins with %d", got)
	}
	tokens(c, "a", "", 10, yes).Commit()
	old.Release()
	if got := used(t, c, "a", "caller", ""); got != 10 {
		t.Errorf("releasing a past window's amount leaves %d", got)
	}
}

func TestSessionsNeverWidenTheCallersBudget(t *testing.T) {
	c, _ := counters(t, settings())
	sum := int64(0)
	for i := range 50 {
		if tokens(c, "a", fmt.Sprint("s", i), 7, under("caller", 100)).Counted {
			sum += 7
		}
	}
	if sum != 98 {
		t.Errorf("50 sessions together used %d of 100", sum)
	}
}

func TestMemoryIsBoundedWhateverIsNamed(t *testing.T) {
	s := settings()
	c, clock := counters(t, s)
	for i := range 500 {
		c.Reserve(Request{Caller: "a", Session: fmt.Sprint(i), Tool: "budget_guard", Budget: true, Tokens: 1, Action: fmt.Sprint(i), Consume: true}, yes)
		tokens(c, fmt.Sprint("c", i), "", 1, yes)
	}
	o := c.callers[c.hash("caller", "a")]
	if len(c.callers) > s.Callers+1 || len(o.sessions) > s.Sessions+1 || len(o.loops.marks) > s.Actions || o.loops.recent.Len() > s.Actions {
		t.Errorf("callers %d sessions %d actions %d", len(c.callers), len(o.sessions), len(o.loops.marks))
	}
	if got := used(t, c, "c499", "caller", ""); got != 497 {
		t.Errorf("callers beyond the bound share %d, want the 497 that came after 3", got)
	}
	if got := used(t, c, "a", "session", "499"); got != 497 {
		t.Errorf("sessions beyond the bound share %d", got)
	}
	clock.pass(3600 * time.Second)
	if got := used(t, c, "a", "session", "fresh"); got != 0 || len(o.sessions) > 1 {
		t.Errorf("a new window keeps %d sessions with %d", len(o.sessions), got)
	}
}

func TestManyGoroutinesNeverPassALimit(t *testing.T) {
	c, _ := counters(t, settings())
	var granted atomic.Int64
	var wg sync.WaitGroup
	for range 64 {
		wg.Go(func() {
			for range 20 {
				r := tokens(c, "a", "", 1, under("caller", 100))
				if r.Counted {
					granted.Add(1)
					r.Commit()
				}
			}
		})
	}
	wg.Wait()
	if granted.Load() != 100 {
		t.Errorf("1280 requests of 1 token were granted %d of 100", granted.Load())
	}
}

func TestReleasesGiveTheBudgetBackUnderLoad(t *testing.T) {
	c, _ := counters(t, settings())
	var held, most atomic.Int64
	var wg sync.WaitGroup
	for g := range 64 {
		wg.Go(func() {
			for range 20 {
				r := tokens(c, "a", fmt.Sprint(g), 3, under("caller", 100))
				if !r.Counted {
					continue
				}
				now := held.Add(3)
				for m := most.Load(); now > m && !most.CompareAndSwap(m, now); m = most.Load() {
				}
				held.Add(-3)
				r.Release()
			}
		})
	}
	wg.Wait()
	if most.Load() > 100 {
		t.Errorf("%d were held at once", most.Load())
	}
	if got := used(t, c, "a", "caller", ""); got != 0 {
		t.Errorf("after all releases %d is used", got)
	}
}

func TestSumsDoNotOverflow(t *testing.T) {
	c, _ := counters(t, settings())
	tokens(c, "a", "", math.MaxInt64-1, yes).Commit()
	r := tokens(c, "a", "", math.MaxInt64, yes)
	if got := r.Usage.Counters[0].After; got != math.MaxInt64 {
		t.Errorf("after %d", got)
	}
	r.Release()
	if got := used(t, c, "a", "caller", ""); got != math.MaxInt64-1 {
		t.Errorf("release leaves %d", got)
	}
}

func TestInvocationWindow(t *testing.T) {
	clock := &fakeClock{}
	w := NewInvocations(60, clock.read)
	for want := 1; want <= 3; want++ {
		if got := w.Take(); got.Invocations != want || got.WindowS != 60 {
			t.Errorf("call %d counts %+v", want, got)
		}
	}
	for range 1000 {
		tk := w.Take()
		if tk.Invocations != 4 {
			t.Fatalf("a refused call left a trace: %d", tk.Invocations)
		}
		tk.Refuse()
	}
	late := w.Take()
	clock.pass(60 * time.Second)
	late.Refuse()
	if got := w.Take().Invocations; got != 1 {
		t.Errorf("a new window begins with %d", got)
	}
	late.Refuse()
	if got := w.Take().Invocations; got != 2 {
		t.Errorf("a ticket of a past window changed the count: %d", got)
	}
}

func TestShippedSettingsAreValid(t *testing.T) {
	raw, err := os.ReadFile("../../policies/regent/settings/usage/data.json")
	if err != nil {
		t.Fatal(err)
	}
	var s Settings
	if err := json.Unmarshal(raw, &s); err != nil {
		t.Fatal(err)
	}
	if _, err := New(s, nil); err != nil {
		t.Error(err)
	}
}

func TestSettingsThatCannotWorkAreRefused(t *testing.T) {
	for name, spoil := range map[string]func(*Settings){
		"window of nothing": func(s *Settings) { s.InvocationWindowS = 0 },
		"budget window":     func(s *Settings) { s.Budgets["tokens"] = Budget{1, -1} },
		"session window":    func(s *Settings) { s.SessionBudgets["tokens"] = Budget{1, maxWindowS + 1} },
		"loop window":       func(s *Settings) { s.Loops["x"] = Loop{} },
		"unknown budget":    func(s *Settings) { s.Budgets["money"] = Budget{1, 1} },
		"unknown session":   func(s *Settings) { s.SessionBudgets["money"] = Budget{1, 1} },
		"no callers":        func(s *Settings) { s.Callers = 0 },
		"no sessions":       func(s *Settings) { s.Sessions = 0 },
		"no actions":        func(s *Settings) { s.Actions = 1 << 21 },
	} {
		s := settings()
		spoil(&s)
		if _, err := New(s, nil); err == nil {
			t.Errorf("%s: accepted", name)
		}
		c, _ := counters(t, settings())
		if c.Update(s) == nil {
			t.Errorf("%s: accepted by Update", name)
		}
	}
}

func TestUpdateKeepsWhatWasCounted(t *testing.T) {
	c, _ := counters(t, settings())
	tokens(c, "a", "", 30, yes).Commit()
	s := settings()
	s.Budgets["tokens"] = Budget{40, 3600}
	if err := c.Update(s); err != nil {
		t.Fatal(err)
	}
	r := tokens(c, "a", "", 5, yes)
	if got := r.Amounts[0]; got.Used != 35 || got.Remaining != 5 {
		t.Errorf("%+v", got)
	}
}

// A clock that goes back, against its promise, never gives back what was used.
func TestAClockThatGoesBackWidensNothing(t *testing.T) {
	c, clock := counters(t, settings())
	clock.pass(2 * time.Hour)
	tokens(c, "a", "", 90, yes).Commit()
	w := NewInvocations(60, clock.read)
	for range 5 {
		w.Take()
	}
	clock.pass(-90 * time.Minute)
	if got := used(t, c, "a", "caller", ""); got != 90 {
		t.Errorf("%d of 90 are left", got)
	}
	if n := w.Take().Invocations; n != 6 {
		t.Errorf("call %d of the window", n)
	}
	clock.pass(3 * time.Hour)
	if got := used(t, c, "a", "caller", ""); got != 0 {
		t.Errorf("a later window begins with %d", got)
	}
	if n := w.Take().Invocations; n != 1 {
		t.Errorf("call %d of a later window", n)
	}
}
