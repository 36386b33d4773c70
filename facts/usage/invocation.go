package usage

import "sync"

// Invocations counts calls in a fixed window, in constant memory. All callers,
// tools and doors share one.
type Invocations struct {
	clock   Clock
	windowS int64

	mu    sync.Mutex
	epoch int64
	count int
}

// NewInvocations starts the first window now. clock is nil for the process's own.
func NewInvocations(windowS int64, clock Clock) *Invocations {
	if clock == nil {
		clock = since()
	}
	return &Invocations{clock: clock, windowS: windowS}
}

// Ticket is one counted call.
type Ticket struct {
	// Invocations in the present window, with this call; WindowS is its length.
	Invocations int
	WindowS     int64

	w     *Invocations
	epoch int64
}

// Take counts a call. It never refuses: the caller of Take asks the policy with
// the ticket's facts and calls [Ticket.Refuse] when the answer is no.
func (w *Invocations) Take() Ticket {
	w.mu.Lock()
	defer w.mu.Unlock()
	now, _ := epoch(w.clock(), w.windowS)
	if now > w.epoch { // a clock that went back opens no window
		w.epoch, w.count = now, 0
	}
	w.count++
	return Ticket{Invocations: w.count, WindowS: w.windowS, w: w, epoch: w.epoch}
}

// Refuse takes the call back out of the count, so that a refused flood leaves
// no trace.
func (t Ticket) Refuse() {
	t.w.mu.Lock()
	defer t.w.mu.Unlock()
	if t.w.epoch == t.epoch && t.w.count > 0 {
		t.w.count--
	}
}
