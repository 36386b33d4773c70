package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOpenRefusesBrokenPolicies(t *testing.T) {
	const head = "package regent.text.x\n\nimport data.regent.lib\n\n"
	const meta = "# METADATA\n# title: X\n# custom: {id: x}\n"
	const at = "policies/regent/text/x.rego"
	rule := func(body string) string {
		return head + meta + "findings contains lib.blocked(\"x\", \"text\", -1) if " + body + "\n"
	}
	tests := []struct {
		name  string
		files map[string]string
		want  []string // file:line, what, mend
	}{
		{"syntax error", map[string]string{at: rule("{ input.text.complete")}, []string{at + ":", "syntax error", "mend: "}},
		{"forbidden built-in", map[string]string{at: rule(`http.send({"url": "http://x", "method": "get"}).status_code == 200`)}, []string{at + ":8: ", "built-in function http.send is not available", "mend: take what it would give from the input"}},
		{"the clock", map[string]string{at: rule("time.now_ns() > 3")}, []string{at + ":8: ", "time.now_ns is not available"}},
		{"the environment", map[string]string{at: rule("opa.runtime().env.HOME")}, []string{at + ":8: ", "opa.runtime is not available"}},
		{"unbounded work", map[string]string{at: rule("bits.lsh(1, 80000000) > 1")}, []string{at + ":8: ", "bits.lsh is not available"}},
		{"unknown function", map[string]string{at: rule("lib.blokced(1)")}, []string{at + ":8: ", "there is no function data.regent.lib.blokced"}},
		{"typo in an input path", map[string]string{at: rule(`input.commands[_].prgoram == "rm"`)}, []string{at + ":8: ", `input.commands[_].prgoram does not exist: there is no member "prgoram"`, `mend: write "program"`}},
		{"typo behind a variable", map[string]string{at: rule("{\n\tsome a in input.accesses\n\ta.resolvd == \"/\"\n}")}, []string{at + ":10: ", `there is no member "resolvd"`, `write "resolved"`}},
		{"typo at the top", map[string]string{at: rule("input.comands")}, []string{at + ":8: ", `"comands"`, `write "commands"`}},
		{"typo in a tag", map[string]string{at: rule("input.text.tags.bidy")}, []string{at + ":8: ", `"bidy"`, `write "bidi"`}},
		{"comparing text with a number", map[string]string{at: rule("input.tool == 3")}, []string{at + ":8: ", "match error", "mend: compare values of one type"}},
		{"unsafe variable", map[string]string{at: rule("x > 1")}, []string{at + ":8: ", "var x is unsafe", "mend: bind it"}},
		{"unused import", map[string]string{at: rule("true") + "import data.regent.other\n"}, []string{at, "mend: "}},
		{"recursion", map[string]string{at: rule(`data.regent.decision.rule == ""`)}, []string{"recursive", "must not ask for the decision"}},
		{"a rule without METADATA", map[string]string{at: head + "findings contains lib.blocked(\"x\", \"text\", -1) if input.text\n"}, []string{at + ":5: ", "no METADATA custom.id", "mend: write a # METADATA block"}},
		{"a rule without id", map[string]string{at: strings.Replace(rule("input.text"), "# custom: {id: x}\n", "", 1)}, []string{at + ":7: ", "no METADATA custom.id"}},
		{"a rule without title", map[string]string{at: strings.Replace(rule("input.text"), "# title: X\n", "", 1)}, []string{at + ":7: ", "no METADATA title"}},
		{"two ids for one rule", map[string]string{at: strings.Replace(rule("input.text"), "{id: x}", "{id: y}", 1)}, []string{at + ":8: ", `head says "x" and its METADATA "y"`}},
		{"one id for two rules", map[string]string{at: rule("input.text"), "policies/regent/text/y.rego": strings.Replace(rule("input.text"), "regent.text.x", "regent.text.y", 1)}, []string{":8: ", "id x is also used at " + at + ":8"}},
		{"a floor rule that is not in the floor", map[string]string{at: strings.Replace(rule("input.text"), "{id: x}", "{id: x, floor: true}", 1)}, []string{at + ":8: ", "not in settings.floor"}},
		{"a package that nothing dispatches", map[string]string{at: strings.Replace(rule("input.text"), "regent.text.x", "regent.texts.x", 1)}, []string{at + ":1: ", "no dispatch reaches", "mend: name it regent.<topic>"}},
		{"a package below a room", map[string]string{at: strings.Replace(rule("input.text"), "regent.text.x", "regent.program.git.push", 1)}, []string{at + ":1: ", "no dispatch reaches"}},
		{"a package outside the root", map[string]string{at: strings.Replace(rule("input.text"), "regent.text.x", "text.x", 1)}, []string{at + ":1: ", "outside regent"}},
		{"no package", map[string]string{at: "# nothing\n"}, []string{at, "mend: "}},
		{"broken data", map[string]string{"policies/regent/hosts/data.json": "{\n\"a\": tru\n}"}, []string{"policies/regent/hosts/data.json:2: ", "mend: correct the JSON"}},
		{"a member twice", map[string]string{"policies/regent/hosts/data.json": `{"a": 1, "a": 2}`}, []string{"policies/regent/hosts/data.json", `"a" is given twice`}},
		{"data twice", map[string]string{"policies/regent/hosts/data.json": `{"a": 1}`, "policies/regent/data.json": `{"hosts": {"a": 1}}`}, []string{"data.regent.hosts.a is also given in"}},
		{"data where a rule is", map[string]string{"policies/regent/data.json": `{"rank": 1}`}, []string{"decision.rego", "conflict", "mend: "}},
		{"data that poses as a rule", map[string]string{"policies/regent/text/data.json": "{\n\"x\": {\"findings\": []}}"}, []string{"policies/regent/text/data.json:2: ", "belong to rules"}},
		{"yaml data", map[string]string{"policies/regent/hosts/data.yaml": "a: 1\n"}, []string{"data.yaml", "mend: name it data.json"}},
		{"other json", map[string]string{"policies/regent/hosts/hosts.json": "{}\n"}, []string{"hosts.json", "data.json only"}},
		{"an exception for a floor rule", map[string]string{"policies/regent/settings/floor/data.json": `{"x": true}`, "policies/regent/exceptions/data.json": `{"e": {"rules": {"x": true}, "host": "h", "owner": "o", "reason": "r", "until": "2030-01-01T00:00:00Z"}}`}, []string{"exception e", "part of the floor"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string]string{}
			for name, text := range tt.files {
				files[strings.TrimPrefix(name, "policies/")] = text
			}
			_, err := Open(t.Context(), Options{FS: bundleOf(t, files)})
			if err == nil {
				t.Fatal("the policies were opened")
			}
			for _, want := range tt.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("the error does not say %q:\n%v", want, err)
				}
			}
		})
	}
}

