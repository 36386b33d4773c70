package bundle

import (
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/format"

	"regent/facts"
	"regent/policies"
)

func TestMayHold(t *testing.T) {
	in := &evidence{
		doc: reflect.ValueOf(&facts.Input{
			Tool: "x", Text: &facts.Text{Complete: false, Tags: facts.Tags{Bidi: []int{1}}}, Accesses: []facts.PathUse{{}},
		}),
		data:  func(path []string) bool { return path[0] == "there" },
		empty: map[string]bool{"none": true},
	}
	tests := []struct {
		rule string
		want bool
	}{
		{"x if input.text.tags.bidi", true},
		{"x if input.text.tags.truncated", false},
		{"x if input.endpoints", false},
		{"x if not input.endpoints", true},
		{"x if some i in input.text.tags.truncated", false},
		{"x if some i, a in input.accesses", true},
		{"x if some i, e in input.endpoints", false},
		{"x if 1 in input.text.tags.truncated", true}, // another form
		{"x if input.endpoints[0]", false},
		{"x if input.endpoints[0].host == input.tool", false},
		{"x if input.endpoints == [] with input as {}", true},
		{"x if some e in input.endpoints[_].sends", false},
		{"x if some e in {1 | some y in input.endpoints}", true},
		{"x if data.there.a", true},
		{"x if data.absent.a[_].b", false},
		{"x if some i, e in data.absent", false},
		{"x if data.absent.f(1)", true}, // a call
		{"x if not data.absent", true},
		{"x if none", true}, // an empty set is there
		{"x if none[1]", false},
		{"x if some y in none", false},
		{"x if some y in noneother", true},
		{"x if not none[1]", true},
		{"x if count(none) == 0", true},
		{"x if none == set()", true},
		{"x if some \"a in none[\", y in [[1, 2]]", true},
		{"x if {\n\tsome none in [[1]]\n\tnone[0]\n}", true},
		{"x if {\n\tsome i, none in [[1]]\n\tnone[0]\n}", true},
		{"x if {\n\tnone := [1]\n\tnone[0]\n}", true},
		{"x(none) if none[0]", true},
		{"x(a, none) if none[0]", true},
		{"x contains y if {\n\tsome y in [1]\n\tnone[y]\n}", false},
		{"x if {\n\tinput.tool == \"x\"\n\tinput.endpoints\n}", false},
		{"x if {\n\tinput.tool == \"x\"; input.endpoints; true\n}", false},
		{"x if { input.endpoints }", false},
		{"x if {\n\tinput.tool\n\tnot input.endpoints\n}", true},
		{"x if {\n\tevery a in input.accesses {\n\t\tinput.endpoints\n\t}\n}", true},
		{"x if {\n\tcount([1 |\n\t\tinput.endpoints\n\t]) == 0\n}", true},
		{"x if {\n\tcount({1 |\n\t\tinput.endpoints\n\t}) == 0\n}", true},
		{"x if {\n\t# input.endpoints\n\ttrue\n}", true},
		{"x if {\n\ttrue # input.endpoints\n}", true},
		{"x if {\n\tinput.endpoints # there?\n}", false},
		{"x := {\n\tinput.endpoints\n}", true},
		{"x := {input.endpoints}", true},
		{"x contains {\"if\": 1} if {\n\tinput.endpoints\n}", false},
		{"x := 1 if {\n\tinput.endpoints\n} else := 2", true},
		{"x := 1 if input.tool == \"y\" else := 2 if input.endpoints", true},
		{"default x := 1", true},
		{"x if input.tool # not if input.endpoints", true},
		{"x := \" if input.endpoints\"", true},
		{"x := `\n if input.endpoints`", true},
		{"x if {\n\t\"a if {\" != input.tool\n\tinput.accesses\n}", true},
	}
	for _, tt := range tests {
		if got := in.mayHold(tt.rule); got != tt.want {
			t.Errorf("%q: %v", tt.rule, got)
		}
	}
}

