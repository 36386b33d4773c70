package tools

import (
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"regent/engine"
)

var update = flag.Bool("update", false, "rewrite golden files")

// TestAliasesAreThoseOfTheSpecs: a process for one call finds programs by the
// list of aliases, every other one by the specs. Both must say the same.
func TestAliasesAreThoseOfTheSpecs(t *testing.T) {
	e, err := engine.Open(t.Context(), engine.Options{Lazy: true})
	if err != nil {
		t.Fatal(err)
	}
	all, err := Programs(e)
	if err != nil {
		t.Fatal(err)
	}
	want, err := json.MarshalIndent(Aliases(all), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	want = append(want, '\n')
	const file = "../policies/regent/aliases/data.json"
	if *update {
		if err := os.MkdirAll("../policies/regent/aliases", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("data.regent.aliases is stale, run the test with -update:\n%s", diff)
	}
	if len(all) < 200 {
		t.Errorf("the table has %d programs", len(all))
	}
}

// TestOneAtATimeIsTheWholeTable: whichever way a program is found, its spec is
// the same.
func TestOneAtATimeIsTheWholeTable(t *testing.T) {
	e, err := engine.Open(t.Context(), engine.Options{Lazy: true})
	if err != nil {
		t.Fatal(err)
	}
	all, err := Programs(e)
	if err != nil {
		t.Fatal(err)
	}
	find := finder(e)
	for name, want := range all {
		key, got, err := find(name)
		if err != nil || key != name {
			t.Fatalf("%s: found as %q, %v", name, key, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	for alias, name := range Aliases(all) {
		if key, _, err := find(alias); err != nil || key != name {
			t.Errorf("%s: found as %q, want %q, %v", alias, key, name, err)
		}
	}
	for _, name := range []string{"", "no-such-program", "git/spec", "..", "spec"} {
		if key, spec, err := find(name); spec != nil || err != nil {
			t.Errorf("%q: found as %q, %v", name, key, err)
		}
	}
}
