package shell

import (
	"fmt"
	"maps"
	"sort"
	"strings"
	"sync"
)

// table is the programs table, compiled program by program on first use.
type table struct {
	byName map[string]*entry

	find  func(name string) (string, *Spec, error) // nil: byName is all there is
	mu    sync.Mutex
	found map[string]*entry // by find; nil for a name that has no spec
}

type entry struct {
	name string
	spec *Spec
	once sync.Once
	prog *program
}

// program is a compiled Spec: its parent's members are folded in.
type program struct {
	name    string
	sub     []string
	spec    *Spec
	opts    map[string]*option
	long    []string // long spellings, sorted, for abbreviations
	subs    map[string]*subcommand
	bundle  bool
	help    map[string]bool
	recurse map[string]bool
	env     []string // names of variables that mean something, sorted
	always  bool     // recursive whatever the options say

	mu    sync.Mutex
	whens map[uint64]*program
}

type option struct {
	name string
	Option
}

// subcommand is compiled when it is first met: of a program with hundreds of
// them one call uses one.
type subcommand struct {
	once sync.Once
	make func() *program
	prog *program
}

func (s *subcommand) program() *program {
	if s == nil {
		return nil
	}
	s.once.Do(func() { s.prog = s.make() })
	return s.prog
}

func newTable(specs map[string]*Spec, find func(string) (string, *Spec, error)) (*table, error) {
	t := &table{byName: make(map[string]*entry, len(specs)*5/4), find: find, found: map[string]*entry{}}
	names := make([]string, 0, len(specs))
	for n := range specs {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		if specs[n] == nil {
			return nil, fmt.Errorf("programs table: %q is empty", n)
		}
		if err := checkLike(specs[n]); err != nil {
			return nil, fmt.Errorf("programs table: %q: %w", n, err)
		}
		t.byName[n] = &entry{name: n, spec: specs[n]}
	}
	for _, n := range names {
		e := t.byName[n]
		for _, a := range specs[n].Aliases {
			if old := t.byName[a]; old != nil && old != e {
				if old.name == a {
					continue // a program of its own goes before another's alias
				}
				return nil, fmt.Errorf("programs table: %q is an alias of both %q and %q", a, old.name, n)
			}
			t.byName[a] = e
		}
	}
	return t, nil
}

// lookup returns nil for a name without a spec. A spec that cannot be read is
// the same: the program is then an unknown one.
func (t *table) lookup(name string) *program {
	e := t.byName[name]
	if e == nil && t.find != nil {
		e = t.ask(name)
	}
	if e == nil {
		return nil
	}
	e.once.Do(func() { e.prog = compileSpec(e.name, nil, e.spec) })
	return e.prog
}

func (t *table) ask(name string) *entry {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e, asked := t.found[name]; asked {
		return e
	}
	var e *entry
	if key, spec, err := t.find(name); err == nil && spec != nil && checkLike(spec) == nil {
		e = &entry{name: key, spec: spec}
	}
	t.found[name] = e
	return e
}

// checkLike refuses a subcommand that reads like one that is not there, or like
// one that itself reads like another.
func checkLike(s *Spec) error {
	for n, c := range s.Subcommands {
		if c == nil {
			continue
		}
		if c.Like != "" {
			if o := s.Subcommands[c.Like]; o == nil || o.Like != "" {
				return fmt.Errorf("subcommand %q is like %q, which has no words of its own", n, c.Like)
			}
			continue
		}
		if err := checkLike(c); err != nil {
			return err
		}
	}
	return nil
}

var standardHelp = map[string]bool{"--help": true, "--version": true}

func compileSpec(name string, sub []string, s *Spec) *program {
	p := &program{name: name, sub: sub, spec: s, bundle: s.Bundle == nil || *s.Bundle}
	if s.Grammar == "go" && s.Bundle == nil {
		p.bundle = false
	}
	p.opts = make(map[string]*option, len(s.Options)*3/2)
	for n, o := range s.Options {
		c := &option{name: n, Option: o}
		p.opts[n] = c
		for _, a := range o.Also {
			if _, taken := s.Options[a]; !taken {
				p.opts[a] = c
			}
		}
	}
	if s.Abbrev {
		for n := range p.opts {
			if strings.HasPrefix(n, "--") {
				p.long = append(p.long, n)
			}
		}
		sort.Strings(p.long)
	}
	p.env = sortedKeys(s.Env)
	p.help = standardHelp
	if s.HelpOptions != nil {
		p.help = map[string]bool{}
		for _, h := range s.HelpOptions {
			if h != "none" {
				p.help[h] = true
			}
		}
	}
	for _, r := range s.RecursiveOptions {
		if r == "always" {
			p.always = true
			continue
		}
		if p.recurse == nil {
			p.recurse = map[string]bool{}
		}
		p.recurse[r] = true
		if o := p.opts[r]; o != nil {
			p.recurse[o.name] = true
		}
	}
	if len(s.Subcommands) > 0 {
		p.subs = make(map[string]*subcommand, len(s.Subcommands))
		for n, c := range s.Subcommands {
			if c == nil {
				c = &Spec{}
			}
			aliases := c.Aliases
			if c.Like != "" {
				c = s.Subcommands[c.Like]
			}
			lazy := &subcommand{make: func() *program {
				return compileSpec(name, append(append([]string(nil), sub...), n), inherit(s, c))
			}}
			p.subs[n] = lazy
			for _, a := range aliases {
				if _, taken := s.Subcommands[a]; !taken {
					p.subs[a] = lazy
				}
			}
		}
	}
	return p
}

