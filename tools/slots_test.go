package tools

import (
	"context"
	"sync"
	"testing"
	"time"
)

func TestSlotsServeInOrderOfArrival(t *testing.T) {
	s := newSlots(1, time.Minute)
	if !s.acquire(t.Context()) {
		t.Fatal("a free slot was refused")
	}
	const n = 8
	order := make(chan int, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if s.acquire(context.Background()) {
				order <- i
				s.release()
			}
		}()
		waitUntil(t, func() bool { s.mu.Lock(); defer s.mu.Unlock(); return s.waiting.Len() == i+1 })
	}
	s.release()
	wg.Wait()
	for want := range n {
		if got := <-order; got != want {
			t.Fatalf("place %d went to waiter %d", want, got)
		}
	}
}

func TestSlotsGiveUp(t *testing.T) {
	s := newSlots(1, 5*time.Millisecond)
	s.acquire(t.Context())
	if s.acquire(t.Context()) {
		t.Fatal("a second slot was given")
	}
	s.release()
	if !s.acquire(t.Context()) {
		t.Fatal("the slot of a waiter that gave up was lost")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s.wait = time.Minute
	if s.acquire(ctx) {
		t.Fatal("a cancelled waiter got a slot")
	}
	if s.waiting.Len() != 0 {
		t.Fatal("a cancelled waiter stays in the queue")
	}
}

func TestSlotsWithoutWaiting(t *testing.T) {
	s := newSlots(1, 0)
	s.acquire(t.Context())
	if s.acquire(t.Context()) {
		t.Fatal("a wait of zero must refuse at once")
	}
}

func TestSlotsNeverLoseOne(t *testing.T) {
	s := newSlots(3, time.Millisecond)
	var wg sync.WaitGroup
	for range 64 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if s.acquire(context.Background()) {
				time.Sleep(time.Millisecond)
				s.release()
			}
		}()
	}
	wg.Wait()
	if s.free != 3 || s.waiting.Len() != 0 {
		t.Fatalf("free %d, waiting %d after all are done", s.free, s.waiting.Len())
	}
}

func waitUntil(t *testing.T, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if ok() {
			return
		}
	}
	t.Fatal("waited too long")
}
