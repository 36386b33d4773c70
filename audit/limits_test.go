package audit

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func wantReason(t *testing.T, err error, code Code, r Reason) {
	t.Helper()
	if !errors.Is(err, &Error{Code: code, Reason: r}) {
		t.Fatalf("got %v, want %s (%s)", err, code, r)
	}
	if s := err.Error(); strings.ContainsAny(s, "\n") || strings.Contains(strings.ToLower(s), "sqlite") || strings.Contains(s, os.TempDir()) {
		t.Errorf("error text %q", s)
	}
}

func TestRecordLimit(t *testing.T) {
	o := place(t)
	o.MaxRecords = 3
	l := openLog(t, o)
	appendN(t, l, 3)
	_, err := l.Append(context.Background(), decision("d"))
	wantReason(t, err, CodeCapacity, ReasonRecords)
	closeLog(t, l)

	// A restart does not get around it.
	l = openLog(t, o)
	_, err = l.Append(context.Background(), decision("d"))
	wantReason(t, err, CodeCapacity, ReasonRecords)
	closeLog(t, l)

	// Below what is there: opens, verifies, takes nothing.
	o.MaxRecords = 2
	l = openLog(t, o)
	_, err = l.Append(context.Background(), decision("d"))
	wantReason(t, err, CodeCapacity, ReasonRecords)
	end := make(chan error, 1)
	l.VerifyInBackground(func(err error) { end <- err })
	if err := <-end; err != nil {
		t.Fatal(err)
	}
	closeLog(t, l)
	if rep := mustVerify(t, o); rep.Records != 3 {
		t.Fatalf("%+v", rep)
	}

	o.MaxRecords = 4
	l = openLog(t, o)
	appendN(t, l, 1)
}

// Of callers that share a transaction, those that fit are taken.
func TestRecordLimitWithinABatch(t *testing.T) {
	o := place(t)
	o.MaxRecords = 10
	l := openLog(t, o)
	var wg sync.WaitGroup
	var mu sync.Mutex
	taken := map[int64]bool{}
	for range 32 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			r, err := l.Append(context.Background(), decision("d"))
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				taken[r.Sequence] = true
			} else if !errors.Is(err, ErrCapacity) {
				t.Error(err)
			}
		}()
	}
	wg.Wait()
	closeLog(t, l)
	if rep := mustVerify(t, o); rep.Records != 10 || len(taken) != 10 {
		t.Fatalf("%d rows, %d acknowledged", rep.Records, len(taken))
	}
}

func TestPageLimit(t *testing.T) {
	o := place(t)
	o.MaxDBBytes = 40_000 // nine pages and a bit
	l := openLog(t, o)
	var acked int64
	var err error
	for err == nil {
		if _, err = l.Append(context.Background(), decision("d")); err == nil {
			acked++
		}
	}
	wantReason(t, err, CodeUnavailable, ReasonFull)
	_, err = l.Append(context.Background(), decision("d"))
	wantReason(t, err, CodeUnavailable, ReasonFull)
	closeLog(t, l)
	if rep := mustVerify(t, o); rep.Records != acked || acked < 10 {
		t.Fatalf("%d rows, %d acknowledged", rep.Records, acked)
	}
	if fi, err := os.Stat(o.Path); err != nil || fi.Size() > o.MaxDBBytes/pageSize*pageSize {
		t.Fatalf("%d bytes, %v", fi.Size(), err)
	}

	// Above the ceiling the start is refused; with more room it goes on.
	low := o
	low.MaxDBBytes = 16_384
	_, err = Open(context.Background(), low)
	wantReason(t, err, CodeUnavailable, ReasonOversized)
	o.MaxDBBytes = 80_000
	l = openLog(t, o)
	appendN(t, l, 10)
}

