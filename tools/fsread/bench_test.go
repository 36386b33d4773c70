package fsread

import (
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// cpu makes a benchmark report the processor time of its operations, user and
// system, all threads, beside the time on the clock: with other work on the
// machine only the former compares. Call what it returns at the end.
func cpu(b *testing.B) (done func()) {
	b.Helper()
	used := func() time.Duration {
		var u unix.Rusage
		if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	before := used()
	return func() { b.ReportMetric(float64(used()-before)/float64(b.N), "cpu-ns/op") }
}

// One file of 64 KiB: what a call costs against opening, looking at and reading
// the same file through os.Root. Run both in one go:
//
//	go test -run none -bench . -benchmem ./tools/fsread
func BenchmarkRead64KiB(b *testing.B) {
	s := newSandbox(b)
	text := strings.Repeat("The quick brown fox jumps over it. ", 1<<16/35+1)[:1<<16]
	write(b, s.in+"/sub/deep/file.txt", text)
	codec := lookup(b, "utf-8")
	b.Run("fsread", func(b *testing.B) {
		b.SetBytes(1 << 16)
		defer cpu(b)()
		for b.Loop() {
			f, err := s.Open(b.Context(), "sub/deep/file.txt")
			if err != nil {
				b.Fatal(err)
			}
			got, err := f.Read(b.Context(), codec, 1<<16)
			f.Close()
			if err != nil || len(got.Content) != 1<<16 {
				b.Fatal(err)
			}
		}
	})
	b.Run("os.Root", func(b *testing.B) {
		b.SetBytes(1 << 16)
		defer cpu(b)()
		for b.Loop() {
			f, err := s.dir.Open("sub/deep/file.txt")
			if err != nil {
				b.Fatal(err)
			}
			st, err := f.Stat()
			if err != nil {
				b.Fatal(err)
			}
			buf := make([]byte, st.Size())
			if _, err := io.ReadFull(f, buf); err != nil {
				b.Fatal(err)
			}
			f.Close()
		}
	})
	b.Run("os.ReadFile", func(b *testing.B) {
		b.SetBytes(1 << 16)
		defer cpu(b)()
		for b.Loop() {
			if _, err := os.ReadFile(s.in + "/sub/deep/file.txt"); err != nil {
				b.Fatal(err)
			}
		}
	})
}
