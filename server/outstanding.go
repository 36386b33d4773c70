package server

import (
	"context"
	"sync"
	"sync/atomic"
)

// request is an admitted call. Its id and its slot are taken until its reply
// was delivered or discarded.
type request struct {
	key    string
	cancel context.CancelFunc
	state  atomic.Int32
}

// A request is open until its reply's write begins or somebody cancels it,
// whichever comes first: the other then has no effect.
const (
	stateOpen int32 = iota
	stateWritten
	stateCancelled
)

// written claims the request for writing.
func (r *request) written() bool { return r.state.CompareAndSwap(stateOpen, stateWritten) }

// drop claims the request for the one who cancels it.
func (r *request) drop() bool {
	if !r.state.CompareAndSwap(stateOpen, stateCancelled) {
		return false
	}
	r.cancel()
	return true
}

func (r *request) dropped() bool { return r.state.Load() == stateCancelled }

// outstanding is the table of admitted calls of one stdio session, or the
// slots of the HTTP endpoint, where every request has a key of its own.
type outstanding struct {
	mu       sync.Mutex
	byKey    map[string]*request
	running  int // admitted and not yet answered
	stopped  bool
	finished chan struct{} // closed when stopped and nothing runs
}

func newOutstanding() *outstanding {
	return &outstanding{byKey: map[string]*request{}, finished: make(chan struct{})}
}

// verdict is how an admission went.
type verdict uint8

const (
	admitted verdict = iota
	duplicate
	full
	closed
)

func (o *outstanding) admit(r *request) verdict {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.stopped:
		return closed
	case o.byKey[r.key] != nil:
		return duplicate
	case len(o.byKey) >= MaxOutstanding:
		return full
	}
	o.byKey[r.key] = r
	o.running++
	return admitted
}

// taken reports whether a key is in flight.
func (o *outstanding) taken(id ID) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.byKey) > 0 && o.byKey[id.key()] != nil
}

func (o *outstanding) find(key string) *request {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.byKey[key]
}

// answered says that a call's work is over; its slot stays.
func (o *outstanding) answered() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.running--
	o.check()
}

// release frees the id and the slot.
func (o *outstanding) release(r *request) {
	o.mu.Lock()
	delete(o.byKey, r.key)
	o.mu.Unlock()
}

// stop admits no more. finished closes when what runs has been answered.
func (o *outstanding) stop() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.stopped {
		o.stopped = true
		o.check()
	}
}

func (o *outstanding) check() {
	if o.stopped && o.running == 0 {
		select {
		case <-o.finished:
		default:
			close(o.finished)
		}
	}
}

// dropAll cancels everything and gives what was cancelled.
func (o *outstanding) dropAll() (dropped []*request) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, r := range o.byKey {
		if r.drop() {
			dropped = append(dropped, r)
		}
	}
	return dropped
}
