package fsread

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"regent/facts"
	"regent/facts/path"

	"go.uber.org/goleak"
	"golang.org/x/sys/unix"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(swapperDir); dir != "" {
		swap(dir)
		return
	}
	goleak.VerifyTestMain(m)
}

// sandbox is a directory to read from beside one that must stay closed.
type sandbox struct {
	*Root
	in, out string
}

func newSandbox(t testing.TB) sandbox {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	s := sandbox{in: base + "/data", out: base + "/data-old"}
	for _, d := range []string{s.in + "/sub/deep", s.out} {
		must(t, os.MkdirAll(d, 0o755))
	}
	write(t, s.in+"/a.txt", "inside a\n")
	write(t, s.in+"/sub/b.txt", "inside b\n")
	write(t, s.out+"/s.txt", "OUTSIDE\n")
	s.Root, err = Open(s.in)
	must(t, err)
	t.Cleanup(func() { s.Root.Close() })
	return s
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func write(t testing.TB, name, text string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(name), 0o755))
	must(t, os.WriteFile(name, []byte(text), 0o644))
}

func (s sandbox) link(t testing.TB, target, name string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(s.in+"/"+name), 0o755))
	must(t, os.Symlink(target, s.in+"/"+name))
}

func (s sandbox) read(t testing.TB, name string) (Result, error) {
	t.Helper()
	f, err := s.Open(t.Context(), name)
	if err != nil {
		return Result{}, err
	}
	defer f.Close()
	return f.Read(t.Context(), lookup(t, "utf-8"), 65536)
}

func TestReadsInside(t *testing.T) {
	s := newSandbox(t)
	long := strings.Repeat("n", 255)
	write(t, s.in+"/"+long, "long name\n")
	write(t, s.in+"/..hidden", "dots\n")
	write(t, s.in+"/~", "tilde\n")
	write(t, s.in+"/two words/grün.txt", "letters\n")
	write(t, s.in+"/%2e%2e/x", "percent\n")
	write(t, s.in+"/bad\xffname", "not text\n")
	write(t, s.in+"/empty", "")
	s.link(t, "a.txt", "ln_in")
	s.link(t, "../a.txt", "sub/ln_up")
	s.link(t, "sub", "ln_dir")
	s.link(t, s.in+"/a.txt", "ln_abs")
	s.link(t, "..", "ln_parent")
	s.link(t, "bad\xffname", "ln_bad")
	s.link(t, "/proc/self/root"+s.in+"/a.txt", "ln_proc")
	must(t, os.Link(s.in+"/a.txt", s.in+"/sub/second"))
	s.link(t, "a.txt", "c40")
	for i := 39; i >= 1; i-- {
		s.link(t, "c"+itoa(i+1), "c"+itoa(i))
	}
	for _, c := range []struct{ name, resolved, want string }{
		{"a.txt", "a.txt", "inside a\n"},
		{"./sub//b.txt", "sub/b.txt", "inside b\n"},
		{"sub/../a.txt", "a.txt", "inside a\n"},
		{"nosuch/../a.txt", "a.txt", "inside a\n"},
		{s.in + "/a.txt", "a.txt", "inside a\n"},
		{"../data/a.txt", "a.txt", "inside a\n"},
		{"ln_in", "a.txt", "inside a\n"},
		{"sub/ln_up", "a.txt", "inside a\n"},
		{"ln_dir/b.txt", "sub/b.txt", "inside b\n"},
		{"ln_dir/../a.txt", "a.txt", "inside a\n"},
		{"ln_abs", "a.txt", "inside a\n"},
		{"ln_parent/data/a.txt", "a.txt", "inside a\n"},
		{"ln_proc", "a.txt", "inside a\n"},
		{"ln_bad", "bad\uFFFDname", "not text\n"},
		{"c01", "a.txt", "inside a\n"},
		{"sub/second", "sub/second", "inside a\n"},
		{long, long, "long name\n"},
		{"..hidden", "..hidden", "dots\n"},
		{"~", "~", "tilde\n"},
		{"two words/grün.txt", "two words/grün.txt", "letters\n"},
		{"%2e%2e/x", "%2e%2e/x", "percent\n"},
		{"empty", "empty", ""},
	} {
		got, err := s.read(t, c.name)
		if err != nil || got.Content != c.want || got.ResolvedPath != c.resolved || got.BytesRead != len(c.want) || got.Truncated {
			t.Errorf("%q: %+v, %v (%s)", c.name, got, err, Reason(err))
		}
	}
}

func itoa(i int) string { return string([]byte{byte('0' + i/10), byte('0' + i%10)}) }

