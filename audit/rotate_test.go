package audit

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

func rotate(t *testing.T, o Options, force bool) Rotation {
	t.Helper()
	r, err := Rotate(context.Background(), o, "", force)
	if err != nil {
		t.Fatalf("rotate: %v", err)
	}
	return r
}

func TestRotate(t *testing.T) {
	o := tamperLog(t)
	before := mustVerify(t, o)
	r := rotate(t, o, false)
	if r.Old.Log != before.Log || r.Old.Size != 41 || r.Old.Chain != [HashSize]byte(before.Chain) || r.Old.Root != [HashSize]byte(before.Root) {
		t.Fatalf("%+v", r)
	}
	// The fresh log's first row names the old one's last hash.
	var start Listed
	must(t, List(context.Background(), o.Path, Filter{}, func(l Listed) error { start = l; return nil }))
	if start.Kind != KindStart || start.Previous == nil || start.Previous.Chain != r.Old.Chain || start.Log == before.Log {
		t.Fatalf("%+v", start)
	}
	// Both verify with the same checkpoints, and the fresh one has all its room.
	v := verifyOptions(t, o)
	v.Path = r.Archive
	rep, err := Verify(context.Background(), v)
	if err != nil || !rep.OK() || rep.Records != 40 || rep.Anchored != 41 {
		t.Fatalf("archive: %+v %v", rep, err)
	}
	if fi, err := os.Lstat(r.Archive); err != nil || fi.Mode().Perm() != 0o600 {
		t.Fatalf("archive: %v %v", fi.Mode(), err)
	}
	l := openLog(t, o)
	if got, err := l.Append(context.Background(), decision("d")); err != nil || got.Sequence != 1 {
		t.Fatalf("%+v %v", got, err)
	}
	closeLog(t, l)
	if rep := mustVerify(t, o); rep.Records != 1 || rep.Anchored != 2 {
		t.Fatalf("%+v", rep)
	}
	// And once more.
	if r2 := rotate(t, o, false); r2.Old.Log != r.New.Log || r2.Old.Size != 2 {
		t.Fatalf("%+v", r2)
	}
	mustVerify(t, o)
}

// Callers go on through rotations: every acknowledged row is in exactly one of
// the files.
func TestRotateUnderLoad(t *testing.T) {
	o := place(t)
	o.CheckpointRows = 20
	var mu sync.Mutex
	acked := map[[HashSize]byte]bool{}
	refused := map[string]int{}
	patience := time.Now().Add(5 * time.Second)
	stop := make(chan struct{})
	var wg sync.WaitGroup
	for range 3 {
		l := openLog(t, o)
		appendN(t, l, 1)
		for range 2 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				for {
					select {
					case <-stop:
						return
					default:
					}
					r, err := l.Append(context.Background(), decision("d"))
					if err != nil {
						if !errors.Is(err, ErrUnavailable) {
							t.Error(err)
						}
						mu.Lock()
						refused[err.Error()]++
						mu.Unlock()
						time.Sleep(5 * time.Millisecond)
						continue
					}
					mu.Lock()
					acked[r.Chain] = true
					mu.Unlock()
				}
			}()
		}
	}
	files := []string{o.Path}
	for len(files) < 6 {
		mu.Lock()
		n := len(acked)
		mu.Unlock()
		r, err := Rotate(context.Background(), o, filepath.Join(filepath.Dir(o.Path), "old-"+string(rune('a'+len(files)))+".db"), false)
		if err != nil {
			if !errors.Is(err, &Error{Code: CodeUnavailable, Reason: ReasonBusy}) {
				t.Fatalf("rotate: %v (%v)", err, errors.Unwrap(err))
			}
			continue
		}
		files = append(files, r.Archive)
		for grown := false; !grown; {
			mu.Lock()
			grown = len(acked) > n+20
			if time.Now().After(patience) {
				t.Fatalf("nobody gets on: %v", refused)
			}
			mu.Unlock()
		}
	}
	close(stop)
	wg.Wait()
	v := verifyOptions(t, o)
	for _, f := range files {
		v.Path = f
		rep, err := Verify(context.Background(), v)
		if err != nil || !rep.OK() {
			t.Fatalf("%s: %+v %v", filepath.Base(f), rep, err)
		}
		must(t, List(context.Background(), f, Filter{}, func(l Listed) error {
			delete(acked, l.Chain)
			return nil
		}))
	}
	if len(acked) != 0 {
		t.Fatalf("%d acknowledged rows are in no file", len(acked))
	}
}

