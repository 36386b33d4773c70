package path

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// The same random tree in memory and on disk: every name leads to the same
// place, whether the last link is followed or not.
func TestMemIsLikeTheDisk(t *testing.T) {
	parts := []string{"a", "b", "c", "a", ".", "..", "b", "", "n"}
	random := func(r *rand.Rand) string {
		list := make([]string, 1+r.IntN(5))
		for i := range list {
			list[i] = parts[r.IntN(len(parts))]
		}
		return strings.Join(list, "/")
	}
	for seed := range 30 {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		top, err := filepath.EvalSymlinks(t.TempDir())
		check(t, err)
		base := top + "/1/2/3/4/5/6/7/8" // ".." does not leave what both know
		check(t, os.MkdirAll(base, 0o755))
		m := NewMem()
		check(t, m.MkdirAll(base))
		for range 40 {
			at := base
			for range 1 + r.IntN(3) {
				at += "/" + []string{"a", "b", "c"}[r.IntN(3)]
			}
			kind := r.IntN(4)
			// Never through a link: it may lead out of the test's own tree.
			if real, err := filepath.EvalSymlinks(filepath.Dir(at)); err != nil || real != filepath.Dir(at) {
				continue
			}
			if _, err := os.Lstat(at); err == nil {
				continue
			}
			switch kind {
			case 0:
				target := random(r)
				if r.IntN(4) == 0 || strings.HasPrefix(target, "/") {
					target = base + "/" + target
				}
				if os.Symlink(target, at) == nil {
					check(t, m.Symlink(target, at))
				}
			case 1:
				if os.WriteFile(at, []byte("x"), 0o644) == nil {
					check(t, m.WriteFile(at, []byte("x")))
				}
			default:
				if os.Mkdir(at, 0o755) == nil {
					check(t, m.MkdirAll(at))
				}
			}
		}
		for range 120 {
			name, nofollow := random(r), r.IntN(2) == 0
			if strings.HasPrefix(name, "/") {
				name = "." + name // the rest of the disk is not in memory
			}
			disk, mem := Locate(OS(), base, name, nofollow), Locate(m, base, name, nofollow)
			if disk.Error == "" && !strings.HasPrefix(disk.Path, top) {
				continue // climbed out over several links
			}
			if disk.Path != mem.Path || disk.Error != mem.Error || disk.Exists != mem.Exists ||
				disk.Info.Type != mem.Info.Type || disk.ViaSymlink != mem.ViaSymlink {
				t.Errorf("seed %d, %q (nofollow %v):\ndisk %+v\nmem  %+v", seed, name, nofollow, disk, mem)
			}
		}
	}
}

func TestOS(t *testing.T) {
	dir := t.TempDir()
	check(t, os.WriteFile(dir+"/f", []byte("12345"), 0o640))
	check(t, os.Symlink("f", dir+"/l"))
	check(t, os.Mkdir(dir+"/d", 0o755))
	check(t, syscall.Mkfifo(dir+"/p", 0o644))
	check(t, os.Link(dir+"/f", dir+"/second"))
	fsys := OS()
	for name, want := range map[string]string{"f": TypeFile, "l": TypeSymlink, "d": TypeDir, "p": TypeFIFO} {
		info, err := fsys.Lstat(dir + "/" + name)
		if err != nil || info.Type != want || info.Dev == 0 || info.Ino == 0 {
			t.Errorf("%s: %+v, %v", name, info, err)
		}
	}
	if info, _ := fsys.Lstat(dir + "/f"); info.Mode != 0o640 || info.Size != 5 || info.NLink != 2 || info.UID != uint32(os.Getuid()) {
		t.Errorf("%+v", info)
	}
	if info, err := fsys.Lstat("/dev/null"); err != nil || info.Type != TypeDevice {
		t.Errorf("/dev/null: %+v, %v", info, err)
	}
	if to, err := fsys.Readlink(dir + "/l"); err != nil || to != "f" {
		t.Errorf("%q, %v", to, err)
	}
	if _, err := fsys.Readlink(dir + "/f"); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("readlink of a file: %v", err)
	}
	for _, c := range []struct {
		name  string
		limit int64
		want  string
		err   error
	}{
		{"f", 5, "12345", nil},
		{"f", 4, "", ErrTooLarge},
		{"d", 9, "", ErrNotRegular},
		{"p", 9, "", ErrNotRegular},
		{"l", 9, "", syscall.ELOOP},
		{"nope", 9, "", syscall.ENOENT},
	} {
		b, err := fsys.ReadFile(dir+"/"+c.name, c.limit)
		if string(b) != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s: %q, %v", c.name, b, err)
		}
	}
	// A file of the kernel's that claims to be empty is read up to the limit.
	if b, err := fsys.ReadFile("/proc/self/status", 1<<20); err == nil && len(b) == 0 {
		t.Error("read by the size it claims")
	}
}