func TestDeniesTheRest(t *testing.T) {
	s := newSandbox(t)
	s.link(t, "../data-old/s.txt", "ln_out")
	s.link(t, "/etc/passwd", "ln_abs_out")
	s.link(t, "/", "ln_fs")
	s.link(t, "/proc/self/root/etc", "ln_proc")
	s.link(t, "/dev/fd/0", "ln_fd")
	s.link(t, "/proc/self/fd/0", "ln_fd2")
	s.link(t, "/proc/self/cwd/read_test.go", "ln_cwd")
	s.link(t, "nope", "dangling")
	s.link(t, "loop2", "loop1")
	s.link(t, "loop1", "loop2")
	s.link(t, "self", "self")
	s.link(t, "/dev/zero", "ln_zero")
	s.link(t, "a.txt", "c41")
	for i := 40; i >= 1; i-- {
		s.link(t, "c"+itoa(i+1), "c"+itoa(i))
	}
	must(t, syscall.Mkfifo(s.in+"/fifo", 0o644))
	l, err := net.Listen("unix", s.in+"/socket")
	must(t, err)
	defer l.Close()
	device := unix.Mknod(s.in+"/null", unix.S_IFCHR|0o666, int(unix.Mkdev(1, 3))) == nil
	write(t, s.in+"/secret/x", "x")
	for _, c := range []struct{ name, reason string }{
		{"../data-old/s.txt", ReasonOutside},
		{"../outside-missing", ReasonOutside},
		{"/etc/passwd", ReasonOutside},
		{"/etc/nosuch", ReasonOutside},
		{"..", ReasonOutside},
		{"ln_out", ReasonOutside},
		{"ln_abs_out", ReasonOutside},
		{"ln_fs/etc/passwd", ReasonOutside},
		{"ln_proc/passwd", ReasonOutside},
		{"ln_fd", ReasonOutside},
		{"ln_fd2", ReasonOutside},
		{"ln_zero", ReasonOutside},
		{"ln_fs", ReasonOutside},
		{".", ReasonOutside},
		{s.in, ReasonOutside},
		{"sub", ReasonNotRegular},
		{"sub/", ReasonNotRegular},
		{"fifo", ReasonNotRegular},
		{"socket", ReasonNotRegular},
		{"dangling", ReasonMissing},
		{"nope", ReasonMissing},
		{"nope/../nope", ReasonMissing},
		{"A.TXT", ReasonMissing},
		{"a.txt ", ReasonMissing},
		{`sub\b.txt`, ReasonMissing},
		{"file:///etc/passwd", ReasonMissing},
		{"%2e%2e/data-old/s.txt", ReasonMissing},
		{"~/a.txt", ReasonMissing},
		{"...", ReasonMissing},
		{"a.txt/", path.ErrNotDirectory},
		{"a.txt/.", path.ErrNotDirectory},
		{"a.txt/../a.txt", path.ErrNotDirectory},
		{"ln_out/", path.ErrNotDirectory},
		{"loop1", path.ErrLoop},
		{"self/x", path.ErrLoop},
		{"c01", path.ErrLoop},
		{strings.Repeat("n", 256), path.ErrTooLong},
		{strings.Repeat("n/", 2100), path.ErrTooLong},
		{"", path.ErrOther},
		{"a.txt\x00.png", path.ErrOther},
	} {
		got, err := s.read(t, c.name)
		if !errors.Is(err, ErrDenied) || Reason(err) != c.reason {
			t.Errorf("%.60q: %+v, %v, reason %q, want %q", c.name, got, err, Reason(err), c.reason)
		}
		if err != nil && err.Error() != ErrDenied.Error() {
			t.Errorf("%.60q: the error tells more: %v", c.name, err)
		}
	}
	if _, err := s.read(t, "ln_cwd"); Reason(err) != ReasonMissing {
		t.Errorf("/proc/self/cwd was followed through this process: %v", Reason(err))
	}
	if !device {
		t.Log("no right to make a device node: that part was skipped")
	} else if _, err := s.read(t, "null"); Reason(err) != ReasonNotRegular {
		t.Errorf("device: %v", Reason(err))
	}
	if os.Getuid() != 0 {
		must(t, os.Chmod(s.in+"/secret", 0))
		defer os.Chmod(s.in+"/secret", 0o755)
		if _, err := s.read(t, "secret/x"); Reason(err) != path.ErrDenied {
			t.Errorf("closed directory: %v", Reason(err))
		}
		must(t, os.Chmod(s.in+"/sub/b.txt", 0))
		if _, err := s.read(t, "sub/b.txt"); Reason(err) != path.ErrDenied {
			t.Errorf("closed file: %v", Reason(err))
		}
	}
}

