package bench

import (
	"bytes"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"regent/engine"
	"regent/engine/bundle"
	"regent/facts"
	"regent/policies"
)

const rm = `package regent.program.rm

import data.regent.lib

# METADATA
# title: Deletes {path}
# description: Nothing outside a root is a task's to delete.
# custom:
#   id: rm.outside
#   remedy: Stay below {cwd}
findings contains lib.blocked("rm.outside", "accesses", i) if {
	some i, a in input.accesses
	a.access == "delete"
	a.root == ""
}

# METADATA
# title: Deletes as {program}
# custom:
#   id: rm.privilege
findings contains lib.confirm("rm.privilege", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "rm"
	cmd.privilege
}
`

func read(t *testing.T, files map[string]string) *bundle.Set {
	t.Helper()
	set, err := bundle.Read(bundle.Source{Shipped: bundleFS(t, files)})
	if err != nil {
		t.Fatal(err)
	}
	schema, err := fs.ReadFile(policies.FS, "schemas/input.json")
	if err != nil {
		t.Fatal(err)
	}
	set.SetSchema(schema)
	return set
}

func bundleFS(t *testing.T, files map[string]string) fstest.MapFS {
	t.Helper()
	all := fstest.MapFS{}
	for _, name := range []string{"regent/decision.rego", "regent/lib.rego"} {
		raw, err := fs.ReadFile(policies.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = &fstest.MapFile{Data: raw}
	}
	for name, text := range files {
		all[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return all
}

func tests(files map[string]string) []Tests {
	dir := fstest.MapFS{}
	for name, text := range files {
		dir[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return []Tests{{Name: "policy_tests", FS: dir}}
}

var rmFiles = map[string]string{
	"regent/program/rm/rm.rego":   rm,
	"regent/program/rm/data.json": `{"spec": {}}`,
}

const rmTest = `package regent.program.rm_test

import data.regent.program.rm

test_outside if {
	count(rm.findings) == 1 with input as {"accesses": [{"access": "delete", "root": ""}]}
}

test_inside if {
	count(rm.findings) == 0 with input as {"accesses": [{"access": "delete", "root": "/code/app"}]}
}
`

func TestRunningTests(t *testing.T) {
	set := read(t, rmFiles)
	r, err := Test(t.Context(), set, tests(map[string]string{"program/rm_test.rego": rmTest}), "")
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Results) != 2 || r.Failed() != 0 || r.Results[0].File != "policy_tests/program/rm_test.rego" || r.Results[0].Line != 5 {
		t.Errorf("results: %+v", r.Results)
	}
	if len(r.Silent) != 1 || r.Silent[0].ID != "rm.privilege" {
		t.Errorf("silent: %+v", r.Silent)
	}
	if r.Coverage <= 0 || r.Coverage >= 100 {
		t.Errorf("coverage is %v", r.Coverage)
	}
	want := Lines{"policies/regent/program/rm/rm.rego", 24, 24}
	if !slices.Contains(r.Uncovered, want) {
		t.Errorf("%v is not among the uncovered lines %v", want, r.Uncovered)
	}
	if ps := Silent(r.Silent, map[string]int{"rm.privilege": 2}); len(ps) != 0 {
		t.Errorf("a rule that a case fires is called silent: %v", ps)
	}
	if ps := Silent(r.Silent, nil); len(ps) != 1 || !strings.Contains(ps[0].Error(), "rm.rego:21: no test makes the rule rm.privilege fire; mend: ") {
		t.Errorf("silent: %v", ps)
	}
}

func TestTestsThatDoNotPass(t *testing.T) {
	set := read(t, rmFiles)
	r, err := Test(t.Context(), set, tests(map[string]string{
		"a_test.rego": "package a_test\n\ntest_fails if {\n\tprint(\"seen\")\n\t1 == 2\n}\n\ntest_breaks if to_number(\"x\") > 3\n\ntodo_test_later if true\n",
	}), "")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]Result{}
	for _, x := range r.Results {
		got[x.Name] = x
	}
	if x := got["test_fails"]; x.Outcome != "fail" || x.Output != "seen\n" {
		t.Errorf("%+v", x)
	}
	if x := got["test_breaks"]; x.Outcome != "error" || !strings.Contains(x.Detail, "to_number") {
		t.Errorf("%+v", x)
	}
	if x := got["todo_test_later"]; x.Outcome != "skip" {
		t.Errorf("%+v", x)
	}
	if r.Failed() != 2 {
		t.Errorf("%d failed", r.Failed())
	}
	if _, err := Test(t.Context(), set, tests(map[string]string{"a.rego": "package a\n"}), ""); !errors.Is(err, ErrNoTests) {
		t.Errorf("no tests: %v", err)
	}
	if _, err := Test(t.Context(), set, tests(map[string]string{"a_test.rego": "package a\n\ntest_x if {"}), ""); err == nil || !strings.Contains(err.Error(), "policy_tests/a_test.rego:") {
		t.Errorf("syntax error: %v", err)
	}
	if _, err := Test(t.Context(), set, tests(map[string]string{"a_test.rego": "package a\n\ntest_x if time.now_ns() > 0\n"}), ""); err == nil || !strings.Contains(err.Error(), "time.now_ns") {
		t.Errorf("the clock: %v", err)
	}
}

func TestLint(t *testing.T) {
	const head = "package regent.text.x\n\nimport data.regent.lib\n\n"
	rule := func(body string) string {
		return head + "# METADATA\n# title: X\n# custom:\n#   id: text.x\nfindings contains lib.blocked(\"text.x\", \"text\", -1) if {\n\t" + body + "\n}\n"
	}
	swap := func(s, old, new string) string {
		if !strings.Contains(s, old) {
			t.Fatalf("%q is not in the fixture", old)
		}
		return strings.Replace(s, old, new, 1)
	}
	clean := rule("input.text.complete")
	tests := []struct {
		name, text string
		want       []string
	}{
		{"clean", clean, nil},
		{"words that are listed", rule("some a in input.accesses\n\ta.access in {\"read\", \"write\"}\n\ta.type != \"fifo\"\n\ta.error == \"\""), nil},
		{"a word that is not", rule("some a in input.accesses\n\ta.access == \"reed\""), []string{"x.rego:11: ", `is never "reed"`, `"read"`}},
		{"a word that is not, by index", rule("input.accesses[_].type == \"directory\""), []string{":10: ", `never "directory"`}},
		{"a word that is not, unequal", rule("some a in input.accesses\n\ta.known != \"sure\""), []string{`never "sure"`}},
		{"a word that is not, in a set", rule("some a in input.accesses\n\ta.access in {\"read\", \"rite\"}"), []string{`never "rite"`}},
		{"a word that is not, in a closure", rule("count([1 | some e in input.endpoints; e.role == \"server\"]) > 0"), []string{`never "server"`}},
		{"a word that is not, the other way", rule("some a in input.accesses\n\t\"reed\" == a.access"), []string{`never "reed"`}},
		{"with", rule("data.regent.lib.blocked(1, 2, 3) with input as {}"), []string{":10: ", "with in a policy"}},
		{"patterns from data", rule("some p in data.regent.patterns\n\tglob.match(p, [\"/\"], input.tool)"), []string{":11: ", "glob.match with a pattern that is not a literal"}},
		{"a literal pattern", rule("regex.match(`^a`, input.tool)"), nil},
		{"object.get on the input", rule("object.get(input.text, \"complete\", false)"), []string{"object.get on the input"}},
		{"the input as a whole", rule("count(input) == 9"), []string{":10: ", "a member of the document that it does not name", "input.accesses"}},
		{"a member by a computed name", rule("some t in [\"accesses\", \"runs\"]\n\tinput[t][_].command == 1"), []string{":11: ", "that it does not name"}},
		{"not formatted", swap(clean, "\tinput", "    input"), []string{":10: the file is not formatted", "opa fmt -w policies/regent/text/x.rego"}},
		{"an unknown key", swap(clean, "# custom:", "# severity: high\n# custom:"), []string{":7: METADATA has no key severity", "below custom"}},
		{"an id of another form", strings.ReplaceAll(clean, "\"text.x\"", "\"X1\""), []string{`head says "X1" and its METADATA "text.x"`}},
		{"an id of another form in both", strings.ReplaceAll(strings.ReplaceAll(clean, "\"text.x\"", "\"X1\""), "id: text.x", "id: X1"), []string{"rule id X1 is not of the usual form"}},
		{"an unknown hole", swap(clean, "title: X", "title: \"X {hots}\""), []string{"no fact fills the hole {hots}"}},
		{"holes", swap(clean, "title: X", "title: \"X {dialect} {program} {path} {cwd}\""), nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ps := Lint(read(t, map[string]string{"regent/text/x.rego": tt.text}))
			ps = slices.DeleteFunc(ps, func(p *bundle.Problem) bool { return !strings.Contains(p.File, "x.rego") })
			if len(tt.want) == 0 && len(ps) > 0 {
				t.Fatalf("%v", ps)
			}
			for _, want := range tt.want {
				if !strings.Contains(ps.Error(), want) {
					t.Errorf("%q is not said:\n%v", want, ps)
				}
			}
		})
	}
}

func TestLintAcrossFiles(t *testing.T) {
	ps := Lint(read(t, map[string]string{
		"regent/program/rm/rm.rego":       rm,
		"regent/settings/floor/data.json": `{"rm.outside": true, "nobody": true}`,
	}))
	for _, want := range []string{
		"no table names the program rm",
		"the rule rm.outside is part of the floor and its METADATA does not say so",
		"floor names nobody, which is no rule",
	} {
		if !strings.Contains(ps.Error(), want) {
			t.Errorf("%q is not said:\n%v", want, ps)
		}
	}
}

func TestDocs(t *testing.T) {
	var b bytes.Buffer
	if err := Docs(&b, read(t, rmFiles)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"## program rm\n", "### `rm.outside`\n\nDeletes {path}.\n\nNothing outside a root", "- Way out: Stay below {cwd}\n", "- Stands in `policies/regent/program/rm/rm.rego:11`\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
}

func TestLazyAgainstFull(t *testing.T) {
	corpus := func(yield func(string, *facts.Input) bool) {
		for name, in := range map[string]*facts.Input{
			"nothing":     {Tool: "x"},
			"rm":          {Text: &facts.Text{Programs: []string{"rm"}}, Commands: []facts.Command{{Program: "rm", Privilege: true}}, Accesses: []facts.PathUse{{Access: "delete"}}},
			"ls":          {Text: &facts.Text{Programs: []string{"ls"}}, Commands: []facts.Command{{Program: "ls"}}},
			"rm unlisted": {Text: &facts.Text{Programs: []string{}}, Commands: []facts.Command{{Program: "rm", Privilege: true}}},
		} {
			if !yield(name, in) {
				return
			}
		}
	}
	ds, n, err := LazyAgainstFull(t.Context(), engine.Options{FS: bundleFS(t, rmFiles)}, corpus)
	if err != nil || n != 4 || len(ds) != 0 {
		t.Errorf("%d cases, %v, %v", n, ds, err)
	}
	// A core that asks for a room whatever the input says breaks the promise,
	// and the check sees it.
	files := bundleFS(t, rmFiles)
	core := string(files["regent/decision.rego"].Data)
	broken := strings.Replace(core, "some p in input.text.programs\n", "some p in [\"rm\"]\n", 1)
	if broken == core {
		t.Fatal("the fixture does not fit decision.rego")
	}
	files["regent/decision.rego"].Data = []byte(broken)
	ds, _, err = LazyAgainstFull(t.Context(), engine.Options{FS: files}, corpus)
	if err != nil || len(ds) != 1 || ds[0].Case != "rm unlisted" {
		t.Errorf("%v, %v", ds, err)
	}
	fired := Fired(t.Context(), mustOpen(t, engine.Options{FS: bundleFS(t, rmFiles)}), corpus)
	if fired["rm.outside"] != 1 || fired["rm.privilege"] != 1 {
		t.Errorf("fired: %v", fired)
	}
}

func mustOpen(t *testing.T, o engine.Options) *engine.Engine {
	t.Helper()
	e, err := engine.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}
