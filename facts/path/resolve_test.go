package path

import (
	"testing"

	"regent/facts"
)

func TestSmoke(t *testing.T) {
	m := NewMem()
	m.MkdirAll("/code/app/src")
	m.Symlink("../..", "/code/app/up")
	m.MkdirAll("/home/dev")
	r := Resolver{FS: m, Workspace: facts.Workspace{Roots: []string{"/code/app"}, CWD: "/code/app", Home: "/home/dev", Temp: []string{"/tmp"}}}
	for _, w := range []string{"src/a.ts", "up/x", "up", "up/", "~/.ssh/id", "src/../..", "/proc/self/root/etc/shadow", "/dev/fd/3", "/", "../../../../../x", "src/.", "nope/../src"} {
		t.Logf("%s -> %+v", w, r.Resolve(Request{Word: w, Access: facts.AccessRead}))
	}
}