func TestCutUp(t *testing.T) {
	text := `# METADATA
# title: A
package regent.text.x

import data.regent.lib
import data.regent.shared.one as two

# METADATA
# title: B
findings contains lib.blocked("x", "text", -1) if {
	helper({
		"a": 1,
	})
}

helper(x) := y if {
	y := [1 |
		x
	]
} else := 2

default d := "}"

# last
z := ` + "`\nnot := a_rule\n`" + `
`
	k := cutUp(newModule("x.rego", text, ""))
	var names []string
	for _, c := range k.chunks {
		names = append(names, c.name)
	}
	if !k.ok || !slices.Equal(names, []string{"findings", "helper", "d", "z"}) {
		t.Errorf("ok %v, chunks %q", k.ok, names)
	}
	if len(k.imports) != 2 || k.imports[0].alias != "lib" || k.imports[1].alias != "two" || !slices.Equal(k.imports[1].path, []string{"regent", "shared", "one"}) {
		t.Errorf("imports %+v", k.imports)
	}
	k.kept = []bool{true, false, false, true}
	got, needed := k.text()
	if !needed || strings.Count(got, "\n") != strings.Count(text, "\n") || strings.Contains(got, "helper(x)") || !strings.Contains(got, "not := a_rule") {
		t.Errorf("blanked to\n%s", got)
	}
	if at := strings.Index(got, "z := "); strings.Count(got[:at], "\n") != strings.Count(text[:strings.Index(text, "z := ")], "\n") {
		t.Error("lines moved")
	}
	if cutUp(newModule("x.rego", text, "acme")).ok {
		t.Error("the layout of a layer's module is trusted")
	}
	for _, odd := range []string{
		"package a\n x := 1\n",
		"package a\nx := 1 |\n\ty\n",
		"package a\nx := 1 if {\n\ttrue\n}\nelse := 2\n",
		"package a\nx := $\"{y}\"\n",
	} {
		if cutUp(newModule("x.rego", odd, "")).ok {
			t.Errorf("%q is taken as understood", odd)
		}
	}
}

func TestLooseUse(t *testing.T) {
	for text, want := range map[string]bool{
		"x := lib.f(1)":         false,
		"x := lib":              true,
		"x := lib[y]":           true,
		"x := lib[\"f\"](1)":    true,
		"x := glib + a.lib":     false,
		"import data.lib\n":     false,
		"package a.lib\n":       false,
		"x := f(lib, lib.g(1))": true,
		"x := lib.":             true,
		"library := 1":          false,
	} {
		if got := looseUse(text, "lib"); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// FuzzCutUp: in formatted text whose layout is understood, every rule that OPA's
// parser sees lies in a chunk of its name.
func FuzzCutUp(f *testing.F) {
	for _, name := range []string{"regent/decision.rego", "regent/lib.rego", "regent/accesses/path.rego", "regent/text/reading.rego"} {
		raw, err := fs.ReadFile(policies.FS, name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(raw))
	}
	for _, s := range []string{
		"package a\nx := 1\ny if {\n\tx == 1\n}\n",
		"package a\nx := [\n1,\n2]\ny := \"\n\"\n",
		"package a\nx contains 1 # y := 2\nz := `\ny := 2`\n",
		"package a\ndefault x := 1\nx := 2 if {\n true\n} else := 3 if { false }\n",
		"package a\nx := 1; y := 2\n",
		"package a\nx[y] := 1 if some y in [1]\na.b.c := 2\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		formatted, err := format.SourceWithOpts("x.rego", []byte(text), format.Opts{RegoVersion: ast.RegoV1})
		if err != nil {
			return
		}
		text = string(formatted)
		k := cutUp(newModule("x.rego", text, ""))
		tree, err := ast.ParseModuleWithOpts("x.rego", text, ast.ParserOptions{RegoVersion: ast.RegoV1})
		if err != nil || tree == nil || !k.ok {
			return
		}
		for _, r := range tree.Rules {
			row := r.Loc().Row
			if !slices.ContainsFunc(k.chunks, func(c chunk) bool {
				first := 1 + strings.Count(text[:c.from], "\n")
				return c.name == ruleName(r) && first <= row && row <= first+strings.Count(text[c.from:c.to], "\n")
			}) {
				t.Fatalf("the rule %s at line %d lies in no chunk of its name: %+v", ruleName(r), row, k.chunks)
			}
		}
	})
}
