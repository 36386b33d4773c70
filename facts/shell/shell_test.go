package shell

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"regent/facts"
	"regent/facts/path"
)

// shippedPrograms reads the programs table of the default bundle.
func shippedPrograms(t testing.TB) map[string]*Spec {
	t.Helper()
	out := map[string]*Spec{}
	root := "../../policies/regent"
	data, err := os.ReadFile(root + "/programs/data.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatalf("programs/data.json: %v", err)
	}
	rooms, _ := filepath.Glob(root + "/program/*/data.json")
	for _, f := range rooms {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var room struct {
			Spec *Spec `json:"spec"`
		}
		if err := json.Unmarshal(data, &room); err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		if room.Spec != nil {
			out[filepath.Base(filepath.Dir(f))] = room.Spec
		}
	}
	return out
}

var caseWorkspace = facts.Workspace{
	Roots: []string{"/code/app"}, CWD: "/code/app", Home: "/home/dev", Temp: []string{"/tmp", "/var/tmp"}, UID: 1000,
}

// caseFS is the world of the labelled cases.
func caseFS() *path.Mem {
	m := path.NewMem()
	for _, d := range []string{"src", "build", "node_modules", ".git", "tests", "docs"} {
		_ = m.MkdirAll("/code/app/" + d)
	}
	for _, d := range []string{"/home/dev", "/tmp", "/var/tmp"} {
		_ = m.MkdirAll(d)
	}
	_ = m.WriteFile("/code/app/.env", []byte("KEY=1\n"))
	_ = m.WriteFile("/code/app/package.json", []byte(`{"scripts":{"test":"jest","build":"tsc"}}`))
	_ = m.WriteFile("/code/app/README.md", []byte("# app\n"))
	_ = m.WriteFile("/code/app/.git/HEAD", []byte("ref: refs/heads/feature/login\n"))
	_ = m.WriteFile("/code/app/.git/config", []byte("[remote \"origin\"]\n\turl = https://git.acme.example/app.git\n"))
	return m
}