func TestNoPathIsTooLongForAWord(t *testing.T) {
	deep := strings.Repeat("/"+strings.Repeat("d", 200), 30)
	if loc := Locate(OS(), "/", "/tmp"+deep, false); loc.Error != ErrTooLong {
		t.Errorf("%+v", loc)
	}
}

func TestErrorWords(t *testing.T) {
	for err, want := range map[error]string{
		syscall.ENOENT: "", os.ErrNotExist: "", syscall.EACCES: ErrDenied, syscall.EPERM: ErrDenied, os.ErrPermission: ErrDenied,
		syscall.ENOTDIR: ErrNotDirectory, syscall.ELOOP: ErrLoop, syscall.ENAMETOOLONG: ErrTooLong, syscall.EIO: ErrOther,
	} {
		word, missing := errorWord(fmt.Errorf("wrapped: %w", err))
		if word != want || missing != (want == "") {
			t.Errorf("%v: %q, %v", err, word, missing)
		}
	}
}

func TestMemRefusesWhatADiskDoes(t *testing.T) {
	m := world(t)
	for what, err := range map[string]error{
		"a directory in a file":   m.MkdirAll("/etc/hosts/x"),
		"a file in a file":        m.WriteFile("/etc/hosts/x", nil),
		"the root":                m.WriteFile("/", nil),
		"a relative name":         m.WriteFile("x", nil),
		"a second name for a dir": m.Hardlink("/etc", "/etc2"),
		"a name for nothing":      m.Hardlink("/nope", "/nope2"),
		"removing nothing":        m.Remove("/nope"),
		"mode of nothing":         m.Chmod("/nope", 0),
		"closing nothing":         m.Deny("/nope"),
		"a loop":                  m.Chmod("/code/app/self", 0),
	} {
		if err == nil {
			t.Errorf("%s was taken", what)
		}
	}
	if _, err := m.List("/etc/hosts"); !errors.Is(err, syscall.ENOTDIR) {
		t.Errorf("list a file: %v", err)
	}
	if _, err := m.List("/nope"); !errors.Is(err, syscall.ENOENT) {
		t.Errorf("list nothing: %v", err)
	}
	if names, err := m.List("/code/app/out"); err != nil || len(names) != 1 || names[0] != "x" {
		t.Errorf("%v, %v", names, err)
	}
	check(t, m.Remove("/srv/data/x"))
	if _, err := m.Lstat("/srv/data/x"); !errors.Is(err, syscall.ENOENT) {
		t.Errorf("removed: %v", err)
	}
	if _, err := m.ReadFile("/etc", 9); !errors.Is(err, ErrNotRegular) {
		t.Errorf("read a directory: %v", err)
	}
	if _, err := m.ReadFile("/etc/hosts", 4); !errors.Is(err, ErrTooLarge) {
		t.Errorf("read a long file: %v", err)
	}
	if b, err := m.ReadFile("/etc/hosts", 5); err != nil || string(b) != "12345" {
		t.Errorf("%q, %v", b, err)
	}
	if _, err := m.Readlink("/etc/hosts"); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("readlink: %v", err)
	}
}
