package engine

import (
	"fmt"
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"

	"regent/facts"
)

func readOf(file string) *facts.Input {
	return &facts.Input{
		Tool: "audit_path_access", Workspace: facts.Workspace{Roots: []string{"/code/app"}},
		Accesses: []facts.PathUse{{Command: -1, Source: "tool", Access: facts.AccessRead, Resolved: file, Root: "/code/app", Classes: []string{"project_secret", "workspace"}}},
	}
}

// TestMemoAnswersAsThePolicyDoes: the second answer is the first one, another
// question is judged anew, and the time alone makes no other question.
func TestMemoAnswersAsThePolicyDoes(t *testing.T) {
	e, err := Open(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := e.cur.Load().memo
	first := e.Decide(t.Context(), readOf("/code/app/.env"))
	if len(m.kept) != 1 {
		t.Fatalf("%d decisions are remembered", len(m.kept))
	}
	later := readOf("/code/app/.env")
	later.Now, later.NowNS = "2027-01-01T00:00:00Z", 1
	again := e.Decide(t.Context(), later)
	if diff := cmp.Diff(first, again); diff != "" || first.Decision != NeedsConfirmation {
		t.Error(diff)
	}
	again.Findings[0].Rule = "changed by its reader"
	if third := e.Decide(t.Context(), later); third.Findings[0].Rule == "changed by its reader" {
		t.Error("a reader changed what is remembered")
	}
	other := e.Decide(t.Context(), readOf("/code/app/.env.local"))
	if other.Findings[0].Reason == first.Findings[0].Reason || len(m.kept) != 2 {
		t.Error("another question got the same answer")
	}
	for _, name := range []string{"\xff", "\xfe", "\ufffd"} { // JSON writes the first two alike
		e.Decide(t.Context(), readOf("/code/app/"+name))
	}
	if len(m.kept) != 3 {
		t.Error("names that are no text were taken for one another")
	}
	counted := readOf("/code/app/.env")
	counted.Usage = &facts.Usage{Counters: []facts.Counter{}}
	e.Decide(t.Context(), counted)
	if len(m.kept) != 3 {
		t.Error("counters change from call to call and are not remembered")
	}
	if err := e.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(e.cur.Load().memo.kept) != 0 {
		t.Error("a reloaded set remembers another's decisions")
	}
}

// TestRecall: the same Recall names the same question, in whatever set of
// policies it comes.
func TestRecall(t *testing.T) {
	e, err := Open(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var r Recall
	first := e.DecideAgain(t.Context(), readOf("/code/app/.env"), &r)
	later := readOf("/code/app/.env")
	later.Now, later.NowNS = "2027-01-01T00:00:00Z", 1
	for range 2 {
		if diff := cmp.Diff(first, e.DecideAgain(t.Context(), later, &r)); diff != "" || first.Decision != NeedsConfirmation {
			t.Error(diff)
		}
		if n := len(e.cur.Load().memo.kept); n != 1 {
			t.Errorf("%d decisions are remembered", n)
		}
		before := e.cur.Load().memo
		if err := e.Reload(t.Context()); err != nil {
			t.Fatal(err)
		}
		if before == e.cur.Load().memo {
			t.Fatal("the memory outlives its set")
		}
	}
	forgets, err := Open(t.Context(), Options{Forget: true})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first, forgets.DecideAgain(t.Context(), later, &r)); diff != "" {
		t.Error(diff)
	}
}

func TestMemoIsBounded(t *testing.T) {
	m := &memo{kept: map[string]Decision{}}
	for i := range 3 * memoEntries {
		m.put(m.key(readOf(fmt.Sprint("/code/app/", i))), Decision{Decision: Safe})
	}
	if len(m.kept) != memoEntries {
		t.Errorf("%d decisions are remembered", len(m.kept))
	}
	long := readOf(string(make([]byte, memoBytes)))
	if m.key(long) != "" {
		t.Error("a long question has a key")
	}
	m.put("fault", Decision{Decision: Blocked, Fault: "x"})
	if _, ok := m.get("fault"); ok {
		t.Error("a fault is remembered")
	}
}

// TestMemoIsOffWhereTimeMatters: an exception ends, and a rule may look at the
// clock of the call.
func TestMemoIsOffWhereTimeMatters(t *testing.T) {
	for name, o := range map[string]Options{
		"exception": {FS: bundleOf(t, plus(sample, "regent/exceptions/data.json", `{"x": {"rules": {"a": true}, "owner": "o", "reason": "r", "until": "2030-01-01T00:00:00Z", "command": "rm"}}`))},
		"rule":      {FS: bundleOf(t, plus(sample, "regent/text/late.rego", lateRule))},
	} {
		e := open(t, o)
		if !e.cur.Load().memo.off {
			t.Errorf("%s: decisions are remembered", name)
		}
	}
	if open(t, Options{FS: bundleOf(t, sample)}).cur.Load().memo.off {
		t.Error("without either, decisions are not remembered")
	}
}

func plus(files map[string]string, name, text string) map[string]string {
	all := maps.Clone(files)
	all[name] = text
	return all
}

const lateRule = `package regent.text.late

import data.regent.lib

# METADATA
# title: Too late
# custom:
#   id: text.late
#   remedy: Try tomorrow.
findings contains lib.confirm("text.late", "text", -1) if input.now_ns > 5
`

// TestAdmissionsAheadChangeNothing: one engine judges each admission when it
// comes, the other one ahead and from memory; they agree, window after window,
// and a reloaded set starts anew.
func TestAdmissionsAheadChangeNothing(t *testing.T) {
	files := map[string]string{
		"regent/admission/rate.rego": `package regent.admission.rate

import data.regent.lib

# METADATA
# title: Too many
# schemas:
#   - input: {"type": "object", "properties": {"tool": {"type": "string"}, "invocations": {"type": "integer"}}}
# custom: {id: RATE}
findings contains lib.blocked("RATE", "usage", -1) if input.invocations > data.regent.settings.usage.limits[input.tool]
`,
		"regent/settings/usage/data.json": `{"limits": {"a": 3, "b": 5}}`,
	}
	bundle := bundleOf(t, files)
	ahead, plain := open(t, Options{FS: bundle}), open(t, Options{FS: bundle, Forget: true})
	windows := func(a, b int) {
		t.Helper()
		for range 3 {
			for n := range 8 {
				for tool, limit := range map[string]int{"a": a, "b": b} {
					asked := Admission{Tool: tool, Invocations: n, WindowS: 60}
					got, want := ahead.Admit(t.Context(), asked), plain.Admit(t.Context(), asked)
					if diff := cmp.Diff(want, got); diff != "" || (got.Decision == Safe) != (n <= limit) {
						t.Fatalf("%+v: %s %s", asked, got.Decision, diff)
					}
					if n%3 != 0 {
						ahead.Ahead(t.Context())
						plain.Ahead(t.Context())
					}
				}
			}
		}
	}
	windows(3, 5)
	bundle["regent/settings/usage/data.json"].Data = []byte(`{"limits": {"a": 1, "b": 9}}`)
	for _, e := range []*Engine{ahead, plain} {
		if err := e.Reload(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	windows(1, 9)
	m := ahead.cur.Load().memo
	for n := range 3 * memoAdmissions {
		m.claim(Admission{Tool: "c", Invocations: n})
	}
	if len(m.let) > memoAdmissions {
		t.Errorf("%d admissions are kept", len(m.let))
	}
}
