package tools

import (
	"container/list"
	"context"
	"sync"
	"time"
)

// slots bounds how many calls run at a time. Waiters are served in order of
// arrival, so that a burst of one kind cannot starve an earlier call.
type slots struct {
	mu      sync.Mutex
	free    int
	waiting list.List // of chan struct{}
	wait    time.Duration
}

func newSlots(n int, wait time.Duration) *slots { return &slots{free: n, wait: wait} }

// acquire takes a slot; false when none came free in time or ctx is done.
func (s *slots) acquire(ctx context.Context) bool {
	s.mu.Lock()
	if s.free > 0 && s.waiting.Len() == 0 {
		s.free--
		s.mu.Unlock()
		return true
	}
	if s.wait <= 0 {
		s.mu.Unlock()
		return false
	}
	ready := make(chan struct{})
	e := s.waiting.PushBack(ready)
	s.mu.Unlock()

	t := time.NewTimer(s.wait)
	defer t.Stop()
	select {
	case <-ready:
		return true
	case <-t.C:
	case <-ctx.Done():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-ready: // handed over while we gave up: pass it on
		s.passOn()
	default:
		s.waiting.Remove(e)
	}
	return false
}

func (s *slots) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.passOn()
}

func (s *slots) passOn() {
	if e := s.waiting.Front(); e != nil {
		s.waiting.Remove(e)
		close(e.Value.(chan struct{}))
		return
	}
	s.free++
}
