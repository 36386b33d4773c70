package engine

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/open-policy-agent/opa/v1/ast"

	"regent/engine/bundle"
	"regent/facts"
)

// policySet is one loaded set of policies. A new one takes its place as a
// whole.
type policySet struct {
	set        *bundle.Set
	store      *bundle.Store
	lazy       bool
	unsieved   bool
	generation uint64

	part    atomic.Pointer[part]
	compile sync.Mutex
	decided atomic.Bool // a lazy set has judged its first call
	asked   atomic.Bool // … its first admission
	notes   sync.Map    // rule id → bundle.Note
	memo    *memo

	// ready is closed when what is compiled behind the start is there, or
	// failed says why it is not; nil when Open compiled.
	ready  chan struct{}
	failed error
}

// part is what is compiled: everything, or what the calls so far need.
type part struct {
	modules  map[*bundle.Module]bool // nil: all
	decision *query
	admit    *query
	members  members // that some rule may look at; nil: finding out costs more than it saves
	sieve    *sieve  // nil: every rule is evaluated
}

// document is what is judged.
func (p *part) document(in *facts.Input) *ast.Term {
	if p.sieve != nil {
		return p.sieve.document(in)
	}
	return encode(reflect.ValueOf(in), p.members)
}

// admission is what is judged before a call is taken in. Needs are about another
// document than this one, so it bears all marks.
func (p *part) admission(a Admission) *ast.Term {
	members := pairs(reflect.ValueOf(a), nil)
	if p.sieve != nil {
		members = append(members, p.sieve.admits...)
	}
	return ast.NewTerm(ast.NewObject(members...))
}

var generations atomic.Uint64

func newPolicySet(set *bundle.Set, o Options) (*policySet, error) {
	s := &policySet{set: set, store: bundle.NewStore(set.Data), lazy: o.Lazy, unsieved: o.unsieved, generation: generations.Add(1)}
	if !o.Lazy && !o.Forget { // a process for one call has nothing to remember
		s.memo = newMemo(set)
	}
	switch {
	case o.Lazy && len(set.Layers) == 0:
		return s, nil
	case o.Lazy:
		_, err := s.grow(set.ReachLayers())
		return s, err
	case o.Behind && len(set.Layers) == 0 && o.FS == nil:
		s.ready = make(chan struct{})
		go func() {
			defer close(s.ready)
			s.failed = s.full()
		}()
		return s, nil
	}
	return s, s.full()
}

// full compiles everything, with every check.
func (s *policySet) full() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("compiling panicked: %v", r)
		}
	}()
	var looks members
	var sv *sieve
	c, err := s.set.Compile(func(c *ast.Compiler) {
		if !s.unsieved {
			sv, looks = newSieve(c, s.set.Data)
		}
		if sv == nil {
			looks = mentioned(c)
		}
	})
	if err != nil {
		return err
	}
	p, err := s.prepare(c)
	if err != nil {
		return err
	}
	p.members, p.sieve = looks, sv
	s.part.Store(p)
	for _, m := range s.set.Modules {
		s.remember(m)
	}
	return nil
}

// await waits for what is compiled behind the start.
func (s *policySet) await() error {
	if s.ready == nil {
		return nil
	}
	<-s.ready
	return s.failed
}

// What policies are asked.
const (
	decisionEntry = "data.regent.decision"
	admitEntry    = "data.regent.admit"
)

func (s *policySet) prepare(c *bundle.Compiled) (*part, error) {
	txn := s.store.Txn()
	decision, err := prepare(c.Compiler, decisionEntry, s.store, txn)
	if err != nil {
		return nil, err
	}
	admit, err := prepare(c.Compiler, admitEntry, s.store, txn)
	if err != nil {
		return nil, err
	}
	return &part{decision: decision, admit: admit}, nil
}

