package pgrun

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"
)

// kept are the sessions between two runs that follow each other closely. They
// are settling: what puts them in order was sent, and its answer comes while
// nobody waits for it. One that no run takes soon goes back to the pool.
type kept struct {
	mu      sync.Mutex
	left    []*session            // the last one left last
	asking  map[*session]struct{} // those that a run uses
	waiting int                   // runs that wait for the pool
	tended  bool                  // a goroutine looks after the above
	closed  chan struct{}
}

// tick is how often the kept sessions are looked after. A session is kept for
// two of it at most.
const tick = 500 * time.Millisecond

// maxKept is how long a session may go from run to run before the pool sees it
// again, which ends connections that are old.
const maxKept = time.Minute

// closing is what a run sends when it has its answer.
func closing() (encoded, error) {
	var all encoded
	for _, text := range afterwards {
		part, err := encode(append(statements(text), &pgproto3.Sync{})...)
		if err != nil {
			return nil, err
		}
		all = append(all, part...)
	}
	return all, nil
}

// take gives a run its session: the one that was left last, or one of the pool.
func (r *Runner) take(ctx context.Context) (*session, error) {
	k := &r.kept
	k.mu.Lock()
	if n := len(k.left); n > 0 {
		s := k.left[n-1]
		k.left = k.left[:n-1]
		k.mu.Unlock()
		return s, nil
	}
	k.waiting++
	k.mu.Unlock()
	conn, err := r.acquire(ctx)
	k.mu.Lock()
	k.waiting--
	k.mu.Unlock()
	if err != nil {
		return nil, err
	}
	return &session{conn: conn, pg: conn.Conn().PgConn(), taken: time.Now()}, nil
}

// begin watches over a run.
func (r *Runner) begin(ctx context.Context, s *session, giveUp context.CancelCauseFunc, most time.Duration) {
	s.deadline, s.giveUp = time.Now().Add(most), giveUp
	s.watch(ctx)
	k := &r.kept
	k.mu.Lock()
	defer k.mu.Unlock()
	k.asking[s] = struct{}{}
	if !k.tended {
		k.tended = true
		go r.tend()
	}
}

// end keeps the session for the next run, gives it back or closes it. None of
// that concerns the caller, who has the answer.
func (r *Runner) end(s *session, inStep bool) {
	undisturbed := s.unhook()
	settling := undisturbed && inStep && s.settle(r.closing) == nil
	k := &r.kept
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.asking, s)
	switch {
	case settling && k.waiting == 0 && !k.isClosed() && s.left.Sub(s.taken) < maxKept:
		k.left = append(k.left, s)
	case settling:
		go s.release()
	default:
		go func() {
			if undisturbed {
				s.stop() // what is left of the answer is not wanted
			} else {
				// A request to stop may reach the server late, so no other run
				// may have this session.
				<-s.stopped
			}
			s.close()
		}()
	}
}

// tend ends runs that are over their time, and gives back sessions that nobody
// takes.
func (r *Runner) tend() {
	t := time.NewTicker(tick)
	defer t.Stop()
	k := &r.kept
	for {
		select {
		case <-k.closed:
			return
		case <-t.C:
		}
		now := time.Now()
		k.mu.Lock()
		for s := range k.asking {
			if now.After(s.deadline) {
				s.giveUp(context.DeadlineExceeded)
			}
		}
		old := 0 // the first ones were left first
		for old < len(k.left) && now.Sub(k.left[old].left) >= tick {
			old++
		}
		unused := slices.Clone(k.left[:old])
		k.left = slices.Delete(k.left, 0, old)
		idle := len(k.left) == 0 && len(k.asking) == 0
		k.tended = !idle
		k.mu.Unlock()
		for _, s := range unused {
			s.release()
		}
		if idle {
			return
		}
	}
}

// Close ends all sessions, when the runs that use them have ended.
func (r *Runner) Close() {
	k := &r.kept
	k.mu.Lock()
	if !k.isClosed() {
		close(k.closed)
	}
	left := k.left
	k.left = nil
	k.mu.Unlock()
	for _, s := range left {
		s.release()
	}
	r.pool.Close()
}

func (k *kept) isClosed() bool {
	select {
	case <-k.closed:
		return true
	default:
		return false
	}
}
