package fsread

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	gopath "path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"regent/facts/path"

	"golang.org/x/sys/unix"
)

// Random trees full of links, and random names to read from them. For each
// name three others are asked: the kernel (open and ask where the file lies),
// realpath -m, and openat2 below the directory.

var parts = []string{"a", "b", "c", "a", ".", "..", "b", "", "n"}

func randomName(r *rand.Rand, in string) string {
	n := 1 + r.IntN(5)
	list := make([]string, n)
	for i := range list {
		list[i] = parts[r.IntN(len(parts))]
	}
	name := strings.Join(list, "/")
	switch r.IntN(12) {
	case 0:
		name = in + "/" + name
	case 1:
		name = "../data/" + name
	case 2:
		name = filepath.Dir(in) + "/" + name
	case 3:
		name = "/" + name
	}
	if name == "" {
		name = "."
	}
	return name
}

// grow makes a tree of files, directories, pipes and links below in and out.
func grow(t *testing.T, r *rand.Rand, in, out string) {
	for _, dir := range []string{in + "/a/b", in + "/b/c", out + "/a/a"} {
		must(t, os.MkdirAll(dir, 0o755))
	}
	for range 30 {
		for _, base := range []string{in, in, out} {
			depth := 1 + r.IntN(3)
			at := base
			for range depth {
				at += "/" + parts[r.IntN(4)]
			}
			// Never through a link: it may lead out of the test's own tree.
			if real, err := filepath.EvalSymlinks(filepath.Dir(at)); err != nil || real != filepath.Dir(at) {
				continue
			}
			switch r.IntN(6) {
			case 0:
				_ = os.Mkdir(at, 0o755)
			case 1:
				_ = os.Symlink(randomName(r, in), at)
			case 2:
				_ = os.Symlink(randomName(r, out), at)
			case 3:
				_ = unix.Mkfifo(at, 0o644)
			default:
				word := "inside"
				if base == out {
					word = "OUTSIDE"
				}
				// Only where nothing is, so that no link leads the write away.
				if f, err := os.OpenFile(at, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644); err == nil {
					fmt.Fprintln(f, word)
					f.Close()
				}
			}
		}
	}
}

