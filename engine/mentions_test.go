package engine

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/open-policy-agent/opa/v1/ast"
	"pgregory.net/rapid"

	"regent/facts"
)

// tricky are rules that look at facts in every way that the flow of variables
// must follow. Each would change its mind if a member that it sees were left
// out.
var tricky = []string{
	// through a loop variable, an index, a chain
	`some c in input.commands; c.raw == "a"`,
	`some i; input.commands[i].cwd == "a"`,
	`c := input.commands[_]; o := c.options; o[_].value == "a"`,
	`some c in input.commands; p := c.program_file; p.classes[_] == "a"`,
	// elements as wholes
	`some i, a in input.commands; some j, b in input.commands; i != j; object.remove(a, {"index"}) == object.remove(b, {"index"})`,
	`some i, a in input.accesses; some j, b in input.accesses; i < j; a == b`,
	`a := input.accesses[0]; b := input.accesses[1]; a == b`,
	`input.accesses[0] == input.accesses[1]`,
	`x := input.accesses[0]; x = input.accesses[1]`,
	`count({a | some a in input.accesses}) < count(input.accesses)`,
	`input.accesses[0] in {a | some i, a in input.accesses; i > 0}`,
	`input.runs[0] in input.runs`,
	`whole(input.accesses[_])`,
	`some c in input.commands; reads(c)`,
	`some a in input.accesses; pair(a, input.accesses[0])`,
	// by members that are not spelled out
	`some k, v in input.accesses[0]; k == "exists"; v == true`,
	`some k; input.commands[0][k] == "a"; k == "head_branch"`,
	`object.get(input.accesses[0], "segments", []) == ["a"]`,
	`some t in ["accesses", "runs"]; input[t][_].command == 1`,
	`[path, v] = walk(input); v == "b"; path[count(path) - 1] == "link_target"`,
	`{"raw": "b"} == object.filter(input.accesses[0], {"raw"})`,
	`{"name": n, "value": "a", "known": _} = input.commands[_].options[_]; n == "b"`,
	// in closures
	`every k, v in input.accesses[0] { k != "file_mode"; v != 7 }`,
	`every k, _ in input.accesses[0] { k != "file_mode" }`,
	`every c in input.commands { c.background == true }`,
	`every i, a in input.accesses { a.base == "a"; i >= 0 }`,
	`count([1 | some e in input.endpoints; e.sends[_].topic == "accesses"]) > 0`,
	`not missing`,
	`xs := [a | some a in input.accesses; a.whole]; xs[0].recursive == true`,
	`xs := {i: c | some i, c in input.commands}; xs[0].stdin == "pipe"`,
	`shared[_].extension == "a"`,
	`shared_map[0].relative == "b"`,
	`input.text.tags.shell_state[_] == 0`,
	`input.usage.loop.count > 1`,
	`u := input.usage; u.counters[_].after > u.loop.failed`,
	`tags := input.text.tags; tags.bidi`,
	`count(input.text.tags) > 1`,
	`input.usage`,
	`count(input.commands) == 2`,
	`count(input.commands[0]) < 24`,
	`sort(input.runs)[0].command == 1`,
	`array.slice(input.accesses, 1, 2)[0].only_names[0] == "b"`,
}

const trickyParts = `
whole(a) if a.source == "redirect"

reads(c) if c.conditional

reads(c) := true if c.via[_] == "b"

pair(a, b) if a == b

missing if {
	some a in input.accesses
	a.error == ""
}

shared contains a if some a in input.accesses

shared_map[i] := a if some i, a in input.accesses
`

func trickyModule(i int) string {
	return "package regent.text.tricky\n\nimport data.regent.lib\n\n# METADATA\n# title: T\n# custom: {id: t}\nfindings contains lib.confirm(\"t\", \"text\", -1) if {\n" + tricky[i] + "\n}\n" + trickyParts
}

// TestLeavingMembersOutChangesNoDecision compares the document with everything
// in it and the one with only what the policies mention.
func TestLeavingMembersOutChangesNoDecision(t *testing.T) {
	fired := 0
	for i := range tricky {
		files := with(sample, map[string]string{"regent/text/tricky.rego": trickyModule(i)})
		e := open(t, Options{FS: bundleOf(t, files)})
		s := e.cur.Load()
		p := s.part.Load()
		seen := map[bool]bool{}
		t.Run(tricky[i], func(t *testing.T) {
			for seed, in := range examples()[:100] {
				all := pairs(reflect.ValueOf(in).Elem(), nil)
				if p.sieve != nil {
					all = p.sieve.sift(in).mark(all)
				}
				got := e.judge(t.Context(), s, p.decision, p.document(in), in)
				want := e.judge(t.Context(), s, p.decision, ast.NewTerm(ast.NewObject(all...)), in)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatalf("seed %d: %s", seed, diff)
				}
				if want.Rule == Unavailable {
					t.Fatalf("%s", want.Fault)
				}
				hit := false
				for _, f := range want.Findings {
					hit = hit || f.Rule == "t"
				}
				seen[hit] = true
			}
		})
		if seen[true] && seen[false] {
			fired++
		}
	}
	if fired < len(tricky)*2/3 {
		t.Errorf("only %d of %d rules fired on some inputs and not on others", fired, len(tricky))
	}
}

