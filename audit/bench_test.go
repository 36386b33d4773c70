package audit

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"
)

// bare is the least that puts one row on disk durably: one connection with our
// settings, one transaction, one insert of the same bytes. It is what the log is
// measured against.
type bare struct {
	mu  sync.Mutex
	c   *conn
	h   head
	lim limits
}

func openBare(tb testing.TB) *bare {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "store", "bare.db")
	if err := createFile(path); err != nil {
		tb.Fatal(err)
	}
	o := Options{Path: path, MaxDBBytes: 1 << 30}
	lim, err := o.fill()
	if err != nil {
		tb.Fatal(err)
	}
	c, err := dial(path, readWrite, lim)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = c.close() })
	if err := c.createSchema(); err != nil {
		tb.Fatal(err)
	}
	return &bare{c: c, lim: lim}
}

func (b *bare) append(e Entry) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	e.Time = time.Now()
	e.Sequence = b.h.size
	if err := b.c.exec("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	if _, err := b.c.insert(&b.h, &e); err != nil {
		return err
	}
	return b.c.exec("COMMIT")
}

func roomy(tb testing.TB) Options {
	o := place(tb)
	o.MaxRecords, o.MaxDBBytes = 10_000_000, 4<<30
	return o
}

// settle fills both write-ahead logs once, so that neither is measured while its
// file still grows.
func settle(tb testing.TB, l *Log, one *bare) {
	tb.Helper()
	for range 700 {
		if _, err := l.Append(context.Background(), decision("d")); err != nil {
			tb.Fatal(err)
		}
		if err := one.append(Entry{Record: decision("d")}); err != nil {
			tb.Fatal(err)
		}
	}
}

// inParallel runs n calls of f over callers goroutines.
func inParallel(tb testing.TB, callers, n int, f func() error) time.Duration {
	tb.Helper()
	start := time.Now()
	var wg sync.WaitGroup
	for c := range callers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := c; i < n; i += callers {
				if err := f(); err != nil {
					tb.Error(err)
					return
				}
			}
		}()
	}
	wg.Wait()
	return time.Since(start)
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

// BenchmarkGroupCommit measures both ways in turn within one run, so that a slow
// disk slows both, and reports how many times more rows a second the log takes.
func BenchmarkGroupCommit(b *testing.B) {
	const callers, slice = 16, 1600
	l := openLog(b, roomy(b))
	one := openBare(b)
	settle(b, l, one)
	rec := decision("d")
	var ours, theirs time.Duration
	rows := 0
	for b.Loop() {
		ours += inParallel(b, callers, slice, func() error {
			_, err := l.Append(context.Background(), rec)
			return err
		})
		theirs += inParallel(b, callers, slice, func() error { return one.append(Entry{Record: rec}) })
		rows += slice
	}
	b.ReportMetric(float64(rows)/ours.Seconds(), "rows/s")
	b.ReportMetric(float64(rows)/theirs.Seconds(), "single-rows/s")
	b.ReportMetric(theirs.Seconds()/ours.Seconds(), "times")
}

// BenchmarkLoneCaller compares the median of one caller with the median of a bare
// single-row commit, in turn within one run.
func BenchmarkLoneCaller(b *testing.B) {
	l := openLog(b, roomy(b))
	one := openBare(b)
	settle(b, l, one)
	rec := decision("d")
	measure := func(f func() error) time.Duration {
		start := time.Now()
		if err := f(); err != nil {
			b.Fatal(err)
		}
		return time.Since(start)
	}
	append1 := func() error { _, err := l.Append(context.Background(), rec); return err }
	bare1 := func() error { return one.append(Entry{Record: rec}) }
	var ours, theirs []time.Duration
	for i := 0; b.Loop(); i++ {
		if i%2 == 0 {
			ours = append(ours, measure(append1))
			theirs = append(theirs, measure(bare1))
		} else {
			theirs = append(theirs, measure(bare1))
			ours = append(ours, measure(append1))
		}
	}
	o, t := median(ours), median(theirs)
	b.ReportMetric(float64(o.Microseconds()), "p50-us")
	b.ReportMetric(float64(t.Microseconds()), "bare-p50-us")
	b.ReportMetric(float64(o)/float64(t), "times")
}

func BenchmarkVerify(b *testing.B) {
	n := 100_000
	o := roomy(b)
	l := openLog(b, o)
	fillLog(b, l, n)
	closeLog(b, l)
	v := verifyOptions(b, o)
	rows := int64(0)
	start := time.Now()
	for b.Loop() {
		rep, err := Verify(context.Background(), v)
		if err != nil || !rep.OK() {
			b.Fatal(err, rep)
		}
		rows += rep.Size
	}
	b.ReportMetric(float64(rows)/time.Since(start).Seconds(), "rows/s")
}

// BenchmarkOpen is the cost of one call's opening, by the length of the log.
func BenchmarkOpen(b *testing.B) {
	for _, n := range []int{1000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			o := roomy(b)
			l := openLog(b, o)
			fillLog(b, l, n)
			closeLog(b, l)
			if fi, err := os.Stat(o.Path); err == nil {
				b.ReportMetric(float64(fi.Size())/float64(n), "bytes/row")
			}
			for b.Loop() {
				l, err := Open(context.Background(), o)
				if err != nil {
					b.Fatal(err)
				}
				closeLog(b, l)
			}
		})
	}
}
