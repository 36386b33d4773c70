package policy_tests

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"regent/facts"
)

type example struct {
	Room, Want, Text string
}

var letters = map[string]string{"S": "SAFE", "C": "NEEDS_CONFIRMATION", "B": "BLOCKED"}

func readExamples(t testing.TB) []example {
	t.Helper()
	var raw []byte
	for _, name := range []string{"cases/examples.txt", "cases/more.txt", "cases/agents.txt"} {
		text, err := os.ReadFile(name)
		must(t, err)
		raw = append(raw, text...)
	}
	var out []example
	room := ""
	for line := range strings.SplitSeq(string(raw), "\n") {
		switch {
		case strings.HasPrefix(line, "## "):
			room = line[3:]
		case line == "" || strings.HasPrefix(line, "#"):
		default:
			letter, text, ok := strings.Cut(line, " ")
			if !ok || letters[letter] == "" {
				t.Fatalf("examples: cannot read %q", line)
			}
			out = append(out, example{room, letters[letter], strings.ReplaceAll(text, `\n`, "\n")})
		}
	}
	return out
}

// TestExamples judges the examples of every room. REGENT_DUMP names a file
// that takes their facts and findings, one JSON object a line.
func TestExamples(t *testing.T) {
	b := loadTables(t)
	got := table{}
	var dump *json.Encoder
	if name := os.Getenv("REGENT_DUMP"); name != "" {
		f, err := os.Create(name)
		must(t, err)
		defer f.Close()
		dump = json.NewEncoder(f)
		dump.SetEscapeHTML(false)
	}
	w := commandsWorld(t, "")
	x := b.extractor(t, w, true)
	for _, e := range readExamples(t) {
		in := input("dry_run_command", w.ws)
		must(t, x.Extract(t.Context(), in, e.Text))
		d := b.engine.Decide(t.Context(), in)
		got.add(e.Want, d.Decision)
		if d.Decision != e.Want {
			t.Errorf("%s: %q\n\twant %s\n\tgot  %s: %s\n\t%s", e.Room, e.Text, e.Want, d.Decision, rules(d), d.Reason)
		}
		if dump != nil {
			must(t, dump.Encode(struct {
				Room, Want, Got, Text string
				Rules                 string
				Reason                string
				Input                 *facts.Input
			}{e.Room, e.Want, d.Decision, e.Text, rules(d), d.Reason, in}))
		}
	}
	t.Logf("\n%s", got)
}
