package path

import (
	"errors"
	"syscall"
	"testing"

	"regent/facts"
)

func TestOverlayFollowsWhatATextDoes(t *testing.T) {
	m := world(t)
	r := resolver(t)
	o := NewOverlay(m)
	r.FS = o
	lead := func(word string) string {
		u := r.Resolve(Request{Word: word, Access: facts.AccessDelete})
		if u.Error != "" {
			return u.Error
		}
		return u.Resolved + " " + u.Type
	}
	expect := func(word, want string) {
		t.Helper()
		if got := lead(word); got != want {
			t.Errorf("%s: %s, want %s", word, got, want)
		}
	}
	if o.Changed() {
		t.Error("changed from the start")
	}
	expect("src/a.ts", "/code/app/src/a.ts file")

	o.Symlink("/", "/code/app/x")
	expect("x/", "/ dir")
	expect("x/etc/hosts", "/etc/hosts file")

	o.Remove("/code/app/x")
	expect("x", "/code/app/x missing")
	expect("x/y", "/code/app/x/y missing")

	o.WriteFile("/code/app/run.sh", []byte("echo hi"))
	expect("run.sh", "/code/app/run.sh file")
	expect("run.sh/", "not_directory")
	if b, err := o.ReadFile("/code/app/run.sh", 100); err != nil || string(b) != "echo hi" {
		t.Errorf("%q, %v", b, err)
	}
	if _, err := o.ReadFile("/code/app/run.sh", 3); !errors.Is(err, ErrTooLarge) {
		t.Errorf("too large: %v", err)
	}

	// A directory moves: what lay below is found below the new name alone.
	o.Rename("/code/app/src", "/code/app/lib")
	expect("lib/a.ts", "/code/app/lib/a.ts file")
	expect("src/a.ts", "/code/app/src/a.ts missing")
	if b, err := o.ReadFile("/code/app/lib/a.ts", 100); err != nil || string(b) != "12345" {
		t.Errorf("%q, %v", b, err)
	}
	// So do changes that were made below it.
	o.Symlink("/etc", "/code/app/lib/conf")
	o.Rename("/code/app/lib", "/code/app/third")
	expect("third/conf/hosts", "/etc/hosts file")
	expect("third/a.ts", "/code/app/third/a.ts file")
	expect("lib/conf", "/code/app/lib/conf missing")

	// A new directory holds nothing, whatever lay there before.
	o.Remove("/srv/data")
	o.Mkdir("/srv/data")
	expect("/srv/data/x", "/srv/data/x missing")
	expect("out/x", "/srv/data/x missing")

	// A copy leaves the first in place.
	o.Copy("/code/app/build", "/tmp/b")
	expect("/tmp/b", "/tmp/b dir")
	expect("build", "/code/app/build dir")
	o.Copy("/code/app/nope", "/tmp/nope")
	expect("/tmp/nope", "/tmp/nope missing")
	o.Copy("/tmp", "/tmp/inside")
	expect("/tmp/inside", "/tmp/inside missing")

	// Parents come with what is made below them.
	o.WriteFile("/var/new/deep/f", nil)
	expect("/var/new", "/var/new dir")
	expect("/var/new/deep/f", "/var/new/deep/f file")

	o.Mkdir("/code/app/build") // is there
	expect("build", "/code/app/build dir")
	o.Remove("/") // means nothing
	expect("/", "/ dir")

	// The file system below never changed.
	for _, name := range []string{"/code/app/src/a.ts", "/srv/data/x"} {
		if _, err := m.Lstat(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := m.Lstat("/code/app/x"); !errors.Is(err, syscall.ENOENT) {
		t.Errorf("below: %v", err)
	}
}

func TestOverlayErrors(t *testing.T) {
	o := NewOverlay(world(t))
	o.WriteFile("/tmp/f", nil)
	o.Symlink("f", "/tmp/l")
	o.Remove("/etc/hosts")
	if _, err := o.Readlink("/tmp/f"); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("readlink of a file: %v", err)
	}
	if to, err := o.Readlink("/tmp/l"); err != nil || to != "f" {
		t.Errorf("%q, %v", to, err)
	}
	for _, name := range []string{"/etc/hosts", "/tmp/f/x", "/tmp/l/x", "/nope"} {
		if _, err := o.Readlink(name); err == nil {
			t.Errorf("readlink %s", name)
		}
		if _, err := o.ReadFile(name, 10); err == nil {
			t.Errorf("read %s", name)
		}
		if _, err := o.Lstat(name); err == nil {
			t.Errorf("lstat %s", name)
		}
	}
	if _, err := o.ReadFile("/tmp/l", 10); !errors.Is(err, ErrNotRegular) {
		t.Errorf("a link is read: %v", err)
	}
	if to, err := o.Readlink("/code/app/out"); err != nil || to != "/srv/data" {
		t.Errorf("below: %q, %v", to, err)
	}
	if b, err := o.ReadFile("/srv/data/x", 10); err != nil || string(b) != "12345" {
		t.Errorf("below: %q, %v", b, err)
	}
}