func TestLimits(t *testing.T) {
	s := newSandbox(t)
	write(t, s.in+"/ten", "0123456789")
	write(t, s.in+"/umlaut", "aäb")
	write(t, s.in+"/big", strings.Repeat("x", 3*MaxBytes))
	for _, c := range []struct {
		name  string
		limit int
		want  string
		used  int
		cut   bool
	}{
		{"ten", 10, "0123456789", 10, false},
		{"ten", 11, "0123456789", 10, false},
		{"ten", 9, "012345678", 9, true},
		{"ten", 1, "0", 1, true},
		{"umlaut", 2, "a", 1, true},
		{"umlaut", 3, "aä", 3, true},
		{"umlaut", 4, "aäb", 4, false},
		{"big", 70_000, strings.Repeat("x", 70_000), 70_000, true},
		{"big", MaxBytes, strings.Repeat("x", MaxBytes), MaxBytes, true},
		{"big", 9 * MaxBytes, strings.Repeat("x", MaxBytes), MaxBytes, true},
		{"ten", 0, "0", 1, true},
	} {
		f, err := s.Open(t.Context(), c.name)
		must(t, err)
		got, err := f.Read(t.Context(), lookup(t, "utf-8"), c.limit)
		f.Close()
		if err != nil || got.Content != c.want || got.BytesRead != c.used || got.Truncated != c.cut {
			t.Errorf("%s up to %d: %d bytes, %d, %v, %v", c.name, c.limit, len(got.Content), got.BytesRead, got.Truncated, err)
		}
	}
}

func TestWrongEncodingIsSaid(t *testing.T) {
	s := newSandbox(t)
	write(t, s.in+"/latin", "caf\xe9\n")
	f, err := s.Open(t.Context(), "latin")
	must(t, err)
	defer f.Close()
	_, err = f.Read(t.Context(), lookup(t, "utf-8"), 100)
	var ee *EncodingError
	if !errors.As(err, &ee) || ee.Offset != 3 || errors.Is(err, ErrDenied) {
		t.Errorf("got %v", err)
	}
	f2, err := s.Open(t.Context(), "latin")
	must(t, err)
	defer f2.Close()
	if got, err := f2.Read(t.Context(), lookup(t, "latin-1"), 100); err != nil || got.Content != "café\n" || got.BytesRead != 5 {
		t.Errorf("%+v, %v", got, err)
	}
}

