package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"regent/engine"
	"regent/facts"
	"regent/facts/path"
	"regent/policies"
	"regent/tools/api"
)

const (
	one      = "ls -la"
	pipeline = "git log --since='2 weeks ago' --pretty=%an | sort | uniq -c | sort -rn | head -5"
)

// script is a hundred commands of the kinds that agents write.
func script() string {
	kinds := []string{
		"mkdir -p build/out%d", "cp src/a%d.go build/out%[1]d/a.go", "grep -rn TODO src | wc -l # %d",
		"git add src/f%d.go", "go test ./pkg%d", "echo 'step %d' >> build/log.txt", "curl -s http://localhost:3000/health%d",
		"rm -rf build/tmp%d",
	}
	var b strings.Builder
	for i := range 92 {
		fmt.Fprintf(&b, kinds[i%len(kinds)]+"\n", i)
	}
	return b.String()
}

func benchWorld(b *testing.B, e *engine.Engine) *Suite {
	b.Helper()
	m := path.NewMem()
	for _, d := range []string{"/code/app/src", "/code/app/build", "/code/app/.git", "/home/dev", "/tmp", "/usr/bin"} {
		if err := m.MkdirAll(d); err != nil {
			b.Fatal(err)
		}
	}
	s, err := New(Options{
		Engine: e, FS: m, Slots: 16,
		Workspace:   facts.Workspace{Roots: []string{"/code/app"}, CWD: "/code/app", Home: "/home/dev", Temp: []string{"/tmp"}, UID: 1000},
		Environment: map[string]string{"HOME": "/home/dev", "PATH": "/usr/bin"},
		Owner:       facts.Caller{ID: "sha256:bench", Kind: "local"},
	})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// BenchmarkCommand is dry_run_command without the wire: arguments, facts,
// encoding, evaluation and result. BenchmarkOneRule is the yardstick: the same
// engine with a policy of one rule, judging facts that are ready. In both the
// engine forgets: what is measured is evaluation, not the memory of an answer.
func BenchmarkCommand(b *testing.B) {
	e, err := engine.Open(context.Background(), engine.Options{Forget: true})
	if err != nil {
		b.Fatal(err)
	}
	s := benchWorld(b, e)
	for _, c := range []struct{ name, text string }{{"one", one}, {"pipeline", pipeline}, {"script100", script()}} {
		arguments, err := json.Marshal(map[string]string{"command": c.text})
		if err != nil {
			b.Fatal(err)
		}
		b.Run("whole/"+c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := s.Call(context.Background(), api.Call{Tool: "dry_run_command", Arguments: arguments}); err != nil {
					b.Fatal(err)
				}
			}
		})
		in := extracted(b, s, c.text)
		b.Run("facts/"+c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				extracted(b, s, c.text)
			}
		})
		b.Run("decide/"+c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				e.Decide(context.Background(), in)
			}
		})
	}
}

func extracted(b *testing.B, s *Suite, text string) *facts.Input {
	b.Helper()
	t, err := s.current()
	if err != nil {
		b.Fatal(err)
	}
	x, err := t.shell("bash")
	if err != nil {
		b.Fatal(err)
	}
	c := &call{suite: s, now: time.Unix(0, 0), Call: api.Call{Tool: "dry_run_command"}}
	in := c.input("")
	if err := x.Extract(context.Background(), in, text); err != nil {
		b.Fatal(err)
	}
	return in
}

func BenchmarkOneRule(b *testing.B) {
	schema, err := policies.FS.ReadFile("schemas/input.json")
	if err != nil {
		b.Fatal(err)
	}
	e, err := engine.Open(context.Background(), engine.Options{Forget: true, FS: fstest.MapFS{
		"schemas/input.json": {Data: schema},
		"regent/decision.rego": {Data: []byte(`package regent

decision := {"decision": "SAFE", "rule": "", "findings": [], "exceptions": [], "obligations": {}} if {
	input.tool == "dry_run_command"
}

admit := {"decision": "SAFE", "rule": "", "findings": [], "exceptions": [], "obligations": {}}
`)},
	}})
	if err != nil {
		b.Fatal(err)
	}
	shippedEngine, err := shipped()
	if err != nil {
		b.Fatal(err)
	}
	s := benchWorld(b, shippedEngine)
	for _, c := range []struct{ name, text string }{{"one", one}, {"pipeline", pipeline}} {
		in := extracted(b, s, c.text)
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if d := e.Decide(context.Background(), in); d.Decision != engine.Safe {
					b.Fatal(d.Fault)
				}
			}
		})
	}
}
