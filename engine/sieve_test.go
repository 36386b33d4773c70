package engine

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/open-policy-agent/opa/v1/ast"

	"regent/facts"
)

// telling are conditions that could tell that marks are in the document. Where
// one is among the policies nothing is kept out.
var telling = []string{
	`count(input) == 9`,
	`some k, v in input; v == "a"; k != ""`,
	`[path, v] = walk(input); v == "b"; path[count(path) - 1] == "link_target"`,
	`x := input; x.tool == "a"`,
	`name := "tool"; input[name] == "a"`,
	`some t in ["accesses", "runs"]; x := input[t]; x[_].command == 1`,
	`every k, _ in input { k != "runs" }`,
	`inner with input as {"tool": "a"}`,
	`object.get(input, "tool", "") == "a"`,
	`{v | v := input[_]} == set()`,
}

// TestSievedDecisionsAreFullDecisions judges drawn facts with the sieve and with
// every rule evaluated.
func TestSievedDecisionsAreFullDecisions(t *testing.T) {
	module := func(bodies []string) map[string]string {
		var b strings.Builder
		b.WriteString("package regent.text.prune\n\nimport data.regent.lib\nimport data.regent.shared\nimport data.regent.shared.eight as imported\nimport data.regent.shared.only_imported as only\n")
		for i, body := range bodies {
			fmt.Fprintf(&b, "\n# METADATA\n# title: T\n# custom: {id: t.r%d}\nfindings contains lib.confirm(\"t.r%d\", \"text\", -1) if {\n%s\n}\n", i, i, body)
		}
		b.WriteString("\nused := shared.by_name\n\nused_too := only\n\nused_three := imported\n" + pruneParts + trickyParts + sievesParts)
		if slices.Contains(bodies, telling[0]) {
			b.WriteString("\ninner if input.tool == \"a\"\n")
		}
		return with(with(sample, sieveTables), map[string]string{"regent/text/prune.rego": b.String(), "regent/shared.rego": pruneShared})
	}
	var quiet, byName []string
	for _, body := range append(append([]string{}, prunable...), tricky...) {
		switch {
		case strings.Contains(body, "walk(input)"): // among telling
		case strings.Contains(body, "input[t]"):
			byName = append(byName, body)
		default:
			quiet = append(quiet, body)
		}
	}
	for _, s := range sieves {
		quiet = append(quiet, s.body)
	}
	sets := map[string]Options{
		"sample":  {FS: bundleOf(t, module(quiet))},
		"by name": {FS: bundleOf(t, module(append(byName, prunable...)))},
		"whole":   {FS: bundleOf(t, module(prunableWhole))},
		"telling": {FS: bundleOf(t, module(telling))}, // nothing is kept out
		"shipped": {},
		"layered": {FS: bundleOf(t, sample), Layers: []string{layerDir(t, acme), exceptionLayer(t, "team", map[string]map[string]any{"e1": {
			"rules": map[string]bool{"text.incomplete": true}, "caller_group": "a", "owner": "o", "reason": "r", "until": "2030-01-01T00:00:00Z",
		}})}},
	}
	for name, o := range sets {
		t.Run(name, func(t *testing.T) {
			o.Forget = true
			sieved := open(t, o)
			if kept := sieved.cur.Load().part.Load().sieve != nil; kept == (name == "telling") {
				t.Fatalf("a sieve: %v", kept)
			}
			o.unsieved = true
			full := open(t, o)
			fired := map[string]int{}
			ins := examples()
			for crowded := range slices.Chunk(examples(), 5) {
				ins = append(ins, crowd(crowded))
			}
			for seed, in := range ins {
				want := full.Decide(t.Context(), in)
				if diff := gocmp.Diff(want, sieved.Decide(t.Context(), in), cmpopts.IgnoreFields(Decision{}, "Fault")); diff != "" {
					t.Fatalf("seed %d: %s", seed, diff)
				}
				for _, f := range want.Findings {
					fired[f.Rule]++
				}
			}
			if name == "sample" && len(fired) < len(quiet)*4/5 {
				t.Errorf("only %d of %d rules fired", len(fired), len(quiet))
			}
		})
	}
}

