package engine

import (
	"bytes"
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

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
	// let holds the admissions that were let in, and false for one that is just
	// being judged.
	let  map[Admission]bool
	next *Admission // to be judged when there is time
}

const (
	// memoEntries and memoBytes bound what is remembered: about 8 MiB.
	memoEntries = 1024
	memoBytes   = 8 << 10
	// memoCommands: of a long script, making the key would cost more than it
	// saves, and it seldom comes twice.
	memoCommands = 16
	// memoAdmissions: a window's calls, of a few tools, come again in the next.
	memoAdmissions = 4096
)

// newMemo is off when a decision may depend on more than the facts that make
// the key: on the time of the call, which exceptions look at.
func newMemo(set *bundle.Set) *memo {
	m := &memo{kept: map[string]Decision{}, let: map[Admission]bool{}}
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
	if err != nil || len(b) > memoBytes || bytes.Contains(b, []byte(`\ufffd`)) { // of bytes that are no text: many are written so
		return ""
	}
	return string(b)
}

// A Recall is for who asks the same question again: it keeps the question's name
// in the memory of decisions, which costs more to make than to look up. It must
// come with equal facts each time; the time of the call alone may differ. The
// zero Recall is ready, and safe for concurrent use.
type Recall struct{ named atomic.Pointer[recalled] }

type recalled struct {
	memo *memo
	key  string
}

// keyAgain is key for facts that r came with before.
func (m *memo) keyAgain(in *facts.Input, r *Recall) string {
	if r == nil {
		return m.key(in)
	}
	if n := r.named.Load(); n != nil && n.memo == m {
		return n.key
	}
	key := m.key(in)
	r.named.Store(&recalled{m, key})
	return key
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

// admitted reports whether this admission is known to be let in.
func (m *memo) admitted(a Admission) bool {
	if m == nil || m.off {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.let[a]
}

// expect notes the admission that will probably be asked for next.
func (m *memo) expect(a Admission) {
	if m == nil || m.off {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.next = &a
}

// expected claims the admission that is expected next.
func (m *memo) expected() (a Admission, ok bool) {
	if m == nil || m.off {
		return a, false
	}
	m.mu.Lock()
	next := m.next
	m.next = nil
	m.mu.Unlock()
	if next == nil || !m.claim(*next) {
		return a, false
	}
	return *next, true
}

// claim says that an admission should be judged by the caller, who then calls
// settle: it is not known and nobody is at it.
func (m *memo) claim(a Admission) bool {
	if m == nil || m.off {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.let[a]; ok {
		return false
	}
	if len(m.let) >= memoAdmissions {
		for old := range m.let {
			delete(m.let, old)
			break
		}
	}
	m.let[a] = false
	return true
}

// settle keeps that an admission is let in, without any finding, or forgets it.
func (m *memo) settle(a Admission, d Decision) {
	if m == nil || m.off {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if d.Decision == Safe && len(d.Findings) == 0 && len(d.Exceptions) == 0 {
		m.let[a] = true
	} else {
		delete(m.let, a)
	}
}
