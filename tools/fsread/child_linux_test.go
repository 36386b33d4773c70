package fsread

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"regent/facts"
	"regent/facts/path"

	"golang.org/x/sys/unix"
)

// again runs tests of this binary in a child: as another user, or with mounts
// of its own. The child starts in its own copy of what the tests read.
func again(t *testing.T, run string, attr *syscall.SysProcAttr, env ...string) (string, error) {
	t.Helper()
	dir, err := os.MkdirTemp("", "child")
	must(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	must(t, os.Chmod(dir, 0o777))
	exe, err := os.Executable()
	must(t, err)
	data, err := os.ReadFile(exe)
	must(t, err)
	must(t, os.WriteFile(dir+"/tests", data, 0o755))
	data, err = os.ReadFile("testdata/codecs.json")
	must(t, err)
	must(t, os.Mkdir(dir+"/testdata", 0o755))
	must(t, os.WriteFile(dir+"/testdata/codecs.json", data, 0o644))
	cmd := exec.Command(dir+"/tests", "-test.run", run, "-test.v", "-test.count=1")
	cmd.Dir, cmd.SysProcAttr = dir, attr
	cmd.Env = append([]string{"TMPDIR=" + dir, "HOME=" + dir, "PATH=" + os.Getenv("PATH")}, env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func TestAsOrdinaryUser(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("already an ordinary user: the other tests cover it")
	}
	const nobody = 65534
	out, err := again(t, "^(TestReadsInside|TestDeniesTheRest|TestLimits|TestContainmentAgreesWithOthers)$",
		&syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}})
	if err != nil || strings.Count(out, "--- PASS: Test") != 4 {
		t.Fatalf("as an ordinary user: %v\n%s", err, out)
	}
}

const inMounts = "REGENT_TEST_MOUNTS"

// A mount inside the directory is followed, and said.
func TestMounts(t *testing.T) {
	if os.Getenv(inMounts) == "" {
		out, err := again(t, "^TestMounts$", &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}, inMounts+"=1")
		var exit *exec.ExitError
		switch {
		case err != nil && !errors.As(err, &exit), strings.Contains(out, "--- SKIP"):
			t.Skipf("mounts are forbidden here: %v", err)
		case err != nil:
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	s := newSandbox(t)
	must(t, os.MkdirAll(s.in+"/bind", 0o755))
	must(t, os.MkdirAll(s.in+"/ram", 0o755))
	defer func() {
		_ = unix.Unmount(s.in+"/bind", 0)
		_ = unix.Unmount(s.in+"/ram", 0)
	}()
	// Nothing is mounted before what is mounted stays in here, and whatever is
	// mounted goes again, also when the next mount is refused.
	for _, mount := range []func() error{
		func() error { return unix.Mount("none", "/", "", unix.MS_REC|unix.MS_PRIVATE, "") },
		func() error { return unix.Mount(s.out, s.in+"/bind", "", unix.MS_BIND, "") },
		func() error { return unix.Mount("none", s.in+"/ram", "tmpfs", 0, "size=64k") },
	} {
		if err := mount(); err != nil {
			t.Skipf("mounts are forbidden here: %v", err)
		}
	}
	write(t, s.in+"/ram/x", "ram\n")
	ws := s.Workspace(facts.Workspace{})
	res := &path.Resolver{FS: path.OS(), Workspace: ws}
	for name, foreign := range map[string]bool{"ram/x": true, "bind/s.txt": false, "a.txt": false} {
		f, err := s.Open(t.Context(), name)
		must(t, err)
		u := f.Fact(res)
		f.Close()
		if u.ForeignDevice != foreign || u.Relative != filepath.ToSlash(name) {
			t.Errorf("%s: %+v", name, u)
		}
	}
}
