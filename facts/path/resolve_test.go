package path

import (
	"strings"
	"testing"

	"regent/facts"

	"github.com/google/go-cmp/cmp"
)

// world is the tree that most tests here look at.
func world(t testing.TB) *Mem {
	t.Helper()
	m := NewMem()
	for _, dir := range []string{"/code/app/src", "/code/app/build", "/home/dev/.ssh", "/tmp", "/etc", "/srv/data", "/proc/1"} {
		check(t, m.MkdirAll(dir))
	}
	for _, file := range []string{"/code/app/src/a.ts", "/code/app/.env", "/srv/data/x", "/etc/hosts"} {
		check(t, m.WriteFile(file, []byte("12345")))
	}
	for name, target := range map[string]string{
		"/code/app/out":      "/srv/data",
		"/code/app/up":       "..",
		"/code/app/src/back": "../build",
		"/code/app/self":     "self",
		"/code/app/ping":     "pong",
		"/code/app/pong":     "ping",
		"/code/app/gone":     "/srv/gone/far",
		"/code/app/slash":    "src/",
		"/code/app/dots":     "./src/../.",
		"/code/app/tofile":   "src/a.ts",
		"/code/app/toproc":   "/proc/self/root",
		"/dev/stdin":         "/proc/self/fd/0",
		"/dev/fd":            "/proc/self/fd",
	} {
		check(t, m.Symlink(target, name))
	}
	check(t, m.Mkfifo("/code/app/pipe"))
	check(t, m.Mknod("/dev/null", TypeDevice))
	check(t, m.Mknod("/code/app/sock", TypeSocket))
	check(t, m.MkdirAll("/closed/in"))
	check(t, m.Deny("/closed"))
	return m
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func workspace() facts.Workspace {
	return facts.Workspace{
		Roots: []string{"/code/app"}, CWD: "/code/app", Home: "/home/dev", Temp: []string{"/tmp", "/var/tmp"}, UID: 1000,
	}
}

func resolver(t testing.TB) *Resolver {
	t.Helper()
	return &Resolver{FS: world(t), Workspace: workspace()}
}

func TestWhereWordsLead(t *testing.T) {
	r := resolver(t)
	long := strings.Repeat("n", 255)
	for _, c := range []struct {
		word, resolved, kind, err string
	}{
		{"src/a.ts", "/code/app/src/a.ts", "file", ""},
		{"/code/app/src/a.ts", "/code/app/src/a.ts", "file", ""},
		{".", "/code/app", "dir", ""},
		{"./", "/code/app", "dir", ""},
		{"..", "/code", "dir", ""},
		{"/", "/", "dir", ""},
		{"//", "/", "dir", ""},
		{"/..", "/", "dir", ""},
		{"//code///app/./src//", "/code/app/src", "dir", ""},
		{"src/..", "/code/app", "dir", ""},
		{"src/../src/a.ts", "/code/app/src/a.ts", "file", ""},
		{"src/..hidden", "/code/app/src/..hidden", "missing", ""},
		{"...", "/code/app/...", "missing", ""},
		{"%2e%2e/x", "/code/app/%2e%2e/x", "missing", ""},
		{"no/such/file", "/code/app/no/such/file", "missing", ""},
		{"no/such/../../src/a.ts", "/code/app/src/a.ts", "file", ""},
		{"no/../../..", "/", "dir", ""},
		{"out/x", "/srv/data/x", "file", ""},
		{"out", "/srv/data", "dir", ""},
		{"out/../made", "/srv/made", "missing", ""},
		{"up/app/src", "/code/app/src", "dir", ""},
		{"up/..", "/", "dir", ""},
		{"src/back/o", "/code/app/build/o", "missing", ""},
		{"gone", "/srv/gone/far", "missing", ""},
		{"gone/er", "/srv/gone/far/er", "missing", ""},
		{"gone/../near", "/srv/gone/near", "missing", ""},
		{"slash/a.ts", "/code/app/src/a.ts", "file", ""},
		{"slash", "/code/app/src", "dir", ""},
		{"dots", "/code/app", "dir", ""},
		{"tofile", "/code/app/src/a.ts", "file", ""},
		{"pipe", "/code/app/pipe", "fifo", ""},
		{"sock", "/code/app/sock", "socket", ""},
		{"/dev/null", "/dev/null", "device", ""},
		{"self", "", "unknown", "loop"},
		{"self/x", "", "unknown", "loop"},
		{"ping", "", "unknown", "loop"},
		{"src/a.ts/", "", "unknown", "not_directory"},
		{"src/a.ts/.", "", "unknown", "not_directory"},
		{"src/a.ts/x", "", "unknown", "not_directory"},
		{"src/a.ts/..", "", "unknown", "not_directory"},
		{"tofile/", "", "unknown", "not_directory"},
		{"pipe/", "", "unknown", "not_directory"},
		{long, "/code/app/" + long, "missing", ""},
		{long + "n", "", "unknown", "too_long"},
		{"no/" + long + "n/x", "", "unknown", "too_long"},
		{strings.Repeat("a/", 2048), "", "unknown", "too_long"},
		{"/closed/in", "", "unknown", "denied"},
		{"/closed", "/closed", "dir", ""},
		{"", "", "unknown", "other"},
		{"a\x00b", "", "unknown", "other"},
		{"~", "/home/dev", "dir", ""},
		{"~/", "/home/dev", "dir", ""},
		{"~/.ssh/id_rsa", "/home/dev/.ssh/id_rsa", "missing", ""},
		{"~dev/x", "/home/dev/x", "missing", ""},
		{"~root/x", "/root/x", "missing", ""},
		{"~ann/x", "/home/ann/x", "missing", ""},
		{"./~", "/code/app/~", "missing", ""},
		{"a~", "/code/app/a~", "missing", ""},
		// The links of /proc mean the command, not this process.
		{"/proc/self/root/etc/hosts", "/etc/hosts", "file", ""},
		{"/proc/self/root", "/", "dir", ""},
		{"/proc/thread-self/root/etc", "/etc", "dir", ""},
		{"/proc/self/task/7/root/etc", "/etc", "dir", ""},
		{"/proc/self/cwd/src", "/code/app/src", "dir", ""},
		{"/proc/self/cwd", "/code/app", "dir", ""},
		{"/proc/1/root/etc/hosts", "/etc/hosts", "file", ""},
		{"toproc/etc/hosts", "/etc/hosts", "file", ""},
		{"/proc/self/fd/3", "/dev/fd/3", "unknown", ""},
		{"/proc/self/fd", "/dev/fd", "unknown", ""},
		{"/dev/fd/3", "/dev/fd/3", "unknown", ""},
		{"/dev/stdin", "/dev/stdin", "unknown", ""},
		{"/proc/self", "/proc/self", "dir", ""},
		{"/proc/self/environ", "/proc/self/environ", "unknown", ""},
		{"/proc/self/exe", "/proc/self/exe", "unknown", ""},
		{"/proc/self/../1", "/proc/1", "dir", ""},
	} {
		u := r.Resolve(Request{Word: c.word, Access: facts.AccessRead})
		if u.Resolved != c.resolved || u.Type != c.kind || u.Error != c.err {
			t.Errorf("%.40q: %q %s %q, want %q %s %q", c.word, u.Resolved, u.Type, u.Error, c.resolved, c.kind, c.err)
		}
		if u.Exists != (c.resolved != "" && c.kind != "missing") {
			t.Errorf("%.40q: exists %v", c.word, u.Exists)
		}
	}
}

func TestFortyLinks(t *testing.T) {
	m := NewMem()
	check(t, m.WriteFile("/d/end", nil))
	for i := range 41 {
		target := "end"
		if i > 0 {
			target = "l" + string(rune('A'+i-1))
		}
		check(t, m.Symlink(target, "/d/l"+string(rune('A'+i))))
	}
	if loc := Locate(m, "/d", "l"+string(rune('A'+39)), false); loc.Path != "/d/end" {
		t.Errorf("40 links: %+v", loc)
	}
	if loc := Locate(m, "/d", "l"+string(rune('A'+40)), false); loc.Error != ErrLoop {
		t.Errorf("41 links: %+v", loc)
	}
}

func TestTheLinkItself(t *testing.T) {
	r := resolver(t)
	for _, c := range []struct{ word, resolved, kind string }{
		{"out", "/code/app/out", "symlink"},
		{"out/", "/srv/data", "dir"},
		{"out/.", "/srv/data", "dir"},
		{"out/x", "/srv/data/x", "file"},
		{"self", "/code/app/self", "symlink"},
		{"gone", "/code/app/gone", "symlink"},
		{"src/..", "/code/app", "dir"},
		{"nope", "/code/app/nope", "missing"},
		{"up/out", "/code/out", "missing"},
		{"src/../out", "/code/app/out", "symlink"},
	} {
		u := r.Resolve(Request{Word: c.word, Access: facts.AccessDelete, NoFollow: true})
		if u.Resolved != c.resolved || u.Type != c.kind || u.Error != "" {
			t.Errorf("%s: %+v", c.word, u)
		}
	}
	// All of a directory is what the link leads to.
	if u := r.Resolve(Request{Word: "out", Access: facts.AccessDelete, NoFollow: true, Whole: true}); u.Resolved != "/srv/data" || !u.Whole {
		t.Errorf("out/*: %+v", u)
	}
}

func TestEveryMember(t *testing.T) {
	r := resolver(t)
	m := r.FS.(*Mem)
	check(t, m.Hardlink("/code/app/src/a.ts", "/code/app/src/Second.TS"))
	check(t, m.Chmod("/code/app/src/a.ts", 0o4755))
	got := r.Resolve(Request{Word: "slash/Second.TS", Access: facts.AccessRead, OnlyNames: []string{"x"}, Recursive: true})
	want := facts.PathUse{
		Command: -1, Access: "read", Recursive: true, OnlyNames: []string{"x"}, Raw: "slash/Second.TS", Known: "static",
		Resolved: "/code/app/src/Second.TS", Absolute: "/code/app/slash/Second.TS", Exists: true, Type: "file",
		NLink: 2, FileMode: "4755", Size: 5, Classes: []string{}, Holds: []string{}, Root: "/code/app",
		Relative: "src/Second.TS", Ancestors: []string{"/code/app/src", "/code/app", "/code", "/"},
		Segments: []string{"code", "app", "src", "Second.TS"}, Base: "second.ts", Extension: ".ts", ViaSymlink: true,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}

	u := r.Resolve(Request{Word: "/", Access: facts.AccessList})
	if !u.HoldsRoot || u.IsRoot || u.Root != "" || u.Relative != "" || len(u.Ancestors) != 0 || len(u.Segments) != 0 || u.InHome {
		t.Errorf("/: %+v", u)
	}
	u = r.Resolve(Request{Word: "nope", Access: facts.AccessWrite})
	if u.NLink != 0 || u.FileMode != "" || u.Size != -1 || u.Extension != "" || u.ForeignDevice {
		t.Errorf("missing: %+v", u)
	}
	u = r.Resolve(Request{Word: ".env", Access: facts.AccessRead})
	if u.Base != ".env" || u.Extension != "" {
		t.Errorf(".env: %+v", u)
	}
	u = r.Resolve(Request{Word: "self", Access: facts.AccessRead})
	if u.Absolute != "/code/app/self" || u.Base != "self" || u.Size != -1 || u.Classes == nil || u.Segments == nil || !u.ViaSymlink {
		t.Errorf("error: %+v", u)
	}
}

func TestRootsTempAndHome(t *testing.T) {
	m := NewMem()
	for _, dir := range []string{"/w/one/inner/x", "/w/one-old", "/w/tmp/t", "/w/one/scratch/s", "/w/home/p"} {
		check(t, m.MkdirAll(dir))
	}
	r := &Resolver{FS: m, Workspace: facts.Workspace{
		Roots: []string{"/w/one", "/w/one/inner"}, CWD: "/w/one", Home: "/w/home", Temp: []string{"/w/tmp", "/w/one/scratch"},
	}}
	type place struct {
		Root, Relative                             string
		IsRoot, HoldsRoot, BelowTemp, IsTemp, Home bool
	}
	for word, want := range map[string]place{
		"/w/one":           {Root: "/w/one", Relative: ".", IsRoot: true, HoldsRoot: true},
		"/w/one/inner":     {Root: "/w/one/inner", Relative: ".", IsRoot: true},
		"/w/one/inner/x":   {Root: "/w/one/inner", Relative: "x"},
		"/w/one/y":         {Root: "/w/one", Relative: "y"},
		"/w/one-old":       {},
		"/w":               {HoldsRoot: true},
		"/w/tmp":           {BelowTemp: true, IsTemp: true},
		"/w/tmp/t":         {BelowTemp: true},
		"/w/tmpx":          {},
		"/w/one/scratch":   {Root: "/w/one", Relative: "scratch", BelowTemp: true, IsTemp: true},
		"/w/one/scratch/s": {Root: "/w/one", Relative: "scratch/s", BelowTemp: true},
		"/w/home":          {Home: true},
		"/w/home/p":        {Home: true},
		"/w/homes":         {},
	} {
		u := r.Resolve(Request{Word: word, Access: facts.AccessRead})
		got := place{u.Root, u.Relative, u.IsRoot, u.HoldsRoot, u.BelowTemp, u.IsTemp, u.InHome}
		if got != want {
			t.Errorf("%s: %+v, want %+v", word, got, want)
		}
	}
}

func TestForeignDevice(t *testing.T) {
	r := resolver(t)
	m := r.FS.(*Mem)
	check(t, m.MkdirAll("/code/app/mnt"))
	check(t, m.SetDevice("/code/app/mnt", 9))
	check(t, m.WriteFile("/code/app/mnt/f", nil))
	if u := r.Resolve(Request{Word: "mnt/f", Access: facts.AccessRead}); !u.ForeignDevice {
		t.Errorf("below a mount: %+v", u)
	}
	if u := r.Resolve(Request{Word: "src/a.ts", Access: facts.AccessRead}); u.ForeignDevice {
		t.Errorf("beside it: %+v", u)
	}
}

func TestWhatIsNotKnown(t *testing.T) {
	r := resolver(t)
	u := r.Resolve(Request{Word: "$x", Known: facts.KnownDynamic, Access: facts.AccessRead})
	if u.Resolved != "" || u.Error != "" || u.Known != facts.KnownDynamic || u.Raw != "$x" || u.Type != TypeUnknown {
		t.Errorf("dynamic: %+v", u)
	}
	u = r.Resolve(Request{Word: "/", Known: facts.KnownPrefix, EmptyFallback: true, Access: facts.AccessDelete})
	if u.Resolved != "" || !u.EmptyFallback || u.Known != facts.KnownDynamic {
		t.Errorf("empty fallback: %+v", u)
	}
	u = r.Resolve(Request{Word: "out", Known: facts.KnownPrefix, Access: facts.AccessDelete, NoFollow: true})
	if u.Resolved != "/srv/data" || u.Known != facts.KnownPrefix {
		t.Errorf("prefix through a link: %+v", u)
	}
	u = r.Resolve(Request{Word: "src", Known: facts.KnownPartial, Access: facts.AccessRead})
	if u.Known != facts.KnownPrefix || u.Resolved != "/code/app/src" {
		t.Errorf("partial: %+v", u)
	}
	u = r.Resolve(Request{Word: ".", Known: facts.KnownDynamic, Names: true, Access: facts.AccessDelete})
	if u.Resolved != "/code/app" || !u.Names || u.Known != facts.KnownDynamic {
		t.Errorf("listed names: %+v", u)
	}
	u = r.Resolve(Request{Word: "src/a.ts", Known: facts.KnownPrefix, Access: facts.AccessRead})
	if u.Error != ErrNotDirectory {
		t.Errorf("below a file: %+v", u)
	}
}

func TestElsewhere(t *testing.T) {
	r := resolver(t)
	m, err := Compile(Table{
		"keys":   {Patterns: map[string]bool{"**/.ssh/**": true}},
		"ours":   {Patterns: map[string]bool{"{root}/**": true, "~/**": true}},
		"system": {Patterns: map[string]bool{"/etc/**": true}},
	}, r.Workspace)
	check(t, err)
	r.Matcher = m
	for word, classes := range map[string][]string{
		"/code/app/src":        {},
		"/home/dev/.ssh/id":    {"keys"},
		"/etc/hosts":           {"system"},
		"/srv/../etc/./passwd": {"system"},
	} {
		u := r.Resolve(Request{Word: word, Remote: true, Access: facts.AccessRead})
		if u.Resolved != "" || !u.Remote || u.Exists || u.Root != "" || !strings.HasPrefix(u.Absolute, "/") || !cmp.Equal(u.Classes, classes) {
			t.Errorf("%s: %+v", word, u)
		}
	}
	if u := r.Resolve(Request{Word: "src", Remote: true, Access: facts.AccessRead}); u.Absolute != "" || len(u.Classes) != 0 {
		t.Errorf("relative: %+v", u)
	}
}

func TestAbs(t *testing.T) {
	r := resolver(t)
	for word, want := range map[string][2]string{
		"src": {"/code/app/src", ""}, "out": {"/srv/data", ""}, "nope": {"/code/app/nope", ""},
		"src/a.ts": {"", ErrNotDirectory}, "self": {"", ErrLoop}, "/proc/self/cwd": {"/code/app", ""},
	} {
		if got, err := r.Abs("", word); got != want[0] || err != want[1] {
			t.Errorf("%s: %q %q", word, got, err)
		}
	}
	if got, err := r.Abs("src", "back"); got != "/code/app/build" || err != "" {
		t.Errorf("from a relative directory: %q %q", got, err)
	}
	empty := Resolver{FS: r.FS}
	if u := empty.Resolve(Request{Word: "x", Access: facts.AccessRead}); u.Error != ErrOther {
		t.Errorf("no directory to start from: %+v", u)
	}
	if u := empty.Resolve(Request{Word: "~/x", Access: facts.AccessRead}); u.Error != ErrOther {
		t.Errorf("no home: %+v", u)
	}
}

func TestLexical(t *testing.T) {
	r := resolver(t)
	for word, want := range map[string]string{
		"out/x": "/code/app/out/x", "self": "/code/app/self", "../x": "/code/x", "~/x": "/code/app/~/x", "src/a.ts/..": "/code/app/src",
	} {
		u := r.Lexical("/code/app", word, facts.AccessRead)
		if u.Resolved != want || u.Exists || u.Type != TypeUnknown || u.ViaSymlink || u.Error != "" {
			t.Errorf("%s: %+v", word, u)
		}
	}
}

func TestCanonical(t *testing.T) {
	m := NewMem()
	check(t, m.MkdirAll("/real/app"))
	check(t, m.Symlink("/real/app", "/code"))
	check(t, m.Symlink("/real/app", "/again"))
	check(t, m.Symlink("/loop", "/loop"))
	got := Canonical(m, facts.Workspace{
		Roots: []string{"/code", "/again/", "/loop/x/.."}, CWD: "/code/./src", Home: "", Temp: []string{"/tmp/", "/tmp"},
	})
	want := facts.Workspace{Roots: []string{"/real/app", "/loop"}, CWD: "/real/app/src", Temp: []string{"/tmp"}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestRawIsClippedAtARune(t *testing.T) {
	if got := clip(strings.Repeat("ä", 200)); len(got) != 256 || !strings.HasSuffix(got, "ä") {
		t.Errorf("%d bytes", len(got))
	}
	if got := clip("x" + strings.Repeat("ä", 200)); len(got) != 255 {
		t.Errorf("%d bytes", len(got))
	}
	if got := clip(strings.Repeat("\x80", 400)); len(got) > 256 || len(got) < 252 {
		t.Errorf("%d bytes", len(got))
	}
}

func TestFold(t *testing.T) {
	for in, want := range map[string]string{
		"abc": "abc", "ABC": "abc", ".ENV": ".env", "\u212Aey": "key", "cla\u017Fs": "class", "GRÖẞE": Fold("größe"),
		"a\xffB": "a\xffb", "ΣΑΣ": Fold("σας"), "": "",
	} {
		if got := Fold(in); got != want {
			t.Errorf("%q folds to %q, want %q", in, got, want)
		}
	}
}
