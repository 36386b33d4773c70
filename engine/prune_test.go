package engine

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"regent/facts"
)

// prunable are bodies with conditions that pruning judges, and some that look
// alike and that it must leave alone.
var prunable = []string{
	`input.text.tags.bidi`,
	`not input.text.tags.bidi`,
	`some _ in input.text.tags.bidi`,
	`-1 in input.text.tags.bidi`,
	`not -1 in input.text.tags.bidi`,
	`input.text.complete`,
	`not input.text.complete`,
	`input.text.complete == false`,
	`input.tool == "a"`,
	`"a" == input.tool`,
	`input.tool != "a"`,
	`input.tool == "a"; input.tool != "b"`,
	`input.host.can_ask == false`,
	`input.now_ns == 0`,
	`some a in input.accesses; a.access == "delete"; a.recursive`,
	`some i, a in input.accesses; a.access == "delete"; i == 0`,
	`some a in input.accesses; a.access != "delete"; a.error == ""`,
	`some a in input.accesses; not a.exists`,
	`some a in input.accesses; a.exists == true; "a" == a.raw`,
	`some a in input.accesses; a.access == "delete"; some b in input.accesses; b.access == "a"`,
	`some c in input.commands; c.program == "rm"; c.options`,
	`some c in input.commands; c.program_file.found`,
	`a := input.accesses[_]; a.access == "a"`,
	`count([a | some a in input.accesses; a.access == "a"]) == 0`,
	`count({a | some a in input.accesses; a.access == "delete"}) > 0`,
	`every a in input.accesses { a.exists }`,
	`every t in input.text.tags.bidi { t > 0 }`,
	`[input.usage.streams, 1][1] == 1`,
	`{"x": input.usage.streams, "y": 1}.y == 1`,
	`x := input.usage.loop; x.count > 0`,
	`count(input.runs) > 0; count(input.secrets) > 0`,
	`data.regent.nothing`,
	`not data.regent.nothing`,
	`data.regent.settings.access`,
	`not data.layers`,
	`count(none) == 0`,
	`some n in none; n == 1`,
	`none[1]`,
	`not none[1]`,
	`some none in [[1]]; none[0] == 1`,
	`none := ["x"]; none[0] == "x"`,
	`some name, v in some_object; v == 2; name`,
	`some_object.x == 1`,
	`shadowed(["x"])`,
	`not some_object.x`,
	`count(some_object) == 0`,
	`count(hollow) == 0`,
	`not hollow_object[3]`,
	`count(hollow_object) == 0`,
	`heads["a if none"]`,
	`count(heads) == 1`,
	`clause("delete")`,
	`clause("a")`,
	`chosen == "first"`,
	`chosen == "second"`,
	`chosen == "third"`,
	`fallback == "default"`,
	`fallback == "text"`,
	`data.regent.shared.by_name.delete`,
	`count(data.regent.shared.by_name) == 0`,
	`data.regent.text["prune"].none`,
	`lib.confirm("a", "b", 1).rule == "a"; input.queries`,
	`some q in input.queries; q.complete; q.explain.present == false`,
	`input.commands; not input.accesses`,
	`some program in input.text.programs; program == "rm"`,
	`some i; input.accesses[i].access == "delete"; input.accesses[i].exists`,
	`some a in data.regent.shared.accesses; a.access == "a"`,
	// elements of lists
	`some a in input.accesses; "a" in a.classes`,
	`some a in input.accesses; not "a" in a.classes`,
	`some i, a in input.accesses; "a" in a.classes; a.exists; i >= 0`,
	`some a in input.accesses; "a" in ({"a"} | {c | some c in a.classes})`,
	`some a in input.accesses; some c in a.classes; c != "b"`,
	`some c in input.commands; some o in c.options; o.name != "-"`,
	`some c in input.commands; some o in ([{"name": "x"}]); o.name == "x"; c.index >= 0`,
	`some a in input.accesses; not a.is_root; not a.names`,
	`some a in input.accesses; a.raw != ""; some b in input.accesses; not b.exists`,
	`some a in input.accesses; x := {"access": "delete"}; x.access == "delete"; a.access != "delete"`,
	`some i; input.accesses[i].access == "delete"; not input.accesses[i].exists`,
	`some i; input.accesses[i].access != "delete"`,
	`some i, "x" in hollow_names`,
	`count(hollow_names) == 0`,
	`some i, "a in none" in ["a in none"]; i == 0`,
	`some n in ({1} | none); n == 1`,
	`some n in {m | some m in [1]; not none[m]}; n == 1`,
	`some x in none | {1}; x == 1`,
	`x := "1 if none"; x != ""`,
	// parts of a document, which are there or not by what its other rules are
	`not parts.q`,
	`count(parts.q) == 0`,
	`parts.q`,
	`not parts.a[0]`,
	// names that stand only in an import
	`imported == 8`,
	`only[_].exists`,
}

