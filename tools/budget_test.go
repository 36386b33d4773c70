package tools

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"regent/tools/api"
)

// used is what the caller's tokens stand at, asked without counting.
func used(w *world) float64 {
	w.t.Helper()
	got, _ := w.call("budget_guard", `{"consume":false}`)
	for _, b := range got["budgets"].([]any) {
		if b := b.(map[string]any); b["scope"] == "caller" && b["name"] == "tokens" {
			return b["used"].(float64)
		}
	}
	w.t.Fatalf("no tokens in %v", got)
	return 0
}

// What is no whole number in range, or no identifier, is refused in band,
// counts nothing and does not stand in the answer.
func TestBudgetArgumentsThatAreRefused(t *testing.T) {
	w := newWorld(t)
	w.call("budget_guard", `{"tokens":10}`)
	before := used(w)
	var frames []string
	for _, n := range []string{
		"-1", "1.0", "1.5", "1e3", "1E+3", "1e-3", "-0.0", "9007199254740992", "9223372036854775807", "9223372036854775808",
		"-9223372036854775808", "18446744073709551616", "1e308", "1e400", "NaN", "Infinity", "-Infinity", "0x10", "01", "+1", "1_000",
		`"1"`, "true", "null", "[]", "[1]", "{}", `{"$numberLong":"1"}`, strings.Repeat("9", 400),
	} {
		for _, name := range []string{"tokens", "payload_bytes", "commands"} {
			frames = append(frames, `{"`+name+`":`+n+`}`)
		}
	}
	for _, id := range []string{
		`""`, `"a b"`, `"-x"`, `"a\n"`, `"é"`, `"a\u0000"`, `"a\u202e"`, `"\ud800"`, `"` + strings.Repeat("x", 129) + `"`, "1", "null", "[]", `"a;b"`, `"a'b"`,
	} {
		frames = append(frames, `{"tokens":1,"session_id":`+id+`}`)
	}
	frames = append(frames, `{"tokens":1,"tokens":2}`, `{"tokens":1,"Tokens":2}`, `{"tokens":1,"limit":9}`, `{"tokens":1,"consume":"no"}`, `{"tokens":1,"consume":0}`,
		`{"action":"`+strings.Repeat("x", 4097)+`"}`, `{"action":7}`, `[]`, `null`, `7`, ``)
	for _, f := range frames {
		got, isError := w.raw("budget_guard", f)
		if !isError || got["code"] != "MCP_VALIDATION_ERROR" {
			t.Errorf("%.60s: not refused: %v", f, got)
		}
	}
	if after := used(w); after != before {
		t.Errorf("refused calls counted %v", after-before)
	}
	t.Logf("%d frames", len(frames))
}

// raw is call for arguments that may be no JSON.
func (w *world) raw(tool, arguments string) (map[string]any, bool) {
	w.t.Helper()
	r, err := w.suite.Call(w.t.Context(), api.Call{Tool: tool, Arguments: json.RawMessage(arguments)})
	if err != nil {
		w.t.Fatalf("%.60s: %v", arguments, err)
	}
	var out map[string]any
	if err := json.Unmarshal(r.Structured, &out); err != nil {
		w.t.Fatal(err)
	}
	return out, r.IsError
}

// However often the greatest amount is asked for, the sum stays below the limit
// and never turns over.
func TestBudgetSumsDoNotTurnOver(t *testing.T) {
	w := newWorld(t)
	for i := range 40 {
		got, blocked := w.call("budget_guard", fmt.Sprintf(`{"tokens":9007199254740991,"payload_bytes":9007199254740991,"session_id":"s%d"}`, i))
		if !blocked || got["consumed"] != false {
			t.Fatalf("call %d: %v", i, got)
		}
	}
	if n := used(w); n != 0 {
		t.Errorf("%v tokens were counted", n)
	}
}

// repetitions is how often the loop detection has seen a command.
func repetitions(t *testing.T, w *world, command string) int {
	t.Helper()
	args, err := json.Marshal(map[string]string{"command": command})
	if err != nil {
		t.Fatal(err)
	}
	_, in, _, err := w.suite.Explain(t.Context(), api.Call{Tool: "dry_run_command", Arguments: args})
	if err != nil {
		t.Fatal(err)
	}
	return in.Usage.Loop.Count
}

// The same command in other words is the same action; another command is not.
func TestVariantsOfACommandAreOneAction(t *testing.T) {
	for _, c := range []struct{ first, same, other []string }{
		{
			[]string{"ls -l -a src"},
			[]string{"ls  -l   -a  src", "ls -a -l src", `ls "-l" '-a' "src"`, "ls -l -a src # again", "ls -l -a src;", "\n\tls -l -a src\n", `l\s -l -a src`, "ls -l -a \\\n src", "ls -l -a s'r'c"},
			[]string{"ls -l src", "ls -l -a build", "ls -l -a src | head", "cat src"},
		},
		{
			[]string{"grep -rn --include=a.go TODO src"},
			[]string{"grep -rn --include a.go TODO src", "grep --include=a.go -rn TODO src", "grep -rn --include='a.go' 'TODO' src"},
			[]string{"grep -rn --include=b.go TODO src", "grep -rn --include=a.go FIXME src"},
		},
	} {
		w := newWorld(t)
		if n := repetitions(t, w, c.first[0]); n != 1 {
			t.Errorf("%q: seen %d times at first", c.first[0], n)
		}
		for _, other := range c.other {
			if n := repetitions(t, w, other); n != 1 {
				t.Errorf("%q counts as a repetition of %q", other, c.first[0])
			}
		}
		for _, same := range c.same {
			w := newWorld(t)
			repetitions(t, w, c.first[0])
			if n := repetitions(t, w, same); n != 2 {
				t.Errorf("%q is no repetition of %q", same, c.first[0])
			}
		}
	}
}