// crowd puts the elements of several facts into one, so that loops have
// something to be narrowed down.
func crowd(ins []*facts.Input) *facts.Input {
	all := *ins[0]
	v := reflect.ValueOf(&all).Elem()
	for i := range v.NumField() {
		if v.Field(i).Kind() != reflect.Slice {
			continue
		}
		v.Field(i).Set(reflect.Zero(v.Field(i).Type()))
		for _, in := range ins {
			v.Field(i).Set(reflect.AppendSlice(v.Field(i), reflect.ValueOf(in).Elem().Field(i)))
		}
	}
	return &all
}

// sieves are conditions with facts that meet them and facts that do not. The
// rule must be kept out of the second.
var sieves = []struct {
	body         string
	meets, fails *facts.Input
}{
	{`some a in input.accesses; a.access == "delete"`, accesses(facts.PathUse{Access: "delete"}), accesses(facts.PathUse{Access: "read"})},
	{`some a in input.accesses; a.access == "delete"; a.recursive`, accesses(facts.PathUse{Access: "delete", Recursive: true}), accesses(facts.PathUse{Access: "delete"}, facts.PathUse{Recursive: true})},
	{`some i; input.accesses[i].access == "delete"; input.accesses[i].recursive`, accesses(facts.PathUse{Access: "delete", Recursive: true}), accesses(facts.PathUse{Access: "delete"}, facts.PathUse{Recursive: true})},
	{`some a in input.accesses; not a.exists; a.error != ""`, accesses(facts.PathUse{Error: "loop"}), accesses(facts.PathUse{Error: "loop", Exists: true}, facts.PathUse{})},
	{`some a in input.accesses; "b" in a.classes`, accesses(facts.PathUse{Classes: []string{"a", "b"}}), accesses(facts.PathUse{Classes: []string{"a"}})},
	{`some a in input.accesses; a.access in {"read", "write"}`, accesses(facts.PathUse{Access: "write"}), accesses(facts.PathUse{Access: "delete"})},
	{`some a in input.accesses; some c in a.classes; c == "b"`, accesses(facts.PathUse{Classes: []string{"a", "b"}}), accesses(facts.PathUse{Classes: []string{"a"}})},
	{`some a in input.accesses; count(a.only_names) > 0`, accesses(facts.PathUse{OnlyNames: []string{"x"}}), accesses(facts.PathUse{})},
	{`some a in input.accesses; a.nlink > 1`, accesses(facts.PathUse{NLink: 2}), accesses(facts.PathUse{NLink: 1})},
	{`some a in input.accesses; 1 < a.nlink`, accesses(facts.PathUse{NLink: 2}), accesses(facts.PathUse{NLink: 1})},
	{`some a in input.accesses; a.nlink <= 1`, accesses(facts.PathUse{NLink: 1}), accesses(facts.PathUse{NLink: 2})},
	{`some a in input.accesses; startswith(a.resolved, "/etc/")`, accesses(facts.PathUse{Resolved: "/etc/x"}), accesses(facts.PathUse{Resolved: "/usr/etc/"})},
	{`some a in input.accesses; endswith(a.base, ".pem")`, accesses(facts.PathUse{Base: "a.pem"}), accesses(facts.PathUse{Base: "a.pem.txt"})},
	{`some a in input.accesses; contains(a.raw, "..")`, accesses(facts.PathUse{Raw: "a/.."}), accesses(facts.PathUse{Raw: "a.b"})},
	{`some cmd in input.commands; cmd.program == "git"; cmd.subcommand[0] == "push"`, commands(facts.Command{Program: "git", Subcommand: []string{"push"}}), commands(facts.Command{Program: "git"}, facts.Command{Program: "a", Subcommand: []string{"push"}})},
	{`some cmd in input.commands; some o in cmd.options; o.name == "-f"; o.value != ""`, commands(facts.Command{Options: []facts.Option{{Name: "-f", Value: "x"}}}), commands(facts.Command{Options: []facts.Option{{Name: "-f"}, {Name: "-x", Value: "x"}}})},
	{`some cmd in input.commands; cmd.program_file.root != ""`, commands(facts.Command{ProgramFile: facts.ProgramFile{Root: "/"}}), commands(facts.Command{})},
	{`some a in input.accesses; input.commands[a.command].privilege`, &facts.Input{Accesses: make([]facts.PathUse, 1), Commands: []facts.Command{{Privilege: true}}}, &facts.Input{Accesses: make([]facts.PathUse, 1), Commands: []facts.Command{{}}}},
	{`some i in deletes; input.accesses[i].root == ""`, accesses(facts.PathUse{Access: "delete"}), accesses(facts.PathUse{Access: "read"})},
	{`deletes[0]`, accesses(facts.PathUse{Access: "delete"}), accesses(facts.PathUse{Access: "read"})},
	{`some_word == "x"; input.accesses`, accesses(facts.PathUse{Access: "delete"}), accesses(facts.PathUse{Access: "read"})},
	{`input.text.tags.bidi; input.accesses`, &facts.Input{Text: &facts.Text{Tags: facts.Tags{Bidi: []int{0}}}, Accesses: make([]facts.PathUse, 1)}, &facts.Input{Text: &facts.Text{}, Accesses: make([]facts.PathUse, 1)}},
	{`input.text.complete == false`, &facts.Input{Text: &facts.Text{}}, &facts.Input{Text: &facts.Text{Complete: true}}},
	{`some cmd in input.commands; data.regent.x.table[cmd.program]`, commands(facts.Command{Program: "make"}), commands(facts.Command{Program: "rm"})},
	{`some a in input.accesses; some class in a.classes; data.regent.x.table[class].y == 1`, accesses(facts.PathUse{Classes: []string{"b", "make"}}), accesses(facts.PathUse{Classes: []string{"b"}})},
	{`some a in input.accesses; a.exists; data.regent.x.list[_] == a.raw`, accesses(facts.PathUse{Raw: "make", Exists: true}), accesses(facts.PathUse{Raw: "make"})},
	{`some a in input.accesses; a.exists; data.regent.x.deep[_][_].y == 1`, accesses(facts.PathUse{Exists: true}), accesses(facts.PathUse{})},
	{`some a in input.accesses; a.exists; some name; data.regent.x[name][1] == "make"`, accesses(facts.PathUse{Exists: true}), accesses(facts.PathUse{})},
	{`some a in input.accesses; a.exists; data.regent.x.deep[_].nothing[_].y == 1`, nil, accesses(facts.PathUse{Exists: true})},
	{`some a in input.accesses; data.regent.x.nothing[a.raw]`, nil, accesses(facts.PathUse{Raw: "make"})},
	{`input.usage.loop.count >= 3`, &facts.Input{Usage: &facts.Usage{Loop: facts.Loop{Count: 3}}}, &facts.Input{Usage: &facts.Usage{}}},
}

