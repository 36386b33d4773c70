package audit

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"go.uber.org/goleak"
)

// helpers maps the names of child roles to what they do; see kill_test.go.
var helpers = map[string]func(){}

func TestMain(m *testing.M) {
	if f, ok := helpers[os.Getenv("AUDIT_TEST_ROLE")]; ok {
		f()
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// proof reports whether the long runs were asked for.
func proof() bool { return os.Getenv("REGENT_PROOF") == "1" }

// place is a directory for one log and a separate one for its key.
func place(t testing.TB) Options {
	t.Helper()
	dir := t.TempDir()
	return Options{Path: filepath.Join(dir, "store", "audit.db"), StateDir: filepath.Join(dir, "state")}
}

func openLog(t testing.TB, o Options) *Log {
	t.Helper()
	l, err := Open(context.Background(), o)
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l
}

func decision(id string) Record {
	return Record{
		Kind: KindDecision, Caller: "sha256:" + hexOf('a'), Tool: "dry_run_command", Decision: "BLOCKED", Rule: "rm.outside_workspace",
		PolicyRevision: "shipped-1", PolicyDigest: "sha256:" + hexOf('b'), FactsDigest: "sha256:" + hexOf('c'), DecisionID: id,
	}
}

func hexOf(c byte) string {
	b := make([]byte, 64)
	for i := range b {
		b[i] = c
	}
	return string(b)
}

func appendN(t testing.TB, l *Log, n int) {
	t.Helper()
	for range n {
		if _, err := l.Append(context.Background(), decision("d")); err != nil {
			t.Fatalf("append: %v", err)
		}
	}
}

// fillLog appends n rows from several callers, which is quicker.
func fillLog(t testing.TB, l *Log, n int) {
	t.Helper()
	const callers = 64
	var wg sync.WaitGroup
	for c := range callers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := c; i < n; i += callers {
				if _, err := l.Append(context.Background(), decision("d")); err != nil {
					t.Errorf("append: %v", err)
					return
				}
			}
		}()
	}
	wg.Wait()
}

func closeLog(t testing.TB, l *Log) {
	t.Helper()
	if err := l.Close(); err != nil {
		t.Fatalf("close: %v", err)
	}
}

// verifyOptions are those of the machine that wrote the log.
func verifyOptions(t testing.TB, o Options) VerifyOptions {
	t.Helper()
	if _, err := o.fill(); err != nil {
		t.Fatal(err)
	}
	k, err := loadKey(o.KeyFile)
	if err != nil || k == nil {
		t.Fatalf("key: %v", err)
	}
	v := VerifyOptions{Path: o.Path, Keys: []string{k.public}}
	if _, err := os.Lstat(o.CheckpointFile); err == nil {
		v.CheckpointFile = o.CheckpointFile
	}
	return v
}

func mustVerify(t testing.TB, o Options) Report {
	t.Helper()
	rep, err := Verify(context.Background(), verifyOptions(t, o))
	if err != nil {
		t.Fatalf("verify: %v", err)
	}
	if !rep.OK() {
		t.Fatalf("verify: %+v", rep)
	}
	return rep
}