// When the room left does not hold a whole batch, the rows that fit are taken.
func TestPageLimitWithinABatch(t *testing.T) {
	o := place(t)
	o.MaxDBBytes = 60_000
	l := openLog(t, o)
	var wg sync.WaitGroup
	var mu sync.Mutex
	acked := int64(0)
	for range 24 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for {
				if _, err := l.Append(context.Background(), decision("d")); err != nil {
					if !errors.Is(err, &Error{Code: CodeUnavailable, Reason: ReasonFull}) {
						t.Error(err)
					}
					return
				}
				mu.Lock()
				acked++
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	closeLog(t, l)
	if rep := mustVerify(t, o); rep.Records != acked {
		t.Fatalf("%d rows, %d acknowledged", rep.Records, acked)
	}
}

func TestSmallestLimits(t *testing.T) {
	o := place(t)
	o.MaxDBBytes, o.WALCheckpointBytes = 8192, 4096
	l := openLog(t, o)
	appendN(t, l, 3)
	closeLog(t, l)
	mustVerify(t, o)
	for _, bad := range []func(*Options){
		func(o *Options) { o.MaxDBBytes = 8191 },
		func(o *Options) { o.WALCheckpointBytes = 4095 },
		func(o *Options) { o.MaxRecords = -1 },
		func(o *Options) { o.CheckpointRows = -1 },
		func(o *Options) { o.Path = "" },
	} {
		o := place(t)
		bad(&o)
		_, err := Open(context.Background(), o)
		wantReason(t, err, CodeUnavailable, ReasonLimits)
	}
}

func TestPinnedReader(t *testing.T) {
	o := place(t)
	o.WALCheckpointBytes = 32 << 10
	l := openLog(t, o)
	appendN(t, l, 5)
	c := rawConn(t, o.Path)
	must(t, c.exec("BEGIN"))
	if _, err := c.value("SELECT count(*) FROM entries"); err != nil {
		t.Fatal(err)
	}
	acked := int64(5)
	var err error
	for err == nil {
		if _, err = l.Append(context.Background(), decision("d")); err == nil {
			acked++
		}
	}
	wantReason(t, err, CodeWALCapacity, ReasonWAL)
	if !errors.Is(err, ErrWALCapacity) {
		t.Error("the sentinel does not match")
	}
	must(t, c.exec("COMMIT"))
	must(t, c.close())
	appendN(t, l, 5)
	if fi, err := os.Stat(o.Path + "-wal"); err != nil || fi.Size() > 64<<10 {
		t.Errorf("write-ahead log has %d bytes, %v", fi.Size(), err)
	}
	closeLog(t, l)
	if rep := mustVerify(t, o); rep.Records != acked+5 {
		t.Fatalf("%d rows, %d acknowledged", rep.Records, acked+5)
	}
}

// A write-ahead log that others filled is folded too.
func TestWALStaysBounded(t *testing.T) {
	o := place(t)
	o.WALCheckpointBytes = 16 << 10
	l := openLog(t, o)
	for range 200 {
		appendN(t, l, 1)
		fi, err := os.Stat(o.Path + "-wal")
		must(t, err)
		if fi.Size() > 64<<10 {
			t.Fatalf("write-ahead log has %d bytes", fi.Size())
		}
	}
}

func TestSecondWriterHoldsTheLock(t *testing.T) {
	o := place(t)
	l := openLog(t, o)
	appendN(t, l, 2)
	c := rawConn(t, o.Path)
	must(t, c.exec("BEGIN IMMEDIATE"))
	_, err := l.Append(context.Background(), decision("d"))
	wantReason(t, err, CodeUnavailable, ReasonBusy)
	// Opening takes no write lock.
	o2 := o
	l2, err := Open(context.Background(), o2)
	if err != nil {
		t.Fatalf("open beside a writer: %v", err)
	}
	must(t, c.exec("ROLLBACK"))
	must(t, c.close())
	appendN(t, l, 1)
	appendN(t, l2, 1)
	closeLog(t, l2)
	closeLog(t, l)
	if rep := mustVerify(t, o); rep.Records != 4 {
		t.Fatalf("%+v", rep)
	}
}

func TestSymlinksAndModesAreRefused(t *testing.T) {
	link := func(t *testing.T, name string) {
		t.Helper()
		must(t, os.Rename(name, name+".real"))
		must(t, os.Symlink(name+".real", name))
	}
	for name, tc := range map[string]struct {
		do   func(t *testing.T, o *Options)
		want Reason
	}{
		"file is a link":            {func(t *testing.T, o *Options) { link(t, o.Path) }, ReasonSymlink},
		"directory is a link":       {func(t *testing.T, o *Options) { link(t, filepath.Dir(o.Path)) }, ReasonSymlink},
		"key is a link":             {func(t *testing.T, o *Options) { link(t, o.KeyFile) }, ReasonSymlink},
		"checkpoints are a link":    {func(t *testing.T, o *Options) { link(t, o.CheckpointFile) }, ReasonSymlink},
		"write-ahead log is a link": {func(t *testing.T, o *Options) { link(t, o.Path+"-wal") }, ReasonSymlink},
		"file is a directory": {func(t *testing.T, o *Options) {
			must(t, os.Remove(o.Path))
			must(t, os.Mkdir(o.Path, 0o700))
		}, ReasonSymlink},
		"file readable by others":      {func(t *testing.T, o *Options) { must(t, os.Chmod(o.Path, 0o644)) }, ReasonMode},
		"key readable by the group":    {func(t *testing.T, o *Options) { must(t, os.Chmod(o.KeyFile, 0o640)) }, ReasonMode},
		"directory writable by others": {func(t *testing.T, o *Options) { must(t, os.Chmod(filepath.Dir(o.Path), 0o777)) }, ReasonMode},
	} {
		t.Run(name, func(t *testing.T) {
			o := place(t)
			l := openLog(t, o)
			appendN(t, l, 1)
			closeLog(t, l)
			_, err := o.fill()
			must(t, err)
			tc.do(t, &o)
			_, err = Open(context.Background(), o)
			wantReason(t, err, CodeUnavailable, tc.want)
		})
	}
	t.Run("a link that appears before the first append", func(t *testing.T) {
		o := place(t)
		l := openLog(t, o)
		must(t, os.MkdirAll(filepath.Dir(o.Path), 0o700))
		target := filepath.Join(t.TempDir(), "victim")
		must(t, os.Symlink(target, o.Path))
		_, err := l.Append(context.Background(), decision("d"))
		wantReason(t, err, CodeUnavailable, ReasonSymlink)
		if _, err := os.Stat(target); !errors.Is(err, os.ErrNotExist) {
			t.Error("a file was made through the link")
		}
	})
}

// Opening reads the same number of rows however long the log is.
func TestOpenCostProof(t *testing.T) {
	sizes := []int{1000, 20_000}
	if proof() {
		sizes[1] = 100_000
	}
	var read []int64
	for _, n := range sizes {
		o := place(t)
		l := openLog(t, o)
		fillLog(t, l, n)
		closeLog(t, l)
		l = openLog(t, o)
		read = append(read, l.rowsRead.Load())
	}
	t.Logf("rows read: %v for logs of %v", read, sizes)
	// The tree's edge has one hash for each set bit of the size.
	if read[1] > read[0]+20 {
		t.Fatalf("%d rows read for %d, %d for %d", read[0], sizes[0], read[1], sizes[1])
	}
}

// After a crash the rows since the last checkpoint are read, no more than that.
func TestOpenAfterACrash(t *testing.T) {
	o := place(t)
	o.CheckpointRows = 100
	l := openLog(t, o)
	appendN(t, l, 550)
	reopened := openLog(t, o) // the first is still open, as if it had died
	if n := reopened.rowsRead.Load(); n < 50 || n > 150 {
		t.Fatalf("%d rows read", n)
	}
	if reopened.head.size != 551 {
		t.Fatalf("size %d", reopened.head.size)
	}
}

type replacing struct{ old, new string }

func (r replacing) Mask(s string) string { return strings.ReplaceAll(s, r.old, r.new) }

// Nothing of a caller is in any file of the log: neither what the metadata
// carries by mistake and the masker knows, nor facts without capture.
func TestBytesHoldNoCallerText(t *testing.T) {
	const secret, path, text = "hunter2-" + "zebra", "/home/dev/private/plan.txt", "curl example.invalid"
	for _, capture := range []Capture{CaptureMetadata, CaptureFacts} {
		o := place(t)
		o.Capture = capture
		o.Masker = replacing{secret, "[masked]"}
		l := openLog(t, o)
		r := decision("d")
		r.Rule = "rule " + secret
		r.Facts = []byte(`{"text":"` + text + `","path":"` + path + `","hunter2\u002dzebra":["hunter2-\u007aebra", 1.50]}`)
		_, err := l.Append(context.Background(), r)
		must(t, err)
		_, err = l.Checkpoint(context.Background())
		must(t, err)
		var all []byte
		for _, f := range []string{o.Path, o.Path + "-wal", l.opt.CheckpointFile} {
			b, err := os.ReadFile(f)
			must(t, err)
			all = append(all, b...)
		}
		if bytes.Contains(all, []byte(secret)) {
			t.Errorf("%s: the secret is in the files", capture)
		}
		for _, s := range []string{path, text} {
			if got := bytes.Contains(all, []byte(s)); got != (capture == CaptureFacts) {
				t.Errorf("%s: %q in the files: %v", capture, s, got)
			}
		}
		host, _ := os.Hostname()
		for _, s := range []string{o.Path, filepath.Dir(o.Path), host + "\x00", os.Getenv("HOME") + "/"} {
			if len(s) > 3 && bytes.Contains(all, []byte(s)) {
				t.Errorf("%s: %q is in the files", capture, s)
			}
		}
	}
}