func TestRotateABrokenLog(t *testing.T) {
	o := tamperLog(t)
	withoutGuards(t, o.Path, func(c *conn) { deleteRows(t, c, "seq = 17") })
	_, err := Rotate(context.Background(), o, "", false)
	wantReason(t, err, CodeUnavailable, ReasonBroken)
	r := rotate(t, o, true)
	if r.Old.Size != 41 {
		t.Fatalf("%+v", r)
	}
	l := openLog(t, o)
	appendN(t, l, 1)
	closeLog(t, l)
	mustVerify(t, o)
	v := verifyOptions(t, o)
	v.Path = r.Archive
	if rep, err := Verify(context.Background(), v); err != nil || rep.OK() || rep.Findings[0].Sequence != 17 {
		t.Fatalf("the archive keeps its fault: %+v %v", rep, err)
	}
}

func TestRotateWhatIsGoneOrUnreadable(t *testing.T) {
	for name, do := range map[string]func(t *testing.T, path string){
		"gone": func(t *testing.T, path string) { must(t, os.Remove(path)) },
		"overwritten": func(t *testing.T, path string) {
			data, err := os.ReadFile(path)
			must(t, err)
			for i := 8192; i < len(data); i++ {
				data[i] = 0xff
			}
			must(t, os.WriteFile(path, data, 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := tamperLog(t)
			do(t, o.Path)
			if _, err := Open(context.Background(), o); !errors.Is(err, ErrUnavailable) {
				t.Fatalf("open: %v", err)
			}
			if _, err := Rotate(context.Background(), o, "", false); !errors.Is(err, ErrUnavailable) {
				t.Fatalf("rotate: %v", err)
			}
			r := rotate(t, o, true)
			if r.Old.Size != 41 {
				t.Fatalf("%+v", r)
			}
			l := openLog(t, o)
			appendN(t, l, 1)
			closeLog(t, l)
			mustVerify(t, o)
		})
	}
}

func TestRotateRefusesWhatIsNotOurs(t *testing.T) {
	o := place(t)
	must(t, makeDir(o.Path))
	c := rawConn(t, o.Path)
	must(t, c.exec("CREATE TABLE notes (body TEXT)"))
	must(t, c.close())
	must(t, os.Chmod(o.Path, 0o600))
	_, err := Rotate(context.Background(), o, "", true)
	wantReason(t, err, CodeUnavailable, ReasonForeign)

	o = tamperLog(t)
	taken := filepath.Join(t.TempDir(), "taken.db")
	must(t, os.WriteFile(taken, nil, 0o600))
	_, err = Rotate(context.Background(), o, taken, true)
	wantReason(t, err, CodeUnavailable, ReasonArchive)
	_, err = Rotate(context.Background(), place(t), "", true)
	wantReason(t, err, CodeUnavailable, ReasonAbsent)
}

func TestBackup(t *testing.T) {
	o := place(t)
	l := openLog(t, o)
	fillLog(t, l, 300)
	dst := filepath.Join(t.TempDir(), "copy.db")
	// Most rows are still in the write-ahead log, and writers go on.
	var wg sync.WaitGroup
	wg.Add(1)
	go func() { defer wg.Done(); fillLog(t, l, 300) }()
	rep, err := Backup(context.Background(), o.Path, dst)
	wg.Wait()
	if err != nil || !rep.OK() || rep.Records < 300 {
		t.Fatalf("%+v %v", rep, err)
	}
	closeLog(t, l)
	entries, err := os.ReadDir(filepath.Dir(dst))
	if err != nil || len(entries) != 1 {
		t.Fatalf("%v beside the copy: %v", entries, err)
	}
	if fi, err := os.Lstat(dst); err != nil || fi.Mode().Perm() != 0o600 {
		t.Fatalf("%v %v", fi.Mode(), err)
	}
	if _, err := Backup(context.Background(), o.Path, dst); !errors.Is(err, ErrUnavailable) {
		t.Fatalf("a second backup to the same name: %v", err)
	}
	// Restored in place of the log it is an old copy, and that is noticed.
	must(t, os.Rename(dst, o.Path))
	for _, side := range []string{"-wal", "-shm"} {
		must(t, os.Remove(o.Path+side))
	}
	if rep.Size < 601 {
		failsClosed(t, o)
	}
}
