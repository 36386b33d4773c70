package policy_tests

import (
	"strings"
	"testing"

	"regent/engine"
	"regent/engine/bench"
	"regent/facts"
	"regent/facts/path"
)

// TestLazyDecisionsAreFullDecisions judges every labelled case with all
// policies compiled and, from a fresh start each, with only those that the case
// can reach.
func TestLazyDecisionsAreFullDecisions(t *testing.T) {
	b := loadTables(t)
	same := func(s string) string { return s }
	place := strings.NewReplacer("ROOT", "/code/app", "HOME", "/home/dev", "OUTSIDE", "/srv/other", "TEMP", "/tmp").Replace
	corpus := func(yield func(string, *facts.Input) bool) {
		for _, c := range lines[commandCase](t, "cases/commands.jsonl") {
			w := commandsWorld(t, c.Head)
			w.make(t, c.Setup, same)
			w.ws.CWD = c.CWD
			must(t, w.fs.MkdirAll(c.CWD))
			in := input("dry_run_command", w.ws)
			must(t, b.extractor(t, w, true).Extract(t.Context(), in, c.Command))
			if !yield(c.ID, in) {
				return
			}
		}
		for _, c := range lines[pathCase](t, "cases/paths.jsonl") {
			w := commandsWorld(t, "")
			w.make(t, c.Setup, place)
			in := input("audit_path_access", w.ws)
			access := facts.Access(c.Operation)
			use := b.resolver(t, w).Resolve(path.Request{CWD: w.ws.CWD, Word: place(c.Path), Known: facts.KnownStatic, Access: access})
			use.Command, use.Source = facts.NoCommand, "tool"
			in.Accesses = append(in.Accesses, use)
			if !yield(c.ID, in) {
				return
			}
		}
	}
	ds, n, err := bench.LazyAgainstFull(t.Context(), engine.Options{}, corpus)
	must(t, err)
	for _, d := range ds {
		t.Error(d)
	}
	t.Logf("%d cases", n)
}
