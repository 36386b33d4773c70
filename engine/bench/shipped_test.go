package bench

import (
	"os"
	"testing"

	"regent/engine/bundle"
	"regent/policies"
)

// TestShippedPolicies lints the shipped bundle and runs its Rego tests, as
// `regent policy lint` and `regent policy test` do.
func TestShippedPolicies(t *testing.T) {
	set, err := bundle.Read(bundle.Source{Shipped: policies.FS})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range Lint(set) {
		t.Error(p)
	}
	r, err := Test(t.Context(), set, []Tests{{Name: "policy_tests", FS: os.DirFS("../../policy_tests")}}, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range r.Results {
		if x.Outcome == "fail" || x.Outcome == "error" {
			t.Errorf("%s %s.%s (%s:%d) %s", x.Outcome, x.Package, x.Name, x.File, x.Line, x.Detail)
		}
	}
	t.Logf("%d tests, %.1f %% of lines, %d rules never fired", len(r.Results), r.Coverage, len(r.Silent))
}
