package usage

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"math"
	"sync"
	"time"

	"regent/facts"
)

// Counters holds the counters of all callers.
type Counters struct {
	key   [32]byte
	clock Clock

	mu       sync.Mutex // guards what follows, never held while a policy decides
	settings Settings
	callers  map[digest]*caller
}

type digest [sha256.Size]byte

// New returns empty counters. clock is nil for the process's own.
func New(s Settings, clock Clock) (*Counters, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	if clock == nil {
		clock = since()
	}
	c := &Counters{clock: clock, settings: s, callers: map[digest]*caller{}}
	rand.Read(c.key[:])
	return c, nil
}

// Update takes the settings of a reloaded policy. What was counted stays; a
// window of another length begins anew.
func (c *Counters) Update(s Settings) error {
	if err := s.Validate(); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.settings = s
	return nil
}

// hash is the keyed hash under which a name is kept.
func (c *Counters) hash(kind, text string) digest {
	mac := hmac.New(sha256.New, c.key[:])
	mac.Write([]byte(kind))
	mac.Write([]byte{0})
	mac.Write([]byte(text))
	var d digest
	mac.Sum(d[:0])
	return d
}

// caller is one owner's counters. mu is held while the policy decides.
type caller struct {
	mu       sync.Mutex
	totals   map[string]*total
	sessions map[digest]map[string]*total
	loops    loops
}

// total is a sum within the present window.
type total struct {
	windowS int64
	epoch   int64
	sum     int64
}

// at returns the sum in the window that now lies in.
func (t *total) at(now time.Duration, windowS int64) int64 {
	n, _ := epoch(now, windowS)
	if t.windowS != windowS || n > t.epoch { // a clock that went back opens no window
		t.windowS, t.epoch, t.sum = windowS, n, 0
	}
	return t.sum
}

// Request is what a call would use.
type Request struct {
	Caller  string // facts.Caller.ID
	Session string // "" for none
	Tool    string
	// Budget asks for the budget counters; the amounts are ignored without it.
	Budget                         bool
	Tokens, PayloadBytes, Commands int64
	// Action is a text that identifies what would be done, "" for none. Writes
	// says that it changes files: others' repetitions then count anew.
	Action string
	Writes bool
	// Consume is false for a question: nothing is counted whatever is decided.
	Consume bool
}

func (r *Request) amount(name string) int64 {
	switch name {
	case "tokens":
		return r.Tokens
	case "payload_bytes":
		return r.PayloadBytes
	}
	return r.Commands
}

// Reservation is what was counted for one call. It may be used from any
// goroutine.
type Reservation struct {
	// Usage is what the policy saw: counters before and after the call.
	Usage facts.Usage
	// Amounts are the budgets as they stand after the decision.
	Amounts []Amount
	// Counted says that the call was counted.
	Counted bool

	once   sync.Once
	caller *caller
	taken  []taken
	action *mark
	begin  time.Duration // of the action's window
}

// Amount is one budget as a result shows it.
type Amount struct {
	Scope     string `json:"scope" jsonschema:"enum=caller,enum=session"`
	Name      string `json:"name" jsonschema:"enum=tokens,enum=payload_bytes,enum=commands"`
	Limit     int64  `json:"limit" jsonschema:"minimum=0"`
	Used      int64  `json:"used" jsonschema:"minimum=0"`
	Remaining int64  `json:"remaining" jsonschema:"minimum=0"`
	WindowS   int64  `json:"window_s" jsonschema:"minimum=1"`
	ResetsInS int64  `json:"resets_in_s" jsonschema:"minimum=0"`
}

// taken is an amount that can be given back while its window lasts.
type taken struct {
	total  *total
	epoch  int64
	amount int64
}

