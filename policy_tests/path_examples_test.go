package policy_tests

import (
	"os"
	"strings"
	"testing"

	"regent/facts"
	"regent/facts/path"
)

type pathExample struct {
	section, want string
	access        facts.Access
	path          string
	setup         []step
}

// readPathExamples reads cases/paths.txt: what a section makes counts for all
// of its questions.
func readPathExamples(t testing.TB) []pathExample {
	t.Helper()
	raw, err := os.ReadFile("cases/paths.txt")
	must(t, err)
	var out []pathExample
	section := ""
	setup := map[string][]step{}
	for line := range strings.SplitSeq(string(raw), "\n") {
		mark, rest, _ := strings.Cut(line, " ")
		word, name, ok := strings.Cut(rest, " ")
		switch {
		case mark == "##":
			section = rest
		case line == "" || mark == "#":
		case mark == "+" && ok:
			s := step{Op: word, Path: name}
			s.Path, s.Target, _ = strings.Cut(name, " -> ")
			setup[section] = append(setup[section], s)
		case letters[mark] != "" && ok:
			out = append(out, pathExample{section: section, want: letters[mark], access: facts.Access(word), path: name})
		default:
			t.Fatalf("paths: cannot read %q", line)
		}
	}
	for i := range out {
		out[i].setup = setup[out[i].section]
	}
	return out
}

// TestPathExamples asks the questions of cases/paths.txt.
func TestPathExamples(t *testing.T) {
	b := loadTables(t)
	place := strings.NewReplacer("ROOT", "/code/app", "HOME", "/home/dev", "OUTSIDE", "/srv/other", "TEMP", "/tmp").Replace
	got := table{}
	for _, e := range readPathExamples(t) {
		w := &world{fs: path.NewMem(), ws: facts.Workspace{
			Roots: []string{"/code/app"}, CWD: "/code/app", Home: "/home/dev", Temp: []string{"/tmp", "/var/tmp"}, UID: 1000,
		}}
		for _, dir := range []string{"/code/app", "/home/dev", "/srv/other", "/tmp", "/var/tmp", "/etc", "/usr/bin"} {
			must(t, w.fs.MkdirAll(dir))
		}
		w.make(t, e.setup, place)
		in := input("audit_path_access", w.ws)
		use := b.resolver(t, w).Resolve(path.Request{
			CWD: w.ws.CWD, Word: place(e.path), Known: facts.KnownStatic, Access: e.access,
			NoFollow: e.access == facts.AccessDelete || e.access == facts.AccessLink,
		})
		use.Command, use.Source = facts.NoCommand, "tool"
		in.Accesses = append(in.Accesses, use)
		d := b.engine.Decide(t.Context(), in)
		got.add(e.want, d.Decision)
		if d.Decision != e.want {
			t.Errorf("%s: %s %s\n\twant %s\n\tgot  %s: %s\n\tclasses %v, resolved %s", e.section, e.access, e.path, e.want, d.Decision, rules(d), use.Classes, use.Resolved)
		}
	}
	t.Logf("\n%s", got)
}