// TestForbiddenBuiltinStopsEveryPath tries each way into a set.
func TestForbiddenBuiltinStopsEveryPath(t *testing.T) {
	const rule = `import data.regent.lib

# METADATA
# title: X
# custom: {id: x}
findings contains lib.blocked("x", "text", -1) if time.now_ns() > 0
`
	shipped := map[string]string{"regent/text/x.rego": "package regent.text.x\n\n" + rule}
	layer := layerDir(t, map[string]string{"layers/acme/rules/text/x.rego": "package layers.acme.rules.text.x\n\n" + rule})
	refused := func(t *testing.T, err error) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), "time.now_ns is not available") {
			t.Errorf("error is %v", err)
		}
	}
	t.Run("shipped", func(t *testing.T) {
		_, err := Open(t.Context(), Options{FS: bundleOf(t, shipped)})
		refused(t, err)
	})
	t.Run("directory", func(t *testing.T) {
		dir := t.TempDir()
		for name, file := range bundleOf(t, shipped) {
			p := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(p, file.Data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		_, err := Open(t.Context(), Options{FS: os.DirFS(dir)})
		refused(t, err)
	})
	t.Run("layer", func(t *testing.T) {
		_, err := Open(t.Context(), Options{FS: bundleOf(t, sample), Layers: []string{layer}})
		refused(t, err)
	})
	t.Run("lazy layer", func(t *testing.T) {
		_, err := Open(t.Context(), Options{FS: bundleOf(t, sample), Layers: []string{layer}, Lazy: true})
		refused(t, err)
	})
	t.Run("lazy shipped", func(t *testing.T) {
		e := open(t, Options{FS: bundleOf(t, shipped), Lazy: true})
		unavailableFor(t, e.Decide(t.Context(), input("ls")), "time.now_ns is not available")
	})
}