// Reserve states what the call would use and asks decide, under the caller's
// lock, whether it may. When decide says yes and the request consumes, the
// amounts are counted at once; Release gives them back. decide must not call
// this package again. If it panics nothing is counted and the lock is free.
func (c *Counters) Reserve(r Request, decide func(facts.Usage) bool) *Reservation {
	c.mu.Lock()
	s := c.settings
	owner := c.owner(r.Caller, s.Callers)
	c.mu.Unlock()

	owner.mu.Lock()
	defer owner.mu.Unlock()
	now := c.clock()
	res := &Reservation{caller: owner, Usage: facts.Usage{Counters: []facts.Counter{}, Consume: r.Consume}}
	rows := c.rows(owner, &r, &s, now)
	for _, row := range rows {
		before := row.total.at(now, row.budget.WindowS)
		res.Usage.Counters = append(res.Usage.Counters, facts.Counter{
			Scope: row.scope, Key: "", Name: row.name, Before: before, After: add(before, row.amount), WindowS: row.budget.WindowS,
		})
	}
	var id digest
	loop, watched := s.Loops[r.Tool]
	watched = watched && r.Action != ""
	if watched {
		id = c.hash("action", r.Tool+"\x00"+r.Action)
		res.Usage.Loop = owner.loops.peek(id, now, loop)
	}
	if decide(res.Usage) && r.Consume {
		res.Counted = true
		for _, row := range rows {
			before := row.total.sum
			row.total.sum = add(before, row.amount)
			res.taken = append(res.taken, taken{row.total, row.total.epoch, row.total.sum - before})
		}
		if watched {
			res.action = owner.loops.count(id, now, loop, s.Actions)
			res.begin = res.action.begin
		}
		if r.Writes {
			owner.loops.wrote(res.action)
		}
	}
	for _, row := range rows {
		_, left := epoch(now, row.budget.WindowS)
		res.Amounts = append(res.Amounts, Amount{
			Scope: row.scope, Name: row.name, Limit: row.budget.Limit, Used: row.total.sum,
			Remaining: max(0, row.budget.Limit-row.total.sum), WindowS: row.budget.WindowS,
			ResetsInS: int64((left + time.Second - 1) / time.Second),
		})
	}
	return res
}

// owner returns a caller's counters. Callers beyond the bound share one.
func (c *Counters) owner(name string, limit int) *caller {
	id := c.hash("caller", name)
	if o := c.callers[id]; o != nil {
		return o
	}
	if len(c.callers) >= limit {
		id = digest{}
		if o := c.callers[id]; o != nil {
			return o
		}
	}
	o := &caller{totals: map[string]*total{}, sessions: map[digest]map[string]*total{}}
	c.callers[id] = o
	return o
}

// row is one counter of a request.
type row struct {
	scope, name string
	budget      Budget
	total       *total
	amount      int64
}

func (c *Counters) rows(o *caller, r *Request, s *Settings, now time.Duration) []row {
	if !r.Budget {
		return nil
	}
	var out []row
	fill := func(scope string, totals map[string]*total, budgets map[string]Budget) {
		for _, name := range names {
			b, ok := budgets[name]
			if !ok {
				continue
			}
			if totals[name] == nil {
				totals[name] = &total{}
			}
			out = append(out, row{scope, name, b, totals[name], r.amount(name)})
		}
	}
	fill("caller", o.totals, s.Budgets)
	if r.Session != "" && len(s.SessionBudgets) > 0 {
		fill("session", o.session(c.hash("session", r.Session), s, now), s.SessionBudgets)
	}
	return out
}

// session returns a session's totals. Sessions beyond the bound share one set
// until those of a past window are forgotten.
func (o *caller) session(id digest, s *Settings, now time.Duration) map[string]*total {
	if t := o.sessions[id]; t != nil {
		return t
	}
	if len(o.sessions) >= s.Sessions {
		for k, totals := range o.sessions {
			live := false
			for _, t := range totals {
				n, _ := epoch(now, max(t.windowS, 1))
				live = live || t.epoch == n && t.sum > 0
			}
			if !live {
				delete(o.sessions, k)
			}
		}
	}
	if len(o.sessions) >= s.Sessions {
		id = digest{}
		if t := o.sessions[id]; t != nil {
			return t
		}
	}
	t := map[string]*total{}
	o.sessions[id] = t
	return t
}

// Commit keeps what was counted. After it, Release does nothing.
func (r *Reservation) Commit() { r.once.Do(func() {}) }

// Release gives back what was counted, unless the call was committed. A window
// that is over took it with it.
func (r *Reservation) Release() {
	r.once.Do(func() {
		if !r.Counted {
			return
		}
		r.caller.mu.Lock()
		defer r.caller.mu.Unlock()
		for _, t := range r.taken {
			if t.total.epoch == t.epoch {
				t.total.sum -= t.amount
			}
		}
		r.caller.loops.uncount(r.action, r.begin)
	})
}

// add is a sum that stays at the greatest number instead of turning negative.
func add(a, b int64) int64 {
	if b < 0 {
		b = 0
	}
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}
