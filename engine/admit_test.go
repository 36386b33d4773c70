package engine

import (
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// admitting are conditions on an admission, whose document has none of the
// members that facts always have.
var admitting = []string{
	`input.tool == "x"`,
	`input.tool == "y"`,
	`not input.host`,
	`not input.now`,
	`not input.caller.id`,
	`not input.host.can_ask`,
	`not input.accesses`,
	`not deletes[0]`,
	`deletes[0]`,
	`count(deletes) == 0`,
	`some a in input.accesses; a.access == "delete"`,
	`input.invocations > 4`,
	`input.window_s == 60; input.invocations > 9`,
}

// TestAdmissionsAreJudgedAlike: an admission is judged alike by policies that are
// compiled for it alone, for all calls, and with every rule evaluated.
func TestAdmissionsAreJudgedAlike(t *testing.T) {
	const head = "package regent.admission.drawn\n\nimport data.regent.lib\n\n# METADATA\n# title: T\n# schemas:\n#   - input: {\"type\": \"object\"}\n# custom: {id: t}\nfindings contains lib.blocked(\"t\", \"usage\", -1) if {\n"
	const helper = "\ndeletes contains i if {\n\tsome i, a in input.accesses\n\ta.access == \"delete\"\n}\n"
	fired := 0
	for _, body := range admitting {
		o := Options{FS: bundleOf(t, with(sample, map[string]string{"regent/admission/drawn.rego": head + body + "\n}\n" + helper})), Forget: true}
		sieved := open(t, o)
		o.unsieved = true
		full := open(t, o)
		for _, n := range []int{1, 5} {
			a := Admission{Tool: "x", Invocations: n, WindowS: 60}
			want := full.Admit(t.Context(), a)
			if want.Rule == "t" {
				fired++
			}
			lazy := open(t, Options{FS: o.FS, Lazy: true})
			for way, got := range map[string]Decision{"sieved": sieved.Admit(t.Context(), a), "first of a lazy set": lazy.Admit(t.Context(), a), "second": lazy.Admit(t.Context(), a)} {
				if diff := gocmp.Diff(want, got, cmpopts.IgnoreFields(Decision{}, "Fault")); diff != "" {
					t.Errorf("%s, %d calls, %s: %s", body, n, way, diff)
				}
			}
		}
	}
	if fired < 10 {
		t.Errorf("only %d fired", fired)
	}
	for _, lazy := range []bool{false, true} { // the shipped limit, also for one call
		if d := open(t, Options{Lazy: lazy}).Admit(t.Context(), Admission{Tool: "x", Invocations: 1e6, WindowS: 60}); d.Rule != "INVOCATION_RATE_LIMIT" {
			t.Errorf("lazy=%v: a million calls in a minute: %+v", lazy, d)
		}
	}
}