// The size that a file claims is a hint: it may grow after it was opened.
func TestFileThatGrows(t *testing.T) {
	s := newSandbox(t)
	write(t, s.in+"/log", "one\n")
	f, err := s.Open(t.Context(), "log")
	must(t, err)
	defer f.Close()
	more := strings.Repeat("more\n", 1000)
	w, err := os.OpenFile(s.in+"/log", os.O_APPEND|os.O_WRONLY, 0)
	must(t, err)
	_, err = w.WriteString(more)
	must(t, err)
	must(t, w.Close())
	got, err := f.Read(t.Context(), lookup(t, "utf-8"), 65536)
	if err != nil || got.Content != "one\n"+more {
		t.Errorf("%d bytes, %v", len(got.Content), err)
	}
	f2, err := s.Open(t.Context(), "log")
	must(t, err)
	defer f2.Close()
	if got, err := f2.Read(t.Context(), lookup(t, "utf-8"), 100); err != nil || got.BytesRead != 100 || !got.Truncated {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestFacts(t *testing.T) {
	s := newSandbox(t)
	s.link(t, "a.txt", "docs")
	must(t, os.Link(s.in+"/a.txt", s.in+"/again"))
	ws := s.Workspace(facts.Workspace{Roots: []string{"/elsewhere"}, Home: "/home/dev"})
	m, err := path.Compile(path.Table{
		"secret": {Patterns: map[string]bool{"{root}/**/.env": true}},
		"inside": {Patterns: map[string]bool{"{root}/**": true}},
	}, ws)
	must(t, err)
	res := &path.Resolver{FS: path.OS(), Workspace: ws, Matcher: m}

	for _, c := range []struct{ name, relative, class string }{
		{"a.txt", "a.txt", "inside"},
		{".env", ".env", "secret"},
		{"sub/../.ENV", ".ENV", "secret"},
		{"docs", "docs", "inside"},
		{s.in + "/.env", ".env", "secret"},
		{"~/.env", "~/.env", "secret"},
		{"no/such/.env", "no/such/.env", "secret"},
	} {
		u := s.Asked(res, c.name)
		if u.Relative != c.relative || u.Classes[0] != c.class || u.Exists || u.Type != "unknown" || u.Opened || u.Error != "" {
			t.Errorf("asked %q: %+v", c.name, u)
		}
	}
	if u := s.Asked(res, "../x"); u.Root != "" {
		t.Errorf("outside: %+v", u)
	}

	f, err := s.Open(t.Context(), "docs")
	must(t, err)
	defer f.Close()
	u := f.Fact(res)
	if u.Relative != "a.txt" || !u.ViaSymlink || !u.Opened || !u.Exists || u.Type != "file" || u.NLink != 2 ||
		u.FileMode != "0644" || u.Size != 9 || u.ForeignDevice || u.Raw != "docs" || u.Source != "tool" || u.Root != s.in {
		t.Errorf("found: %+v", u)
	}
}

// A root that is configured through a link is known by both names.
func TestRootBehindALink(t *testing.T) {
	s := newSandbox(t)
	alias := filepath.Dir(s.in) + "/alias"
	must(t, os.Symlink(s.in, alias))
	r, err := Open(alias)
	must(t, err)
	defer r.Close()
	if r.Path() != s.in {
		t.Fatalf("path %s", r.Path())
	}
	ws := r.Workspace(facts.Workspace{})
	res := &path.Resolver{FS: path.OS(), Workspace: ws}
	if u := r.Asked(res, alias+"/a.txt"); u.Relative != "a.txt" {
		t.Errorf("asked: %+v", u)
	}
	if u := r.Asked(res, alias+"-x/a.txt"); u.Root != "" {
		t.Errorf("a name that only begins alike: %+v", u)
	}
	// The link is swapped: the directory that was opened stays.
	must(t, os.Remove(alias))
	must(t, os.Symlink(s.out, alias))
	f, err := r.Open(t.Context(), "a.txt")
	must(t, err)
	f.Close()
	if _, err := r.Open(t.Context(), alias+"/s.txt"); Reason(err) != ReasonOutside {
		t.Errorf("through the swapped link: %v", err)
	}
}

// When another directory takes the root's place, nothing of it is read.
func TestRootReplaced(t *testing.T) {
	s := newSandbox(t)
	must(t, os.Rename(s.in, s.in+".moved"))
	must(t, os.MkdirAll(s.in, 0o755))
	write(t, s.in+"/a.txt", "OUTSIDE")
	got, err := s.read(t, "a.txt")
	if Reason(err) != ReasonSwapped {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestOpenRefuses(t *testing.T) {
	s := newSandbox(t)
	must(t, os.Symlink("loop", filepath.Dir(s.in)+"/loop"))
	for _, dir := range []string{"", "data", "/", "//", "/tmp/..", s.in + "/a.txt", s.in + "/nope", filepath.Dir(s.in) + "/loop"} {
		r, err := Open(dir)
		if err == nil {
			r.Close()
			t.Errorf("%q was opened", dir)
			continue
		}
		if dir != "/" && len(dir) > 4 && strings.Contains(err.Error(), dir) {
			t.Errorf("the error holds the path: %v", err)
		}
	}
}

func TestTheCallerCanLeave(t *testing.T) {
	s := newSandbox(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Open(ctx, "a.txt"); !errors.Is(err, context.Canceled) {
		t.Errorf("open: %v", err)
	}
	f, err := s.Open(context.Background(), "a.txt")
	must(t, err)
	defer f.Close()
	if _, err := f.Read(ctx, lookup(t, "utf-8"), 10); !errors.Is(err, context.Canceled) {
		t.Errorf("read: %v", err)
	}
}

// Work that nobody waits for gives its slot back and lets go of what it opened.
func TestWorkersLetGo(t *testing.T) {
	w := newWorkers(1)
	hang, dropped := make(chan struct{}), make(chan int, 1)
	ctx, cancel := context.WithCancel(context.Background())
	started := make(chan struct{})
	left := make(chan error)
	go func() {
		_, err := do(ctx, w, func() (int, error) { close(started); <-hang; return 7, nil }, func(n int) error { dropped <- n; return nil })
		left <- err
	}()
	<-started
	cancel()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	// The only slot is still taken: the next one leaves at its own deadline.
	short, stop := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer stop()
	if _, err := do(short, w, func() (int, error) { return 0, nil }, func(int) error { return nil }); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("a slot too many: %v", err)
	}
	close(hang)
	if n := <-dropped; n != 7 {
		t.Fatalf("dropped %d", n)
	}
	if n, err := do(context.Background(), w, func() (int, error) { return 9, nil }, func(int) error { return nil }); n != 9 || err != nil {
		t.Fatal(n, err)
	}
	_, err := do(context.Background(), w, func() (int, error) { panic("no") }, func(int) error { return nil })
	if Reason(err) != ReasonUnreadable {
		t.Fatalf("panic: %v", err)
	}
}