func (s *policySet) forInput(in *facts.Input) (*part, error) {
	if err := s.await(); err != nil {
		return nil, err
	}
	if p := s.part.Load(); p != nil && p.modules == nil {
		return p, nil
	}
	ms := s.set.Reach(in)
	if s.decided.CompareAndSwap(false, true) {
		return s.once(ms, in, "decision")
	}
	return s.grow(ms)
}

// once compiles for the first call alone: most lazy sets never see another.
func (s *policySet) once(ms []*bundle.Module, in any, entry string) (*part, error) {
	c, err := s.set.CompileFor(ms, in, entry)
	if err != nil {
		return nil, err
	}
	q, err := prepare(c.Compiler, "data.regent."+entry, s.store, s.store.Txn())
	if err != nil {
		return nil, err
	}
	return &part{decision: q, admit: q}, nil
}

func (s *policySet) forAdmission(a Admission) (*part, error) {
	if err := s.await(); err != nil {
		return nil, err
	}
	if p := s.part.Load(); p != nil && p.modules == nil {
		return p, nil
	}
	ms := s.set.ReachAdmission()
	if s.asked.CompareAndSwap(false, true) {
		return s.once(ms, &a, "admit")
	}
	return s.grow(ms)
}

// grow compiles what is compiled already and the modules asked for.
func (s *policySet) grow(ms []*bundle.Module) (*part, error) {
	s.compile.Lock()
	defer s.compile.Unlock()
	want := map[*bundle.Module]bool{}
	missing := false
	p := s.part.Load()
	if p != nil {
		for m := range p.modules {
			want[m] = true
		}
	}
	for _, m := range ms {
		missing = missing || !want[m]
		want[m] = true
	}
	if p != nil && !missing {
		return p, nil
	}
	var all []*bundle.Module
	for _, m := range s.set.Modules {
		if want[m] {
			all = append(all, m)
		}
	}
	c, err := s.set.CompilePart(all)
	if err != nil {
		return nil, err
	}
	if p, err = s.prepare(c); err != nil {
		return nil, err
	}
	p.modules = want
	s.part.Store(p)
	return p, nil
}

func (s *policySet) remember(m *bundle.Module) {
	if _, ok := m.Room(); !ok {
		return
	}
	for _, n := range m.Notes() {
		if n.ID != "" {
			s.notes.LoadOrStore(n.ID, n)
		}
	}
}

// note finds the METADATA of a rule. A lazy set reads it only now, from the
// modules whose text names the rule.
func (s *policySet) note(id string) (bundle.Note, bool) {
	if n, ok := s.notes.Load(id); ok {
		return n.(bundle.Note), true
	}
	if !s.lazy {
		return bundle.Note{}, false
	}
	for _, m := range s.set.Modules {
		if strings.Contains(m.Text, id) {
			s.remember(m)
		}
	}
	n, ok := s.notes.Load(id)
	if !ok {
		return bundle.Note{}, false
	}
	return n.(bundle.Note), true
}

// checkExceptions refuses a decision in which a floor rule was lowered,
// whatever the policies say.
func (s *policySet) checkExceptions(d *Decision) error {
	for _, e := range d.Exceptions {
		n, ok := s.note(e.Rule)
		if !ok {
			return fmt.Errorf("no METADATA names the rule %q of an exception", e.Rule)
		}
		if n.Floor {
			return fmt.Errorf("the floor rule %q was lowered by %q", e.Rule, e.ID)
		}
	}
	return nil
}

func (s *policySet) mentions(ref string) bool {
	path := strings.FieldsFunc(strings.TrimPrefix(ref, "input."), func(r rune) bool { return strings.ContainsRune(".[]_ ", r) && r != '_' })
	path = slices.DeleteFunc(path, func(p string) bool { return p == "_" })
	if p := s.part.Load(); p != nil && p.members != nil {
		return p.members.path(path)
	}
	return len(path) == 0 || s.set.Mentions(path[len(path)-1])
}
