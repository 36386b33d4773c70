package policy_tests

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"regent/engine"
	"regent/facts"
	"regent/facts/path"
	"regent/facts/shell"
	"regent/facts/sql"
)

// step makes something in the world before a case is judged.
type step struct {
	Op     string `json:"op"` // dir, file, symlink, fifo, hardlink
	Path   string `json:"path"`
	Target string `json:"target"`
}

// world is the file system and the workspace that a case lives in.
type world struct {
	fs *path.Mem
	ws facts.Workspace
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// commandsWorld is the world that cases/commands.jsonl describes.
func commandsWorld(t testing.TB, head string) *world {
	t.Helper()
	if head == "" {
		head = "feature/login"
	}
	w := &world{fs: path.NewMem(), ws: facts.Workspace{
		Roots: []string{"/code/app"}, CWD: "/code/app", Home: "/home/dev",
		Temp: []string{"/tmp", "/var/tmp"}, UID: 1000,
	}}
	for _, dir := range strings.Fields("/tmp /var/tmp /etc /usr/bin /bin /srv /home/dev /home/dev/.ssh " +
		"/code/app/src /code/app/build /code/app/node_modules /code/app/.git/refs/heads /code/app/tests /code/app/docs") {
		must(t, w.fs.MkdirAll(dir))
	}
	for name, text := range map[string]string{
		"/code/app/.env":         "KEY=value\n",
		"/code/app/README.md":    "app\n",
		"/code/app/package.json": `{"name": "app", "private": true}`,
		"/code/app/.git/HEAD":    "ref: refs/heads/" + head + "\n",
		"/code/app/.git/config":  "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = https://git.acme.example/app.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n",
	} {
		must(t, w.fs.WriteFile(name, []byte(text)))
	}
	return w
}

func (w *world) make(t testing.TB, steps []step, place func(string) string) {
	t.Helper()
	for _, s := range steps {
		name := place(s.Path)
		if i := strings.LastIndexByte(name, '/'); i > 0 && s.Op != "dir" {
			must(t, w.fs.MkdirAll(name[:i]))
		}
		switch s.Op {
		case "dir":
			must(t, w.fs.MkdirAll(name))
		case "file":
			must(t, w.fs.WriteFile(name, []byte("x\n")))
		case "symlink":
			must(t, w.fs.Symlink(place(s.Target), name))
		case "fifo":
			must(t, w.fs.Mkfifo(name))
		case "hardlink":
			must(t, w.fs.Hardlink(place(s.Target), name))
		default:
			t.Fatalf("a case sets up %q, which this test does not know", s.Op)
		}
	}
}

// tables are the bundle's own data, read once.
type tables struct {
	engine   *engine.Engine
	classes  path.Table
	programs map[string]*shell.Spec
	hosts    shell.HostTable
}

func loadTables(t testing.TB) *tables {
	t.Helper()
	e, err := engine.Open(t.Context(), engine.Options{})
	must(t, err)
	b := &tables{engine: e, programs: map[string]*shell.Spec{}}
	must(t, e.Table("regent/paths", &b.classes))
	must(t, e.Table("regent/hosts", &b.hosts))
	must(t, e.Table("regent/programs", &b.programs))
	rooms := map[string]struct {
		Spec *shell.Spec `json:"spec"`
	}{}
	must(t, e.Table("regent/program", &rooms))
	for name, r := range rooms {
		if r.Spec != nil {
			b.programs[name] = r.Spec
		}
	}
	return b
}

func (b *tables) resolver(t testing.TB, w *world) *path.Resolver {
	t.Helper()
	m, err := path.Compile(b.classes, w.ws, path.Variables{"guard": {"/etc/regent", "/home/dev/.config/regent"}})
	must(t, err)
	return &path.Resolver{FS: w.fs, Workspace: w.ws, Matcher: m}
}

func (b *tables) extractor(t testing.TB, w *world, scripts bool) *shell.Extractor {
	t.Helper()
	x, err := shell.New(shell.Config{
		FS: w.fs, Resolver: b.resolver(t, w), Programs: b.programs, Hosts: b.hosts,
		Env:     map[string]string{"HOME": w.ws.Home, "USER": "dev", "PATH": "/usr/local/bin:/usr/bin:/bin"},
		Scripts: scripts, SQL: sql.Shell,
	})
	must(t, err)
	return x
}

func input(tool string, ws facts.Workspace) *facts.Input {
	return &facts.Input{
		Tool: tool, Now: "2026-11-30T12:00:00Z", NowNS: 1_796_040_000_000_000_000, Workspace: ws,
		Caller: facts.Caller{ID: "sha256:00", Kind: "local", Groups: []string{}, Transport: "cli"},
		Host:   facts.Host{Labels: []string{}},
	}
}

// lines decodes one JSON object a line.
func lines[T any](t testing.TB, name string) []T {
	t.Helper()
	raw, err := os.ReadFile(name)
	must(t, err)
	var out []T
	s := bufio.NewScanner(bytes.NewReader(raw))
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		if len(bytes.TrimSpace(s.Bytes())) == 0 {
			continue
		}
		d := json.NewDecoder(bytes.NewReader(s.Bytes()))
		d.DisallowUnknownFields()
		var v T
		must(t, d.Decode(&v))
		out = append(out, v)
	}
	must(t, s.Err())
	return out
}
