package engine

import (
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"regent/engine/bundle"
	"regent/facts"
)

// memo remembers decisions of one policy set; a nil memo remembers nothing. A decision is a function of the
// facts and the policies, and agents ask the same thing again and again; the
// facts are taken anew each time, so a changed file, link or branch is another
// question. It is thrown away with its policy set.
type memo struct {
	off  bool
	mu   sync.Mutex
	kept map[string]Decision
}

const (
	// memoEntries and memoBytes bound what is remembered: about 8 MiB.
	memoEntries = 1024
	memoBytes   = 8 << 10
	// memoCommands: of a long script, making the key would cost more than it
	// saves, and it seldom comes twice.
	memoCommands = 16
)

// newMemo is off when a decision may depend on more than the facts that make
// the key: on the time of the call, which exceptions look at.
func newMemo(set *bundle.Set) *memo {
	m := &memo{kept: map[string]Decision{}}
	names, err := set.Data.Names([]string{"regent", "exceptions"})
	m.off = err != nil || len(names) > 0
	for _, mod := range set.Modules {
		if mod.Layer == "" && !strings.Contains(mod.Text, "now") {
			continue
		}
		text := comment.ReplaceAllString(mod.Text, "")
		// The core's decision looks at the time for exceptions alone.
		core := mod.Layer == "" && path.Base(mod.Path) == "decision.rego"
		if !core && looksAtTime.MatchString(text) || mod.Layer != "" && wholeInput.MatchString(text) {
			m.off = true
		}
	}
	return m
}

var comment = regexp.MustCompile(`(?m)^\s*#.*$`)

// looksAtTime finds the members that are left out of the key, however a rule
// spells the way to them.
var looksAtTime = regexp.MustCompile(`\bnow(_ns)?\b`)

// wholeInput finds rules that take the document as a whole, and so its time.
var wholeInput = regexp.MustCompile(`\binput\b\s*([^.\s]|$)`)

// key names the question, "" when it should not be remembered.
func (m *memo) key(in *facts.Input) string {
	if m == nil || m.off || in.Usage != nil || len(in.Commands) > memoCommands {
		return ""
	}
	timeless := *in
	timeless.Now, timeless.NowNS = "", 0
	b, err := json.Marshal(&timeless)
	if err != nil || len(b) > memoBytes {
		return ""
	}
	return string(b)
}

func (m *memo) get(key string) (Decision, bool) {
	if key == "" {
		return Decision{}, false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	d, ok := m.kept[key]
	d.Findings, d.Exceptions = slices.Clone(d.Findings), slices.Clone(d.Exceptions)
	return d, ok
}

// put remembers a decision that a policy made; a fault is no decision.
func (m *memo) put(key string, d Decision) {
	if key == "" || d.Fault != "" {
		return
	}
	d.Findings, d.Exceptions = slices.Clone(d.Findings), slices.Clone(d.Exceptions)
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.kept) >= memoEntries {
		for old := range m.kept { // any: all cost about the same to make again
			delete(m.kept, old)
			break
		}
	}
	m.kept[key] = d
}
