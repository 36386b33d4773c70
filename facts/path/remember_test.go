package path

import (
	"fmt"
	gopath "path"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"regent/facts"
)

// What an overlay remembers of directories must never show: a walk that starts
// from them ends where one from the root does, whatever changed between.
func TestWalksFromRememberedDirectoriesEndAlike(t *testing.T) {
	names := []string{"a", "b", "c", "..", ".", "proc", "self"}
	word := func(t *rapid.T, label string) string {
		w := ""
		for range rapid.IntRange(1, 5).Draw(t, label+" depth") {
			w += "/" + rapid.SampledFrom(names).Draw(t, label)
		}
		return w + rapid.SampledFrom([]string{"", "", "/", "/."}).Draw(t, label+" end")
	}
	rapid.Check(t, func(t *rapid.T) {
		m := NewMem()
		for _, d := range []string{"/a/b/c", "/b/a", "/c"} {
			if err := m.MkdirAll(d); err != nil {
				t.Fatal(err)
			}
		}
		_ = m.Symlink("/a/b", "/c/a")
		_ = m.WriteFile("/b/c", nil)
		o := NewOverlay(m)
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			w := word(t, "word")
			name := gopath.Clean(w)
			switch rapid.SampledFrom([]string{"look", "look", "look", "mkdir", "write", "link", "remove", "rename"}).Draw(t, "what") {
			case "mkdir":
				o.Mkdir(name)
			case "write":
				o.WriteFile(name, nil)
			case "link":
				o.Symlink(gopath.Clean(word(t, "target")), name)
			case "remove":
				o.Remove(name)
			case "rename":
				o.Rename(name, gopath.Clean(word(t, "to")))
			}
			for _, nofollow := range []bool{false, true} {
				got, want := o.walk(w, nofollow, "/a"), walk(o, w, 0, nofollow, "/a")
				got.dirs, want.dirs = 0, 0
				if got != want {
					t.Fatalf("%s: %+v, from the root %+v", w, got, want)
				}
			}
		}
	})
}

// A name of the file system below is looked at once, however often it is met.
func TestOverlayAsksOnce(t *testing.T) {
	m := NewMem()
	if err := m.MkdirAll("/code/app/src"); err != nil {
		t.Fatal(err)
	}
	c := &counting{FS: m, asked: map[string]int{}}
	r := &Resolver{FS: NewOverlay(c)}
	for range 3 {
		for _, w := range []string{"/code/app/src/a.ts", "/code/app/src/none/b", "/code/app", "/code/app/src/../src/a.ts"} {
			r.Locate("/", w, false)
		}
	}
	if len(c.asked) == 0 {
		t.Error("nothing was asked")
	}
	for name, n := range c.asked {
		if n > 1 {
			t.Errorf("%s was asked %d times", name, n)
		}
	}
}

type counting struct {
	FS
	asked map[string]int
}

func (c *counting) Lstat(name string) (Info, error) {
	c.asked[name]++
	return c.FS.Lstat(name)
}

// A glob's quick tests say what matching it in full says.
func TestGlobsFitAsTheyMatch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pattern := rapid.StringMatching(`[ab.\]]{0,3}[*?][ab*?.\]]{0,4}|[ab]{0,2}\[[ab]\*?\][ab*]{0,3}|\\[*ab]\*b`).Draw(t, "pattern")
		if _, err := gopath.Match(pattern, ""); err != nil {
			t.Skip("no pattern")
		}
		g := newGlobEdge(pattern, false)
		for range 8 {
			name := rapid.StringMatching(`[ab.*\]]{0,6}`).Draw(t, "name")
			want, _ := gopath.Match(pattern, name)
			if got := g.fits(name); got != want {
				t.Fatalf("%s of %s: %v, matching it says %v", fmt.Sprintf("%+v", g), name, got, want)
			}
		}
	})
}

// Brief leaves out three members and nothing else, the first time and later.
func TestBriefIsTheSameButShorter(t *testing.T) {
	r := resolver(t)
	for range 2 {
		for _, w := range []string{"src/a.ts", "/etc/hosts", "/usr/bin/ls", "none/x", ".git/config", "/"} {
			q := Request{Word: w, Access: facts.AccessExecute}
			want := r.Resolve(q)
			want.Ancestors, want.Segments, want.Holds = none, none, none
			q.Brief = true
			if diff := cmp.Diff(want, r.Resolve(q)); diff != "" {
				t.Errorf("%s (-whole +brief):\n%s", w, diff)
			}
		}
	}
}