// kernel opens a name for nothing but to learn where it leads.
func kernel(t *testing.T, in, name string) (real string, regular bool, err error) {
	if !strings.HasPrefix(name, "/") {
		name = in + "/" + name
	}
	fd, err := unix.Open(name, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return "", false, err
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	must(t, unix.Fstat(fd, &st))
	real, err = os.Readlink(fmt.Sprintf("/proc/self/fd/%d", fd))
	must(t, err)
	return real, st.Mode&unix.S_IFMT == unix.S_IFREG, nil
}

// agreeWithRealpath compares where missing names lead with the tool of that
// name, which goes on by the letters below what is missing, as the facts do.
// Names that loop are not asked: the tool need not come back from them.
func agreeWithRealpath(t *testing.T, in string, missing map[string]string) {
	t.Helper()
	if len(missing) == 0 {
		return
	}
	args := []string{"-m", "-z", "--"}
	names := slices.Sorted(maps.Keys(missing))
	for _, n := range names {
		if !strings.HasPrefix(n, "/") {
			n = in + "/" + n
		}
		args = append(args, n)
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	out, err := exec.CommandContext(ctx, "realpath", args...).Output()
	got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	if err != nil || len(got) != len(names) {
		t.Fatalf("realpath: %v, %d answers to %q", err, len(got), names)
	}
	for i, n := range names {
		if missing[n] != got[i] {
			t.Errorf("%q leads to %q, by realpath to %q", n, missing[n], got[i])
		}
	}
}

func TestContainmentAgreesWithOthers(t *testing.T) {
	if _, err := exec.LookPath("realpath"); err != nil {
		t.Skip("no realpath here")
	}
	trees, each := 6, 80
	if proof {
		trees, each = 220, 100
	}
	noOpenat2 := false
	count := map[string]int{}
	for seed := range trees {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		s := newSandbox(t)
		grow(t, r, s.in, s.out)
		dirfd, err := unix.Open(s.in, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
		must(t, err)
		names := make([]string, each)
		for i := range names {
			names[i] = randomName(r, s.in)
		}
		missing := map[string]string{}
		for _, name := range names {
			loc := path.Locate(path.OS(), s.in, name, false)
			real, regular, kerr := kernel(t, s.in, name)
			got, err := s.read(t, name)
			reason := Reason(err)
			fail := func(format string, args ...any) {
				t.Errorf("seed %d, %q: %s\nours %+v (%v), kernel %q %v",
					seed, name, fmt.Sprintf(format, args...), loc, reason, real, kerr)
			}

			// What is read lies inside by everybody's account. Below a missing
			// name the kernel stops, and ".." leads back here: then realpath is
			// asked, which goes on as well.
			inside := strings.HasPrefix(real, s.in+"/")
			byLetters := errors.Is(kerr, unix.ENOENT) && loc.Exists
			switch {
			case err == nil && !byLetters && (kerr != nil || !inside || !regular):
				fail("was read")
			case err == nil && !strings.HasPrefix(got.Content, "inside"):
				fail("reads %q", got.Content)
			case err == nil && s.in+"/"+got.ResolvedPath != loc.Path:
				fail("reads %q", got.ResolvedPath)
			case err != nil && kerr == nil && inside && regular:
				fail("was not read")
			}

			// Where it leads is where the others say.
			switch {
			case kerr == nil && (loc.Path != real || !loc.Exists):
				fail("the kernel comes elsewhere")
			case errors.Is(kerr, unix.ELOOP) && loc.Error != path.ErrLoop:
				fail("the kernel finds a loop")
			case errors.Is(kerr, unix.ENOENT) && loc.Error == "":
				missing[name] = loc.Path
			case errors.Is(kerr, unix.ENOTDIR) && loc.Error != path.ErrNotDirectory:
				fail("the kernel finds no directory")
			}

			fd, err2 := unix.Openat2(dirfd, name, &unix.OpenHow{
				Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_MAGICLINKS,
			})
			if err2 == nil {
				unix.Close(fd)
			}
			switch {
			case errors.Is(err2, unix.ENOSYS), errors.Is(err2, unix.EPERM):
				noOpenat2 = true
			case err2 == nil && regular && err != nil:
				fail("openat2 opens it")
			case err2 == nil:
				count["openat2 agrees"]++
			case errors.Is(err2, unix.EXDEV) && err == nil:
				// Documented: an absolute name or link, and a way out and in
				// again, are followed here when they end inside.
				if !leaves(s.in, name) {
					fail("openat2 says that it leaves, and nothing does")
				}
				count["openat2 refuses what leaves and returns"]++
			case err == nil && byLetters && errors.Is(err2, unix.ENOENT):
				count["openat2 stops at a missing name"]++
			case errors.Is(err2, unix.EXDEV) && kerr == nil && inside && reason == ReasonNotRegular, err != nil:
				count["both refuse"]++
			default:
				fail("openat2: %v", err2)
			}
			count["cases"]++
		}
		agreeWithRealpath(t, s.in, missing)
		count["missing names compared with realpath"] += len(missing)
		unix.Close(dirfd)
	}
	if noOpenat2 {
		t.Log("openat2 is not permitted here: that comparison was skipped")
	}
	t.Log(count)
}

// leaves goes the way of a name naively and says whether it is ever absolute
// or above the directory.
func leaves(in, name string) bool {
	at, links := in, 0
	todo := strings.Split(name, "/")
	if strings.HasPrefix(name, "/") {
		return true
	}
	for len(todo) > 0 {
		part := todo[0]
		todo = todo[1:]
		if part == "" || part == "." {
			continue
		}
		at = gopath.Join(at, part)
		if at != in && !strings.HasPrefix(at, in+"/") {
			return true
		}
		to, err := os.Readlink(at)
		if err != nil {
			continue
		}
		if links++; links > 40 || strings.HasPrefix(to, "/") {
			return true
		}
		at = gopath.Dir(at)
		todo = append(strings.Split(to, "/"), todo...)
	}
	return false
}

// The same names within the directory taken as the root of everything: that is
// another meaning, and where it differs a name or link is absolute or climbs.
func TestInRootDiffersByDesign(t *testing.T) {
	s := newSandbox(t)
	s.link(t, "/a.txt", "ln_scoped")      // openat2 IN_ROOT: data/a.txt
	s.link(t, "../../../a.txt", "sub/up") // openat2 IN_ROOT: data/a.txt
	dirfd, err := unix.Open(s.in, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	must(t, err)
	defer unix.Close(dirfd)
	for _, name := range []string{"ln_scoped", "sub/up", "/a.txt", "../a.txt"} {
		if _, err := s.read(t, name); Reason(err) != ReasonOutside {
			t.Errorf("%s: %v", name, Reason(err))
		}
		fd, err := unix.Openat2(dirfd, name, &unix.OpenHow{Flags: unix.O_RDONLY | unix.O_CLOEXEC, Resolve: unix.RESOLVE_IN_ROOT})
		if errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EPERM) {
			t.Skip("openat2 is not permitted here")
		}
		must(t, err)
		var b [16]byte
		n, err := unix.Read(fd, b[:])
		unix.Close(fd)
		if err != nil || !bytes.HasPrefix(b[:n], []byte("inside")) {
			t.Errorf("%s: the kernel reads %q, %v", name, b[:n], err)
		}
	}
}
