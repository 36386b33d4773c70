package engine

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"regent/engine/bundle"
	"regent/facts"
	"regent/policies"
)

// Options say which policies to load and how.
type Options struct {
	// FS is the shipped bundle; policies.FS when nil.
	FS fs.FS
	// Layers are directories that hold layers/<name>/…, in order of authority:
	// org, team, repository.
	Layers []string
	// Settings are laid over data.regent.settings and are part of the digest.
	Settings map[string]any
	// Lazy compiles no more than the first call needs. It is for a process that
	// answers one call; the shipped policies are then taken as checked when the
	// program was built.
	Lazy bool
	// Behind compiles the shipped policies behind the start: Open returns at
	// once and the first call waits. With layers, or another FS, it changes
	// nothing, because a fault in them must stop the start.
	Behind bool
	// Forget evaluates every question, also one that was just answered. It is for
	// measuring; answers are the same.
	Forget bool
	// Deadline of one evaluation; 0 takes a default.
	Deadline time.Duration

	unsieved bool // every rule is evaluated; answers are the same
}

// Engine holds the loaded policies.
type Engine struct {
	options Options
	guard   *guard
	cur     atomic.Pointer[policySet]
	reload  sync.Mutex
}

// Open reads, checks and compiles the policies. The error says file, line,
// what is wrong and how to mend it.
func Open(_ context.Context, o Options) (*Engine, error) {
	e := &Engine{options: o, guard: newGuard(o.Deadline)}
	s, err := load(o)
	if err != nil {
		return nil, err
	}
	e.cur.Store(s)
	return e, nil
}

// Reload reads the policies again and swaps them in. On any error the present
// ones stay.
func (e *Engine) Reload(context.Context) error {
	e.reload.Lock()
	defer e.reload.Unlock()
	s, err := load(e.options)
	if err != nil {
		return fmt.Errorf("reloading policies (revision %s stays): %w", e.Revision(), err)
	}
	e.cur.Store(s)
	return nil
}

func load(o Options) (*policySet, error) {
	src := bundle.Source{Shipped: o.FS, Settings: o.Settings, Lazy: o.Lazy}
	if src.Shipped == nil {
		src.Shipped = policies.FS
	}
	for _, dir := range o.Layers {
		src.Layers = append(src.Layers, bundle.Dir{Name: dir, FS: os.DirFS(dir)})
	}
	set, err := bundle.Read(src)
	if err != nil {
		return nil, err
	}
	if set.Schema() == nil {
		raw, err := fs.ReadFile(policies.FS, "schemas/input.json")
		if err != nil {
			return nil, fmt.Errorf("reading the schema of the input: %w", err)
		}
		set.SetSchema(raw)
	}
	if o.Lazy {
		// Every record names the digest; another core can work on it meanwhile.
		go set.Digest()
	}
	return newPolicySet(set, o)
}

// Decide judges the facts of a call. It never fails; see Unavailable.
func (e *Engine) Decide(ctx context.Context, in *facts.Input) Decision {
	return e.DecideAgain(ctx, in, nil)
}

// DecideAgain is Decide for facts that may come again with the same Recall.
func (e *Engine) DecideAgain(ctx context.Context, in *facts.Input, r *Recall) (d Decision) {
	defer func() {
		if r := recover(); r != nil {
			d = unavailable(fmt.Errorf("judging panicked: %v", r))
		}
	}()
	if in == nil {
		return unavailable(errNoFacts)
	}
	s := e.cur.Load()
	p, err := s.forInput(in)
	if err != nil {
		return unavailable(err)
	}
	key := s.memo.keyAgain(in, r)
	if d, ok := s.memo.get(key); ok {
		return d
	}
	d = e.judge(ctx, s, p.decision, p.document(in), in)
	s.memo.put(key, d)
	return d
}

// Admit judges whether a call is taken in at all.
func (e *Engine) Admit(ctx context.Context, a Admission) (d Decision) {
	s := e.cur.Load()
	if s.memo.admitted(a) {
		d = Decision{Decision: Safe, Findings: []Finding{}, Exceptions: []Exception{}}
	} else if d = e.admit(ctx, s, a); d.Decision == Safe {
		s.memo.claim(a)
		s.memo.settle(a, d)
	}
	if d.Decision == Safe {
		s.memo.expect(Admission{Tool: a.Tool, Invocations: a.Invocations + 1, WindowS: a.WindowS})
	}
	return d
}

// Ahead judges the admission that will probably be asked for next. An admission
// says nothing but how many calls there were, so the next one is known before it
// comes. It is for the time between two calls, and changes no answer.
func (e *Engine) Ahead(ctx context.Context) {
	s := e.cur.Load()
	if next, ok := s.memo.expected(); ok {
		s.memo.settle(next, e.admit(ctx, s, next))
	}
}

func (e *Engine) admit(ctx context.Context, s *policySet, a Admission) (d Decision) {
	defer func() {
		if r := recover(); r != nil {
			d = unavailable(fmt.Errorf("admitting panicked: %v", r))
		}
	}()
	p, err := s.forAdmission(a)
	if err != nil {
		return unavailable(err)
	}
	in := &facts.Input{Tool: a.Tool, Usage: &facts.Usage{Invocations: a.Invocations}}
	return e.judge(ctx, s, p.admit, p.admission(a), in)
}

// Table decodes the merged data at a path such as "regent/programs". It works
// before anything is compiled.
func (e *Engine) Table(path string, into any) error { return e.cur.Load().set.Data.Decode(path, into) }

// Names lists the members of the merged data object at a path without decoding
// them: Names("regent/program") are the programs with rooms of their own.
func (e *Engine) Names(path string) ([]string, error) {
	return e.cur.Load().set.Data.Names(strings.FieldsFunc(path, func(r rune) bool { return r == '/' }))
}

// Mentions reports whether a loaded policy may look at a member of the input
// document, named as in input.queries[_].ast. It may say yes too often.
func (e *Engine) Mentions(ref string) bool { return e.cur.Load().mentions(ref) }

// Revision names the loaded policies for people.
func (e *Engine) Revision() string { return e.cur.Load().set.Revision() }

// Digest names the loaded policies, data and settings exactly.
func (e *Engine) Digest() string { return e.cur.Load().set.Digest() }

// Generation changes with every reload. Unlike Digest it costs nothing, so what
// is derived from the policies can be kept by it.
func (e *Engine) Generation() uint64 { return e.cur.Load().generation }

// Set gives the policies as read, for the bench.
func (e *Engine) Set() *bundle.Set { return e.cur.Load().set }