const sievesParts = `
deletes contains i if {
	some i, a in input.accesses
	a.access == "delete"
}

some_word := "x" if some i in deletes
`

var sieveTables = map[string]string{"regent/x/data.json": `{"table": {"make": {"y": 1}, "a": {"y": 2}}, "list": ["a", "make"], "deep": {"a": {"b": {"y": 1}}}}`}

func accesses(as ...facts.PathUse) *facts.Input { return &facts.Input{Accesses: as} }

func commands(cs ...facts.Command) *facts.Input { return &facts.Input{Commands: cs} }

func TestSieveKeepsOut(t *testing.T) {
	for _, c := range sieves {
		t.Run(c.body, func(t *testing.T) {
			rule := "findings contains lib.confirm(\"x\", \"text\", -1) if {\n" + c.body + "\n}\n"
			if strings.Contains(c.body, "deletes") || strings.Contains(c.body, "some_word") {
				rule += sievesParts
			}
			e := open(t, Options{FS: bundleOf(t, with(room(rule), sieveTables))})
			sv := e.cur.Load().part.Load().sieve
			for _, in := range []*facts.Input{c.meets, c.fails} {
				if in != nil {
					in.Text = cmp.Or(in.Text, &facts.Text{Complete: true})
				}
			}
			if c.meets != nil {
				if len(sv.sift(c.meets).marks) == 0 {
					t.Error("kept out where its body may hold")
				}
				if d := e.Decide(t.Context(), c.meets); d.Rule != "x" {
					t.Errorf("the rule does not fire: %+v", d)
				}
			}
			if marks := sv.sift(c.fails).marks; len(marks) > 0 {
				t.Errorf("let in where its body cannot hold: %v", marks)
			}
		})
	}
}

