package audit

import (
	"context"
	"fmt"
	"runtime"
)

// maxBatch bounds the rows of one transaction, and with it the time that a lock
// is held and a caller waits behind others.
const maxBatch = 256

// pending is what one caller puts on record, on its way: all of it or nothing.
type pending struct {
	entries  []Entry
	receipts []Receipt // when it is durable
	err      error
	// wake is sent on once: when the row is decided, or to make its caller the
	// next leader.
	wake chan bool
}

// Append puts r on record and returns when the row is durable. Callers that
// arrive while a transaction is being written share the next one.
//
// A context that ends does not take the record back: the effect it speaks of
// may be done already. The wait is bounded by the busy timeout.
//
// The error is an *Error; nothing may act on the decision when there is one.
func (l *Log) Append(ctx context.Context, r Record) (Receipt, error) {
	rs, err := l.AppendAll(ctx, r)
	if err != nil {
		return Receipt{}, err
	}
	return rs[0], nil
}

// AppendAll is Append for records that belong together, in their order: either
// all of them are durable, in one transaction, or none is there.
func (l *Log) AppendAll(_ context.Context, records ...Record) ([]Receipt, error) {
	p := &pending{entries: make([]Entry, len(records)), wake: make(chan bool, 1)}
	for i, r := range records {
		e, err := prepare(r, l.opt.Masker, l.opt.Capture)
		if err != nil {
			return nil, err
		}
		if e.Time.IsZero() {
			e.Time = l.opt.now()
		}
		p.entries[i] = e
	}
	l.queue.Lock()
	if l.closed {
		l.queue.Unlock()
		return nil, unavailable(ReasonClosed, nil)
	}
	l.waiting = append(l.waiting, p)
	lead := !l.leading
	l.leading = true
	l.queue.Unlock()
	if !lead {
		lead = <-p.wake
	}
	if lead {
		l.lead()
	}
	return p.receipts, p.err
}

// lead writes one batch, whose first row is the caller's own, and hands the rest
// of the queue to the next caller. There is no goroutine of ours in between: a
// lone caller goes straight to the store.
func (l *Log) lead() {
	l.gather()
	l.queue.Lock()
	n := min(len(l.waiting), maxBatch)
	batch := append([]*pending(nil), l.waiting[:n]...)
	l.waiting = append(l.waiting[:0], l.waiting[n:]...)
	l.queue.Unlock()
	l.lastSize = len(batch)

	l.commit(batch)
	for _, p := range batch[1:] {
		p.wake <- false
	}

	l.queue.Lock()
	if len(l.waiting) > 0 {
		l.waiting[0].wake <- true
	} else {
		l.leading = false
		l.idle.Broadcast()
	}
	l.queue.Unlock()
	l.afterCommit()
}

// gather gives callers that were just answered the chance to come back before
// the next transaction starts, as long as more keep coming. It waits for nobody.
func (l *Log) gather() {
	if l.lastSize < 2 {
		return
	}
	for before := 0; ; {
		l.queue.Lock()
		n := len(l.waiting)
		l.queue.Unlock()
		if n == before || n >= l.lastSize {
			return
		}
		before = n
		runtime.Gosched()
	}
}

// commit decides every row of the batch. A panic in the store is an error like
// any other.
func (l *Log) commit(batch []*pending) {
	l.store.Lock()
	defer l.store.Unlock()
	err := func() (err error) {
		defer func() {
			if r := recover(); r != nil {
				err = unavailable(ReasonIO, fmt.Errorf("store: %v", r))
				l.drop()
			}
		}()
		return l.write(batch)
	}()
	if err != nil {
		for _, p := range batch {
			if p.err == nil && p.receipts == nil {
				p.err = err
			}
		}
	}
	for _, p := range batch {
		l.owed.settle(p)
	}
}
