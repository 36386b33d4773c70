package fsread

import (
	"context"
	"fmt"
)

// maxWorkers bounds the calls to the file system that are under way, those
// included whose caller has left: a file system that does not answer must not
// gather threads without end.
const maxWorkers = 64

type workers struct{ slots chan struct{} }

func newWorkers(n int) *workers { return &workers{make(chan struct{}, n)} }

// do runs work beside the caller and waits for it, or for the end of ctx. What
// nobody waits for any more is handed to drop.
func do[T any](ctx context.Context, w *workers, work func() (T, error), drop func(T) error) (T, error) {
	var zero T
	if err := ctx.Err(); err != nil {
		return zero, err
	}
	select {
	case w.slots <- struct{}{}:
	case <-ctx.Done():
		return zero, ctx.Err()
	}
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome)
	go func() {
		defer func() { <-w.slots }()
		v, err := guarded(work)
		select {
		case done <- outcome{v, err}:
		case <-ctx.Done():
			if err == nil {
				_ = drop(v) // nothing is lost: it was opened for reading
			}
		}
	}()
	select {
	case o := <-done:
		return o.value, o.err
	case <-ctx.Done():
		return zero, ctx.Err()
	}
}

// guarded turns a panic into a denial: it must not end the process from a
// goroutine that nobody guards.
func guarded[T any](work func() (T, error)) (v T, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = deny(ReasonUnreadable, fmt.Errorf("reading panicked: %v", r))
		}
	}()
	return work()
}
