package path_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"

	"regent/engine"
	"regent/facts"
	"regent/facts/path"
)

// The labelled path cases, judged through the resolver and the shipped
// policies: in memory, on a real tree as whoever runs the test, and, when that
// is root, on a real tree as an ordinary user too.

type pathCase struct {
	ID    string `json:"id"`
	Setup []struct {
		Op     string `json:"op"`
		Path   string `json:"path"`
		Target string `json:"target"`
	} `json:"setup"`
	Root      string       `json:"root"`
	Path      string       `json:"path"`
	Operation facts.Access `json:"operation"`
	Decision  string       `json:"decision"`
	Rule      string       `json:"rule"`
	Why       string       `json:"why"`
}

func readCases(t *testing.T) []pathCase {
	t.Helper()
	f, err := os.Open("../../policy_tests/cases/paths.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []pathCase
	for s := bufio.NewScanner(f); s.Scan(); {
		var c pathCase
		if err := json.Unmarshal(s.Bytes(), &c); err != nil {
			t.Fatalf("reading a case: %v", err)
		}
		out = append(out, c)
	}
	if len(out) < 100 {
		t.Fatalf("only %d cases were read", len(out))
	}
	return out
}

var shipped = sync.OnceValues(func() (*engine.Engine, error) {
	return engine.Open(context.Background(), engine.Options{})
})

func openEngine(t testing.TB) (*engine.Engine, path.Table) {
	t.Helper()
	e, err := shipped()
	if err != nil {
		t.Fatal(err)
	}
	var table path.Table
	if err := e.Table("regent/paths", &table); err != nil {
		t.Fatal(err)
	}
	return e, table
}

// maker makes the tree of a case.
type maker interface {
	MkdirAll(name string) error
	WriteFile(name string, data []byte) error
	Symlink(target, name string) error
	Hardlink(old, name string) error
	Mkfifo(name string) error
}

type realTree struct{}

func (realTree) MkdirAll(name string) error { return os.MkdirAll(name, 0o755) }
func (realTree) WriteFile(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o644)
}

func (realTree) Symlink(target, name string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.Symlink(target, name)
}
func (realTree) Hardlink(old, name string) error { return os.Link(old, name) }
func (realTree) Mkfifo(name string) error        { return syscall.Mkfifo(name, 0o644) }

type places struct{ root, home, outside, temp string }

func (p places) replacer() *strings.Replacer {
	return strings.NewReplacer("ROOT", p.root, "HOME", p.home, "OUTSIDE", p.outside, "TEMP", p.temp)
}

func runCases(t *testing.T, fsys func(t *testing.T) (path.FS, maker, places)) {
	e, table := openEngine(t)
	for _, c := range readCases(t) {
		t.Run(c.ID, func(t *testing.T) {
			fsys, mk, at := fsys(t)
			in := at.replacer().Replace
			for _, dir := range []string{at.root, at.home, at.outside, at.temp} {
				must(t, mk.MkdirAll(dir))
			}
			for _, s := range c.Setup {
				switch s.Op {
				case "dir":
					must(t, mk.MkdirAll(in(s.Path)))
				case "file":
					must(t, mk.WriteFile(in(s.Path), []byte("x\n")))
				case "symlink":
					must(t, mk.Symlink(in(s.Target), in(s.Path)))
				case "hardlink":
					must(t, mk.Hardlink(in(s.Target), in(s.Path)))
				case "fifo":
					must(t, mk.Mkfifo(in(s.Path)))
				default:
					t.Fatalf("unknown setup %q", s.Op)
				}
			}
			ws := path.Canonical(fsys, facts.Workspace{
				Roots: []string{in(c.Root)}, CWD: in(c.Root), Home: at.home, Temp: []string{at.temp}, UID: 1000,
			})
			m, err := path.Compile(table, ws, path.Variables{"guard": nil})
			if err != nil {
				t.Fatal(err)
			}
			r := path.Resolver{FS: fsys, Workspace: ws, Matcher: m}
			use := r.Resolve(path.Request{
				Word: in(c.Path), Known: facts.KnownStatic, Access: c.Operation,
				NoFollow: c.Operation == facts.AccessDelete,
			})
			use.Source = "tool"
			d := e.Decide(context.Background(), &facts.Input{
				Tool: "audit_path_access", Workspace: ws, Accesses: []facts.PathUse{use},
			})
			if d.Decision != c.Decision || (c.Rule != "" && d.Rule != c.Rule) {
				t.Errorf("%s %s: %s %s, want %s %s (%s)\nfacts: %+v", c.Operation, c.Path, d.Decision, d.Rule, c.Decision, c.Rule, c.Why, use)
			}
		})
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestCasesInMemory(t *testing.T) {
	runCases(t, func(*testing.T) (path.FS, maker, places) {
		m := path.NewMem()
		return m, m, places{"/code/app", "/home/dev", "/srv/elsewhere", "/tmp"}
	})
}

func TestCasesOnDisk(t *testing.T) {
	runCases(t, func(t *testing.T) (path.FS, maker, places) {
		// The real path, so that no temporary tree of the machine is meant.
		base, err := filepath.EvalSymlinks(t.TempDir())
		must(t, err)
		return path.OS(), realTree{}, places{base + "/work/app", base + "/people/dev", base + "/other", base + "/scratch"}
	})
}

// nobody is the user and group of the child that has no rights.
const nobody = 65534

func TestCasesOnDiskAsOrdinaryUser(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("already an ordinary user: TestCasesOnDisk covers it")
	}
	if runtime.GOOS != "linux" {
		t.Skip("the child runs /proc/self/exe")
	}
	out, err := asNobody(t, "^TestCasesOnDisk$")
	if err != nil || !strings.Contains(out, "--- PASS: TestCasesOnDisk") {
		t.Fatalf("as an ordinary user: %v\n%s", err, out)
	}
}

// asNobody runs tests of this binary again as an unprivileged user. The child
// inherits the working directory, so that it finds the cases.
func asNobody(t *testing.T, run string) (string, error) {
	t.Helper()
	exe, err := os.Executable()
	must(t, err)
	data, err := os.ReadFile(exe)
	must(t, err)
	dir, err := os.MkdirTemp("", "ordinary")
	must(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	must(t, os.Chmod(dir, 0o777))
	copied := filepath.Join(dir, "tests")
	must(t, os.WriteFile(copied, data, 0o755))
	if cases, err := os.ReadFile("../../policy_tests/cases/paths.jsonl"); err == nil {
		must(t, os.MkdirAll(dir+"/a/b/facts/path", 0o755))
		must(t, os.MkdirAll(dir+"/a/b/policy_tests/cases", 0o755))
		must(t, os.WriteFile(dir+"/a/b/policy_tests/cases/paths.jsonl", cases, 0o644))
	}
	cmd := exec.Command(copied, "-test.run", run, "-test.v", "-test.count=1")
	cmd.Dir = dir + "/a/b/facts/path"
	cmd.Env = []string{"TMPDIR=" + dir, "HOME=" + dir, "PATH=" + os.Getenv("PATH")}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return string(out), fmt.Errorf("start the child: %w", err)
	}
	return string(out), err
}
