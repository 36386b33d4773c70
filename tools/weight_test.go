package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"regent/facts"
	"regent/tools/api"
)

func TestHeavyFactsAreCutAndSaidToBe(t *testing.T) {
	deep := facts.PathUse{Source: "operand", Access: "read", Known: facts.KnownStatic}
	for i := range 400 {
		deep.Ancestors = append(deep.Ancestors, strings.Repeat("/a", i+1))
	}
	const limit = 1 << 20
	build := func(n int) *facts.Input {
		in := &facts.Input{Text: &facts.Text{Complete: true}}
		e := facts.Endpoint{}
		for i := range n {
			in.Commands = append(in.Commands, facts.Command{Index: i})
			in.Accesses = append(in.Accesses, deep)
			e.Sends = append(e.Sends, facts.Flow{Topic: "accesses", Index: i}, facts.Flow{Topic: "commands", Index: i})
		}
		in.Endpoints = []facts.Endpoint{e}
		return in
	}
	for _, n := range []int{1, 5, 50, 500} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			in := build(n)
			shorten(in, limit)
			b, err := json.Marshal(in)
			if err != nil {
				t.Fatal(err)
			}
			if len(b) > 2*limit {
				t.Errorf("the facts still weigh %d bytes", len(b))
			}
			cut := len(in.Accesses) < n || len(in.Endpoints) == 0
			if cut != !in.Text.Complete || cut != (in.Text.Error == "size") || cut != (len(in.Text.Tags.Truncated) > 0) {
				t.Errorf("cut %v, yet complete %v, error %q, tags %v", cut, in.Text.Complete, in.Text.Error, in.Text.Tags.Truncated)
			}
			if cut != (n >= 50) {
				t.Errorf("cut %v", cut)
			}
			for _, e := range in.Endpoints {
				for _, f := range e.Sends {
					if f.Topic == "accesses" && f.Index >= len(in.Accesses) {
						t.Fatalf("a flow of access %d of %d", f.Index, len(in.Accesses))
					}
				}
			}
			if len(in.Commands) != n {
				t.Errorf("%d commands", len(in.Commands))
			}
		})
	}
}

// What does not fit is never SAFE, whatever is wrong with it, and what stood
// before the cut still counts.
func TestATextThatMultipliesIsNeverSafe(t *testing.T) {
	w := newWorld(t)
	multiply := strings.Repeat("cd a;", 700)
	for _, c := range []struct{ text, want string }{
		{multiply + "ls", "NEEDS_CONFIRMATION"},
		{"rm -rf /srv;" + multiply, "BLOCKED"},
	} {
		d := w.decide(t, c.text)
		if d != c.want {
			t.Errorf("%.20s…: %s, want %s", c.text, d, c.want)
		}
	}
}

func (w *world) decide(t *testing.T, command string) string {
	t.Helper()
	_, in, d, err := w.suite.Explain(context.Background(), callOf(t, command))
	if err != nil {
		t.Fatal(err)
	}
	if in == nil {
		t.Fatal("no facts")
	}
	return d.Decision
}

func TestAdvisoryWorkKeepsTheDeadlineAlone(t *testing.T) {
	at := time.Now().Add(time.Hour)
	ctx, cancel := context.WithDeadline(context.Background(), at)
	kept, done := finishing(ctx)
	defer done()
	cancel()
	if kept.Err() != nil {
		t.Error("ended with the caller")
	}
	if got, ok := kept.Deadline(); !ok || !got.Equal(at) {
		t.Error("without the call's deadline")
	}
	open, done := finishing(context.Background())
	defer done()
	if _, ok := open.Deadline(); ok {
		t.Error("a deadline from nowhere")
	}
}

func callOf(t *testing.T, command string) api.Call {
	t.Helper()
	b, err := json.Marshal(map[string]string{"command": command})
	if err != nil {
		t.Fatal(err)
	}
	return api.Call{Tool: "dry_run_command", Arguments: b}
}