// TestSieveNarrowsLoops: a rule that fires sees the fitting elements by their own
// positions, and no others.
func TestSieveNarrowsLoops(t *testing.T) {
	e := open(t, Options{FS: bundleOf(t, room("findings contains lib.confirm(\"x\", \"accesses\", i) if {\nsome i, a in input.accesses\na.access == \"delete\"\n}\n"))})
	in := &facts.Input{Text: &facts.Text{}, Accesses: make([]facts.PathUse, 9)}
	for _, i := range []int{2, 5} {
		in.Accesses[i].Access = facts.AccessDelete
	}
	var got []int
	for _, f := range e.Decide(t.Context(), in).Findings {
		got = append(got, f.Subject.Index)
	}
	if !slices.Equal(got, []int{2, 5}) {
		t.Errorf("found at %v", got)
	}
	doc := e.cur.Load().part.Load().document(in).Value.(ast.Object)
	narrowed := 0
	doc.Foreach(func(k, v *ast.Term) {
		if o, ok := v.Value.(ast.Object); ok && strings.HasPrefix(string(k.Value.(ast.String)), markPrefix) {
			narrowed++
			if o.Len() != 2 {
				t.Errorf("%v leads to %v", k, v)
			}
		}
	})
	if narrowed != 1 {
		t.Errorf("%d loops are narrowed", narrowed)
	}
}

// TestShippedRulesAreSifted: one rule that takes the document as a whole, or asks
// for a member by a name that it computes, would make every decision slow.
func TestShippedRulesAreSifted(t *testing.T) {
	e := open(t, Options{})
	sv := e.cur.Load().part.Load().sieve
	if sv == nil {
		t.Fatalf("a rule could tell that marks are there: %v", unnamed(e.cur.Load().part.Load().decision.compiler))
	}
	if !slices.ContainsFunc(sv.needs, func(n *need) bool { return n.loop != nil }) {
		t.Error("no loop is narrowed")
	}
	if n := len(sv.sift(lsInput()).marks); n > 5 {
		t.Errorf("%d of the rules with a mark may fire for ls", n)
	}
}

// TestLayersThatCannotFireCostNothing counts allocations.
func TestLayersThatCannotFireCostNothing(t *testing.T) {
	layer := layerDir(t, map[string]string{
		"layers/acme/data.json": `{"kind": "team"}`,
		"layers/acme/rules/accesses/house.rego": `package layers.acme.rules.accesses.house

import data.regent.lib

# METADATA
# title: T
# custom: {id: acme.house}
findings contains lib.confirm("acme.house", "accesses", i) if {
	some i, a in input.accesses
	a.access == "write"
	startswith(a.resolved, "/srv/house/")
}
`,
	})
	count := func(o Options) float64 {
		o.Forget = true
		e := open(t, o)
		return testing.AllocsPerRun(5, func() {
			if d := e.Decide(t.Context(), lsInput()); d.Decision != Safe {
				t.Fatal(d)
			}
		})
	}
	if without, with := count(Options{}), count(Options{Layers: []string{layer}}); with > without*1.3 {
		t.Errorf("%.0f allocations without the layer, %.0f with it", without, with)
	}
}