// inherit folds a parent's members into a subcommand's spec.
func inherit(parent, sub *Spec) *Spec {
	out := *sub
	out.Options = mergeMap(parent.Options, sub.Options)
	out.Env = mergeMap(parent.Env, sub.Env)
	out.Assign = mergeMap(parent.Assign, sub.Assign)
	if out.Grammar == "" {
		out.Grammar = parent.Grammar
	}
	if out.Bundle == nil {
		out.Bundle = parent.Bundle
	}
	out.Equals = out.Equals || parent.Equals
	out.Abbrev = out.Abbrev || parent.Abbrev
	if out.Ecosystem == "" {
		out.Ecosystem = parent.Ecosystem
	}
	if out.System == "" {
		out.System = parent.System
	}
	if out.Language == "" {
		out.Language = parent.Language
	}
	out.Network = out.Network || parent.Network
	if out.HelpOptions == nil {
		out.HelpOptions = parent.HelpOptions
	}
	if out.RecursiveOptions == nil {
		out.RecursiveOptions = parent.RecursiveOptions
	}
	if out.Scripts == nil {
		out.Scripts = parent.Scripts
	}
	if out.Registry == nil {
		out.Registry = parent.Registry
	}
	if out.Context == nil {
		out.Context = parent.Context
	}
	if len(parent.Touches) > 0 {
		out.Touches = append(append([]Touch(nil), parent.Touches...), sub.Touches...)
	}
	return &out
}

func mergeMap[V any](a, b map[string]V) map[string]V {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	out := make(map[string]V, len(a)+len(b))
	maps.Copy(out, a)
	maps.Copy(out, b)
	return out
}

// overlay lays a When's spec over another.
func overlay(base, then *Spec) *Spec {
	out := *base
	out.Options = mergeMap(base.Options, then.Options)
	out.Env = mergeMap(base.Env, then.Env)
	out.Assign = mergeMap(base.Assign, then.Assign)
	if len(then.Touches) > 0 {
		out.Touches = append(append([]Touch(nil), base.Touches...), then.Touches...)
	}
	set := func(to *string, v string) {
		if v != "" {
			*to = v
		}
	}
	set(&out.Grammar, then.Grammar)
	set(&out.Stdin, then.Stdin)
	set(&out.StdinWhen, then.StdinWhen)
	set(&out.Stdout, then.Stdout)
	set(&out.Language, then.Language)
	set(&out.Ecosystem, then.Ecosystem)
	set(&out.System, then.System)
	set(&out.DefaultPath, then.DefaultPath)
	if then.Operands != nil {
		out.Operands = then.Operands
	}
	if then.Wrapper != nil {
		out.Wrapper = then.Wrapper
	}
	if then.HelpOptions != nil {
		out.HelpOptions = then.HelpOptions
	}
	if then.RecursiveOptions != nil {
		out.RecursiveOptions = then.RecursiveOptions
	}
	if then.ProjectFile != nil {
		out.ProjectFile = then.ProjectFile
	}
	if then.Registry != nil {
		out.Registry = then.Registry
	}
	if then.Context != nil {
		out.Context = then.Context
	}
	if then.Scripts != nil {
		out.Scripts = then.Scripts
	}
	if then.Recipes != nil {
		out.Recipes = then.Recipes
	}
	if len(then.Subcommands) > 0 {
		out.Subcommands = mergeMap(base.Subcommands, then.Subcommands)
	}
	out.Network = out.Network || then.Network
	out.Mutating = out.Mutating || then.Mutating
	out.OptionsEnd = out.OptionsEnd || then.OptionsEnd
	out.Succeeds = out.Succeeds || then.Succeeds
	out.When = nil
	return &out
}

// under returns the program as its matching Whens leave it.
func (p *program) under(w *parsedWords) *program {
	if len(p.spec.When) == 0 {
		return p
	}
	var mask uint64
	for i := range p.spec.When {
		if i < 64 && p.spec.When[i].Then != nil && p.spec.When[i].holds(w) {
			mask |= 1 << i
		}
	}
	if mask == 0 {
		return p
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if q := p.whens[mask]; q != nil {
		return q
	}
	s := p.spec
	for i := range p.spec.When {
		if i < 64 && mask&(1<<i) != 0 {
			s = overlay(s, p.spec.When[i].Then)
		}
	}
	q := compileSpec(p.name, p.sub, s)
	if p.whens == nil {
		p.whens = map[uint64]*program{}
	}
	p.whens[mask] = q
	return q
}

func (w *When) holds(p *parsedWords) bool {
	if w.Option != "" && !p.has(w.Option) {
		return false
	}
	if len(w.AnyOption) > 0 {
		found := false
		for _, o := range w.AnyOption {
			found = found || p.has(o)
		}
		if !found {
			return false
		}
	}
	for _, o := range w.NoOption {
		if p.has(o) {
			return false
		}
	}
	if w.Value != "" {
		if val, _ := p.value(w.Option); show(val) != w.Value {
			return false
		}
	}
	if w.Operand != "" {
		if len(p.operands) == 0 {
			return false
		}
		if s, ok := p.operands[0].static(); !ok || s != w.Operand {
			return false
		}
	}
	if w.Operands != nil && *w.Operands != len(p.operands) {
		return false
	}
	return true
}
