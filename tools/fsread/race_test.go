package fsread

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// swapperDir names the tree that a second process of this test binary takes
// apart while the first reads from it.
const swapperDir = "REGENT_TEST_SWAP"

// proof is the long form of the tests.
var proof = os.Getenv("REGENT_PROOF") != ""

// swap runs until its standard input ends. In turn a directory, a file and a
// directory in the middle become links that lead outside, and come back.
func swap(dir string) {
	done := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		close(done)
	}()
	in, out := dir+"/data", dir+"/data-old"
	exchange := func(a, b string) {
		_ = unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
	}
	_ = os.Symlink(out, in+"/d.link")
	_ = os.Symlink(out+"/f.txt", in+"/f.link")
	_ = os.Symlink("../../data-old", in+"/m/d.link")
	os.Stdout.WriteString("ready\n")
	for {
		select {
		case <-done:
			return
		default:
		}
		exchange(in+"/d", in+"/d.link")     // a directory is now a link out
		exchange(in+"/f.txt", in+"/f.link") // a file too
		exchange(in+"/m/d", in+"/m/d.link") // and one in the middle
		exchange(in+"/d", in+"/d.link")
		exchange(in+"/f.txt", in+"/f.link")
		exchange(in+"/m/d", in+"/m/d.link")
		// The middle leaves the tree while somebody is in it.
		_ = os.Rename(in+"/m", out+"/m")
		_ = os.Rename(out+"/m", in+"/m")
		// A link inside points here, then there.
		_ = os.Symlink("f.txt", in+"/l.new")
		_ = os.Rename(in+"/l.new", in+"/l")
		_ = os.Symlink(out+"/f.txt", in+"/l.new")
		_ = os.Rename(in+"/l.new", in+"/l")
	}
}

func TestNothingFromOutsideWhileOthersSwap(t *testing.T) {
	s := newSandbox(t)
	base := strings.TrimSuffix(s.in, "/data")
	for _, f := range []string{"/d/f.txt", "/f.txt", "/m/d/f.txt", "/d/e/f.txt"} {
		write(t, s.in+f, "inside "+f)
	}
	for _, f := range []string{"/f.txt", "/e/f.txt"} {
		write(t, s.out+f, "OUTSIDE")
	}
	exe, err := os.Executable()
	must(t, err)
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), swapperDir+"="+base)
	stop, err := cmd.StdinPipe()
	must(t, err)
	ready, err := cmd.StdoutPipe()
	must(t, err)
	cmd.Stderr = os.Stderr
	must(t, cmd.Start())
	defer func() {
		stop.Close()
		must(t, cmd.Wait())
	}()
	_, err = io.ReadFull(ready, make([]byte, len("ready\n")))
	must(t, err)

	reads := 3_000
	if proof {
		reads = 50_000
	}
	names := []string{"d/f.txt", "f.txt", "m/d/f.txt", "l", "d/e/f.txt", "d/../f.txt", "m/../d/e/../f.txt"}
	count := map[string]int{}
	for i := range reads {
		name := names[i%len(names)]
		got, err := s.read(t, name)
		switch {
		case err == nil && !strings.HasPrefix(got.Content, "inside"):
			t.Fatalf("read %d of %s gives %q", i, name, got.Content)
		case err == nil:
			count["read"]++
		case errors.Is(err, ErrDenied):
			count[Reason(err)]++
		default:
			t.Fatal(err)
		}
	}
	t.Logf("%d reads: %v", reads, count)
	if count["read"] == 0 || count[ReasonOutside] == 0 {
		t.Fatalf("the two processes did not meet: %v", count)
	}
}
