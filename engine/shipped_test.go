package engine

import (
	"testing"

	"regent/facts"
)

// TestShippedPoliciesOpen holds the shipped bundle to every check of a start.
func TestShippedPoliciesOpen(t *testing.T) {
	full := open(t, Options{})
	lazy := open(t, Options{Lazy: true})
	if full.Digest() != lazy.Digest() || full.Revision() != lazy.Revision() {
		t.Error("the same files have two names")
	}
	in := touching(input("rm"), facts.AccessDelete, "/etc/hosts", "")
	for name, e := range map[string]*Engine{"full": full, "lazy": lazy} {
		if d := e.Decide(t.Context(), in); d.Rule == Unavailable {
			t.Errorf("%s: %s", name, d.Fault)
		}
		if d := e.Admit(t.Context(), Admission{Tool: "dry_run_command", Invocations: 1, WindowS: 60}); d.Decision != Safe {
			t.Errorf("%s: %+v", name, d)
		}
	}
}
