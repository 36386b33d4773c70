package audit

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

func TestAppendThenVerify(t *testing.T) {
	o := place(t)
	l := openLog(t, o)
	if _, err := os.Lstat(o.Path); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("opening made the file: %v", err)
	}
	r1, err := l.Append(context.Background(), decision("one"))
	if err != nil {
		t.Fatal(err)
	}
	out := decision("one")
	out.Kind, out.Outcome = KindOutcome, "done"
	r2, err := l.Append(context.Background(), out)
	if err != nil {
		t.Fatal(err)
	}
	if r1.Sequence != 1 || r2.Sequence != 2 || r1.Chain == r2.Chain {
		t.Fatalf("receipts %+v %+v", r1, r2)
	}
	closeLog(t, l)
	rep := mustVerify(t, o)
	if rep.Records != 2 || rep.Size != 3 || rep.Anchored != 3 || rep.Checkpoints != 1 {
		t.Fatalf("report %+v", rep)
	}
	// The next process goes on where this one ended.
	l = openLog(t, o)
	if r, err := l.Append(context.Background(), decision("two")); err != nil || r.Sequence != 3 {
		t.Fatalf("after restart: %+v %v", r, err)
	}
	closeLog(t, l)
	if rep := mustVerify(t, o); rep.Records != 3 || rep.Anchored != 4 || rep.Checkpoints != 2 {
		t.Fatalf("report %+v", rep)
	}
}

func TestFilesAreTheOwnersAlone(t *testing.T) {
	o := place(t)
	l := openLog(t, o)
	appendN(t, l, 1)
	if _, err := l.Checkpoint(context.Background()); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{o.Path, o.Path + "-wal", o.Path + "-shm", l.opt.KeyFile, l.opt.CheckpointFile} {
		fi, err := os.Lstat(p)
		if err != nil || fi.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", filepath.Base(p), fi.Mode(), err)
		}
	}
	for _, p := range []string{filepath.Dir(o.Path), o.StateDir} {
		if fi, err := os.Lstat(p); err != nil || fi.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v %v", filepath.Base(p), fi.Mode(), err)
		}
	}
}

func TestManyCallersShareTransactions(t *testing.T) {
	o := place(t)
	l := openLog(t, o)
	const callers, each = 16, 25
	var mu sync.Mutex
	seen := map[int64]bool{}
	var wg sync.WaitGroup
	for c := range callers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range each {
				r, err := l.Append(context.Background(), decision(fmt.Sprintf("%d-%d", c, i)))
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				if seen[r.Sequence] {
					t.Errorf("sequence %d twice", r.Sequence)
				}
				seen[r.Sequence] = true
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	closeLog(t, l)
	if rep := mustVerify(t, o); rep.Records != callers*each || len(seen) != callers*each {
		t.Fatalf("%d rows, %d receipts", rep.Records, len(seen))
	}
}

func TestTwoLogsOnOneFile(t *testing.T) {
	o := place(t)
	a, b := openLog(t, o), openLog(t, o)
	for i := range 40 {
		l := a
		if i%3 == 0 {
			l = b
		}
		r, err := l.Append(context.Background(), decision("d"))
		if err != nil || r.Sequence != int64(i+1) {
			t.Fatalf("%d: %+v %v", i, r, err)
		}
	}
	closeLog(t, a)
	closeLog(t, b)
	if rep := mustVerify(t, o); rep.Records != 40 || rep.Anchored != 41 {
		t.Fatalf("report %+v", rep)
	}
}

// A process that is far behind another follows it without holding the lock.
func TestFarBehindAnotherProcess(t *testing.T) {
	o := place(t)
	a, b := openLog(t, o), openLog(t, o)
	appendN(t, b, 1)
	fillLog(t, a, 3*catchUpRows)
	r, err := b.Append(context.Background(), decision("d"))
	if err != nil || r.Sequence != 3*catchUpRows+2 {
		t.Fatalf("%+v %v", r, err)
	}
}

func TestClosedLog(t *testing.T) {
	l := openLog(t, place(t))
	appendN(t, l, 1)
	closeLog(t, l)
	_, err := l.Append(context.Background(), decision("d"))
	if !errors.Is(err, ErrUnavailable) {
		t.Fatalf("append: %v", err)
	}
	if err := l.Close(); err != nil {
		t.Fatalf("second close: %v", err)
	}
}

func TestCloseWhileAppending(t *testing.T) {
	o := place(t)
	l := openLog(t, o)
	var wg sync.WaitGroup
	var mu sync.Mutex
	acked := 0
	for range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for {
				if _, err := l.Append(context.Background(), decision("d")); err != nil {
					if !errors.Is(err, ErrUnavailable) {
						t.Error(err)
					}
					return
				}
				mu.Lock()
				acked++
				if acked == 50 {
					go func() { _ = l.Close() }()
				}
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	closeLog(t, l)
	if rep := mustVerify(t, o); rep.Records != int64(acked) {
		t.Fatalf("%d rows, %d acknowledged", rep.Records, acked)
	}
}