func TestMembersThatNoPolicyMentionsAreLeftOut(t *testing.T) {
	e := open(t, Options{FS: bundleOf(t, sample)})
	in := touching(input("rm"), facts.AccessDelete, "/etc", "")
	in.Queries = []facts.Query{{AST: "{}"}}
	in.Commands[0].Options = []facts.Option{{Name: "-r"}}
	doc := e.cur.Load().part.Load().document(in).String()
	for _, name := range []string{"extension", "segments", "head_branch", "ast", "link_target", "background", "queries", "caller", "known"} {
		if strings.Contains(doc, `"`+name+`"`) {
			t.Errorf("%s is in the document, and no rule mentions it: %s", name, doc)
		}
	}
	for _, name := range []string{"access", "root", "program", "options", "command"} {
		if !strings.Contains(doc, `"`+name+`"`) {
			t.Errorf("%s is not in the document: %s", name, doc)
		}
	}
}

func TestMentions(t *testing.T) {
	mentions := `package regent.queries.tree

import data.regent.lib

# METADATA
# title: T
# custom: {id: t}
findings contains lib.confirm("t", "queries", i) if {
	some i, q in input.queries
	json.unmarshal(q.ast).x == 1
}
`
	for _, lazy := range []bool{false, true} {
		without := open(t, Options{FS: bundleOf(t, sample), Lazy: lazy})
		with := open(t, Options{FS: bundleOf(t, map[string]string{"regent/queries/tree.rego": mentions}), Lazy: lazy})
		for _, ref := range []string{"input.queries[_].ast", "queries.ast", "input.queries"} {
			if !with.Mentions(ref) {
				t.Errorf("lazy=%v: %s is mentioned", lazy, ref)
			}
		}
		if without.Mentions("input.queries[_].ast") {
			t.Errorf("lazy=%v: nothing mentions the tree", lazy)
		}
	}
}

// TestEncodeAgreesWithJSON holds the encoder against the document that
// encoding/json writes: they differ only in that lists are never null.
func TestEncodeAgreesWithJSON(t *testing.T) {
	agree := func(t *rapid.T, in *facts.Input) {
		raw, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		want, err := ast.ValueFromReader(strings.NewReader(strings.ReplaceAll(string(raw), ":null", ":[]")))
		if err != nil {
			t.Fatal(err)
		}
		got := encode(reflect.ValueOf(in), nil)
		if got.Value.Compare(want) != 0 {
			t.Fatalf("got  %v\nwant %v", got, want)
		}
		if got.Hash() != ast.NewTerm(want).Hash() {
			t.Fatal("equal documents with different hashes")
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		one, other := drawInput(t), drawInput(t)
		agree(t, one)
		agree(t, crowd([]*facts.Input{one, other, one, other, one, other, one, other, one}))
	})
}

// drawInput draws facts over a small alphabet, so that rules meet.
func drawInput(t *rapid.T) *facts.Input {
	in := &facts.Input{}
	draw(t, reflect.ValueOf(in).Elem(), "in")
	if in.Text != nil {
		in.Text.Programs = rapid.SliceOfN(rapid.SampledFrom([]string{"rm", "curl", "ls"}), 0, 2).Draw(t, "programs")
	}
	for i := range in.Commands {
		in.Commands[i].Program = rapid.SampledFrom([]string{"rm", "curl", "a"}).Draw(t, "program")
	}
	return in
}

func draw(t *rapid.T, v reflect.Value, name string) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(rapid.SampledFrom([]string{"", "a", "b", "pipe", "accesses", "delete"}).Draw(t, name))
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, name))
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(rapid.IntRange(-1, 2).Draw(t, name)))
	case reflect.Slice:
		n := rapid.IntRange(0, 2).Draw(t, name)
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			draw(t, v.Index(i), name)
		}
		if n == 0 {
			v.SetZero()
		}
	case reflect.Pointer:
		if rapid.Bool().Draw(t, name) {
			v.Set(reflect.New(v.Type().Elem()))
			draw(t, v.Elem(), name)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			draw(t, v.Field(i), v.Type().Field(i).Name)
		}
	}
}