// TestWorkGrowsWithCommandsAlone: twice the commands, about twice the work.
func TestWorkGrowsWithCommandsAlone(t *testing.T) {
	e := open(t, Options{Forget: true})
	count := func(n int) float64 {
		in := scriptInput(n)
		return testing.AllocsPerRun(5, func() {
			if d := e.Decide(t.Context(), in); d.Rule == Unavailable {
				t.Fatal(d.Fault)
			}
		})
	}
	if a, b := count(100), count(400); b > a*5 {
		t.Errorf("%.0f allocations for 100 commands, %.0f for 400", a, b)
	}
}

// TestNumbersThatAreNoPositions: what does not lead to an element of a list does
// not lead to a narrowed one.
func TestNumbersThatAreNoPositions(t *testing.T) {
	in := &facts.Input{Text: &facts.Text{Complete: true}, Accesses: make([]facts.PathUse, 6)}
	in.Accesses[2].Exists = true
	for _, body := range []string{
		`i := 2e0; input.accesses[i].exists`, `input.accesses[i].exists; i = 2e0`, `some i in {2e0}; input.accesses[i].exists`, `some i in places; input.accesses[i].exists`,
		`places[i]; a := input.accesses[i]; a.exists`, `[i, x] = [to_number("2e0"), 1]; input.accesses[i].exists; x == 1`, `i := 2.0; input.accesses[i].exists`, `some i, a in input.accesses; a.exists; i == 2e0`,
		`input.accesses[i].exists; not other(i)`, `input.accesses[i].exists; data.regent.x.places[_] == i`, `i = input.accesses[j].nlink + 2; input.accesses[i].exists; j == 1`,
	} {
		o := Options{FS: bundleOf(t, with(room("findings contains lib.confirm(\"x\", \"text\", -1) if {\n"+body+"\n}\n\nplaces contains 2e0\n\nother(i) if i == 3\n"), map[string]string{"regent/x/data.json": `{"places": [2e0]}`})), Forget: true}
		sieved := open(t, o).Decide(t.Context(), in)
		o.unsieved = true
		if diff := gocmp.Diff(open(t, o).Decide(t.Context(), in), sieved); diff != "" {
			t.Errorf("%s: %s", body, diff)
		}
	}
}

// TestMarksAskedForByName: a schema of its own lets a rule ask for a mark, so
// nothing is kept out then.
func TestMarksAskedForByName(t *testing.T) {
	rule := "findings contains lib.confirm(\"x\", \"text\", -1) if {\n\tsome a in input.accesses\n\ta.exists\n\tnot input[\"~1\"]\n}\n"
	text := strings.Replace(room(rule)["regent/text/x.rego"], "# title: ", "# schemas:\n#   - input: {\"type\": \"object\"}\n# title: ", 1)
	e := open(t, Options{FS: bundleOf(t, map[string]string{"regent/text/x.rego": text})})
	if e.cur.Load().part.Load().sieve != nil {
		t.Error("marks are there for a rule that asks for them")
	}
}

// TestOneTellingRuleIsEnough: each of these alone switches the sieve off.
func TestOneTellingRuleIsEnough(t *testing.T) {
	for _, body := range append([]string{`inner with input.tool as "a"`, `inner with data.regent.x as 1`}, telling...) {
		rule := "findings contains lib.confirm(\"x\", \"text\", -1) if {\n" + body + "\n}\n\ninner if {\n\tsome a in input.accesses\n\ta.exists\n\tinput.tool == \"a\"\n}\n"
		if open(t, Options{FS: bundleOf(t, with(room(rule), map[string]string{"regent/x/data.json": "2"}))}).cur.Load().part.Load().sieve != nil {
			t.Errorf("a rule with %s cannot tell", body)
		}
	}
}