// prunableWhole look at a package as a whole, so that none of its rules may go.
var prunableWhole = []string{
	`some name; data.regent.shared[name].pipe`,
	`whole_package := shared; whole_package.unnamed_elsewhere == 7; imported; only`,
	`some name in ["unnamed_too"]; data.regent.shared[name] == 9`,
}

const pruneParts = `
hollow contains 1 if some n in none

hollow_names[n] := "x" if some n in none

hollow_object[n] := n if some n in none

heads contains "a if none" if count(hollow) == 0

heads contains "b" if some n in hollow_object

none contains 1 if input.text.tags.truncated

none contains a if {
	some a in input.accesses
	a.access == "pipe"
}

some_object.x := 1 if input.text.tags.truncated

some_object[name] := 2 if some name in input.text.tags.mixed_script

shadowed(none) if none[0] == "x"

clause(x) if {
	input.usage
	x == "delete"
}

clause(x) if {
	input.tool == x
}

chosen := "first" if {
	input.usage
} else := "second" if {
	input.text.complete
} else := "third"

parts[a.raw][i] := 1 if {
	some i, a in input.accesses
	a.access == "pipe"
}

parts.q contains "a" if count([a | some a in input.accesses; a.exists]) == 2

default fallback := "default"

fallback := "text" if input.text
`

const pruneShared = `package regent.shared

by_name[a.access] contains i if {
	some i, a in input.accesses
	a.exists
}

accesses := [a | some a in input.accesses; a.raw != ""]

unnamed_elsewhere := 7 if input.text.complete

unnamed_too := 9 if input.text.complete

eight := 8 if input.text.complete

only_imported contains a if {
	some a in input.accesses
	a.exists
}

known_host(host) if data.regent.hosts.known[host]
`

// examples are the same drawn facts for every test.
var examples = sync.OnceValue(func() []*facts.Input {
	drawn := rapid.Custom(drawInput)
	ins := make([]*facts.Input, 100)
	for seed := range ins {
		ins[seed] = drawn.Example(seed)
	}
	return ins
})

// TestLazyDecisionsAreFullDecisions holds what is compiled for one call against
// what is compiled for all, on drawn facts.
func TestLazyDecisionsAreFullDecisions(t *testing.T) {
	files := func(bodies []string) map[string]string {
		var b strings.Builder
		b.WriteString("package regent.text.prune\n\nimport data.regent.lib\nimport data.regent.shared\nimport data.regent.shared.eight as imported\nimport data.regent.shared.only_imported as only\n")
		for i, body := range bodies {
			fmt.Fprintf(&b, "\n# METADATA\n# title: T\n# custom: {id: t.r%d}\nfindings contains lib.confirm(\"t.r%d\", \"text\", -1) if {\n%s\n}\n", i, i, body)
		}
		b.WriteString("\nused := shared.by_name\n" + pruneParts + trickyParts)
		return with(sample, map[string]string{"regent/text/prune.rego": b.String(), "regent/shared.rego": pruneShared})
	}
	sets := map[string]Options{
		"sample":  {FS: bundleOf(t, files(append(append([]string{}, prunable...), tricky...)))},
		"whole":   {FS: bundleOf(t, files(prunableWhole))},
		"shipped": {},
		"layered": {FS: bundleOf(t, sample), Layers: []string{layerDir(t, acme), exceptionLayer(t, "team", map[string]map[string]any{"e1": {
			"rules": map[string]bool{"text.incomplete": true}, "caller_group": "a", "owner": "o", "reason": "r", "until": "2030-01-01T00:00:00Z",
		}})}},
	}
	for name, o := range sets {
		t.Run(name, func(t *testing.T) {
			full := open(t, o)
			o.Lazy = true
			fired := map[string]int{}
			for seed, in := range examples()[:40] {
				want := full.Decide(t.Context(), in)
				lazy, err := Open(t.Context(), o)
				if err != nil {
					t.Fatal(err)
				}
				for _, way := range []string{"first", "second"} {
					if diff := cmp.Diff(want, lazy.Decide(t.Context(), in), cmpopts.IgnoreFields(Decision{}, "Fault")); diff != "" {
						t.Fatalf("seed %d, %s call: %s", seed, way, diff)
					}
				}
				for _, f := range want.Findings {
					fired[f.Rule]++
				}
			}
			if name != "sample" {
				return
			}
			for i, body := range prunable {
				if fired[fmt.Sprintf("t.r%d", i)] == 0 {
					t.Logf("%s never fired", body)
				}
			}
			if n := len(fired); n < len(prunable) {
				t.Errorf("only %d rules fired", n)
			}
		})
	}
}