func newExtractor(t testing.TB, fsys path.FS, change func(*Config)) *Extractor {
	t.Helper()
	m, err := path.Compile(path.Table{}, caseWorkspace)
	if err != nil {
		t.Fatal(err)
	}
	cfg := Config{
		FS: fsys, Programs: shippedPrograms(t), Scripts: true,
		Resolver: &path.Resolver{FS: fsys, Workspace: caseWorkspace, Matcher: m},
		Env:      map[string]string{"HOME": "/home/dev", "USER": "dev"},
	}
	if change != nil {
		change(&cfg)
	}
	x, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func extract(t testing.TB, x *Extractor, text string) *facts.Input {
	t.Helper()
	in := &facts.Input{Workspace: caseWorkspace}
	if err := x.Extract(context.Background(), in, text); err != nil {
		t.Fatal(err)
	}
	if r := x.start(context.Background(), &facts.Input{Workspace: caseWorkspace}, text, "bash"); r.panicked != nil {
		t.Fatalf("panic in %q: %v", text, r.panicked)
	}
	return in
}

// brief writes the facts on a few lines.
func brief(in *facts.Input) string {
	var b strings.Builder
	for _, c := range in.Commands {
		b.WriteString("C " + itoa(c.Index) + " " + c.Program)
		if c.ProgramKnown != facts.KnownStatic {
			b.WriteString("<" + string(c.ProgramKnown) + ">")
		}
		for _, s := range c.Subcommand {
			b.WriteString(" @" + s)
		}
		for _, o := range c.Options {
			b.WriteString(" " + o.Name)
			if o.Value != "" {
				b.WriteString("=" + o.Value)
			}
			if o.Known != facts.KnownStatic {
				b.WriteString("<" + string(o.Known) + ">")
			}
		}
		for _, o := range c.Operands {
			b.WriteString(" [" + o.Value)
			if o.Known != facts.KnownStatic {
				b.WriteString("<" + string(o.Known) + ">")
			}
			b.WriteString("]")
		}
		for _, a := range c.Assignments {
			b.WriteString(" " + a.Name + ":=" + a.Value)
		}
		if len(c.Via) > 0 {
			b.WriteString(" via=" + strings.Join(c.Via, ","))
		}
		for _, k := range c.Code {
			b.WriteString(" code(" + k.Language + ")=" + k.Text)
		}
		if len(c.FedBy) > 0 {
			b.WriteString(" fed")
			for _, n := range c.FedBy {
				b.WriteString(" " + itoa(n))
			}
		}
		if c.Privilege {
			b.WriteString(" privilege")
		}
		if c.Remote {
			b.WriteString(" remote")
		}
		if c.Container {
			b.WriteString(" container")
		}
		if c.HelpOnly {
			b.WriteString(" help")
		}
		b.WriteString("\n")
	}
	for i, a := range in.Accesses {
		b.WriteString("A " + itoa(i) + " c" + itoa(a.Command) + " " + string(a.Access) + " " + a.Source + " " + string(a.Known) + " " + a.Resolved)
		if a.Whole {
			b.WriteString(" whole")
		}
		if a.Recursive {
			b.WriteString(" rec")
		}
		if a.Names {
			b.WriteString(" names")
		}
		if a.EmptyFallback {
			b.WriteString(" empty")
		}
		if len(a.OnlyNames) > 0 {
			b.WriteString(" only=" + strings.Join(a.OnlyNames, ","))
		}
		if a.Mode != "" {
			b.WriteString(" mode=" + a.Mode)
		}
		if a.MovesTo != "" {
			b.WriteString(" to=" + a.MovesTo)
		}
		if a.LinkTarget != "" {
			b.WriteString(" link=" + a.LinkTarget)
		}
		if a.Remote {
			b.WriteString(" remote " + a.Absolute)
		}
		b.WriteString("\n")
	}
	for _, e := range in.Endpoints {
		b.WriteString("E c" + itoa(e.Command) + " " + e.Role + " " + e.Scheme + " " + e.Host + " " + itoa(e.Port) + " " + string(e.Known))
		for _, s := range e.Sends {
			b.WriteString(" sends " + s.Topic + itoa(s.Index))
		}
		b.WriteString("\n")
	}
	for _, p := range in.Packages {
		b.WriteString("P " + p.Ecosystem + " " + p.Name + " " + p.Version + " " + p.Source + " " + p.Action + "\n")
	}
	for _, p := range in.Targets {
		b.WriteString("T " + p.System + " " + p.Name + "\n")
	}
	for _, p := range in.Runs {
		b.WriteString("R c" + itoa(p.Command) + " " + p.How + " " + p.Language + " " + p.Path + " " + p.Name)
		if p.TextJudged {
			b.WriteString(" judged")
		}
		if p.Written {
			b.WriteString(" written")
		}
		if p.Fetched {
			b.WriteString(" fetched")
		}
		b.WriteString("\n")
	}
	for _, q := range in.Queries {
		b.WriteString("Q " + q.Dialect + "\n")
	}
	tags, _ := json.Marshal(in.Text.Tags)
	b.WriteString("tags " + string(tags))
	if !in.Text.Complete {
		b.WriteString(" incomplete:" + in.Text.Error)
	}
	b.WriteString("\n")
	return b.String()
}

// TestShow prints the facts of the labelled cases when asked to.
func TestShow(t *testing.T) {
	file := os.Getenv("SHELL_SHOW")
	if file == "" {
		t.Skip("set SHELL_SHOW to a file of cases to see their facts")
	}
	x := newExtractor(t, caseFS(), nil)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(strings.TrimSpace(string(data)), "\n") {
		var c struct{ ID, Command, Decision, CWD string }
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		in := &facts.Input{Workspace: caseWorkspace}
		in.Workspace.CWD = c.CWD
		if err := x.Extract(context.Background(), in, c.Command); err != nil {
			t.Fatal(err)
		}
		os.Stdout.WriteString("== " + c.ID + " " + c.Decision + "\n   " + strings.ReplaceAll(c.Command, "\n", "\n   ") + "\n" + brief(in))
	}
}
