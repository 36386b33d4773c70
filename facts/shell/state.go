package shell

import (
	"maps"
	"slices"
	"sort"

	"mvdan.cc/sh/v3/syntax"
)

// maxAlternatives bounds how many values of one variable are kept apart.
const maxAlternatives = 8

// A variable is immutable once stored: a change stores another.
type variable struct {
	alts     []text // the values it may have; one when it is sure
	array    bool   // indexed array: elems by index
	assoc    bool   // associative array: elems by key
	elems    map[string]text
	order    []string // keys in order of index; of insertion for assoc
	loose    bool     // elements are not all known
	unset    bool     // surely unset
	maybe    bool     // it may be unset, which its empty value stands for
	exported bool
	readonly bool
	integer  bool
	lower    bool
	upper    bool
	nameref  bool
	mixed    bool // its attributes depend on the way that was taken
}

func scalar(t text) *variable { return &variable{alts: []text{t}} }

// place is a directory as far as it is known.
type place struct {
	path  string
	known bool
}

// state is what a shell process knows at one point: it is copied for
// subshells and branches, and joined where they meet.
type state struct {
	mem       *scratch
	stamp     uint64 // states with one stamp have the same maps
	exports   bool   // some variable may be exported
	branched  bool   // some variable may have several values
	vars      map[string]*variable
	locals    []map[string]*variable // saved values, innermost function last
	pos       []field                // positional parameters
	posLoose  bool                   // there may be others
	arg0      string
	dirs      []place // places the shell may be in: alternatives
	old       []place
	stack     []place
	funcs     map[string][]*function
	aliases   map[string]string
	aliasesOn bool
	noglob    bool
	nullglob  bool
	allexport bool
	pathSet   bool   // PATH was changed in a way that is not known
	dead      bool   // control never comes past here
	dynFuncs  bool   // functions may have been defined that are not seen
	shared    bool   // the maps belong to another state too
	sub       bool   // a subshell: what ends it ends nothing around it
	level     int    // how many subshells are around it
	venv      string // bin folder of a virtual environment that was activated
}

type function struct {
	name   string
	body   *syntax.Stmt
	src    *source
	called bool
}

// clone makes a copy that changes on its own. The maps are shared until one
// of the two writes.
func (s *state) clone() *state {
	s.shared = true
	c := s.mem.states.one()
	*c = *s
	if len(s.locals) > 0 {
		c.locals = make([]map[string]*variable, len(s.locals))
		for i, l := range s.locals {
			c.locals[i] = maps.Clone(l)
		}
	}
	return c
}

// subshell is a clone for a process of its own.
func (s *state) subshell() *state {
	c := s.clone()
	c.sub = true
	c.level++
	return c
}

// own gives the state maps of its own before it writes.
func (s *state) own() {
	s.mem.stamp++
	s.stamp = s.mem.stamp
	if !s.shared && s.vars != nil {
		return
	}
	s.shared = false
	vars := make(map[string]*variable, len(s.vars)+4)
	maps.Copy(vars, s.vars)
	s.vars = vars
	s.funcs, s.aliases = maps.Clone(s.funcs), maps.Clone(s.aliases)
}

func (s *state) set(name string, v *variable) {
	s.own()
	s.exports, s.branched = s.exports || v.exported, s.branched || len(v.alts) > 1
	s.vars[name] = v
}

func (s *state) drop(name string) {
	if _, ok := s.vars[name]; ok {
		s.own()
		delete(s.vars, name)
	}
}

// setFunc defines a function; nil removes it.
func (s *state) setFunc(name string, f []*function) {
	s.own()
	if f == nil {
		delete(s.funcs, name)
		return
	}
	if s.funcs == nil {
		s.funcs = map[string][]*function{}
	}
	s.funcs[name] = f
}

func (s *state) setAlias(name, body string) {
	s.own()
	if s.aliases == nil {
		s.aliases = map[string]string{}
	}
	s.aliases[name] = body
}

func (s *state) dropAlias(name string) {
	s.own()
	delete(s.aliases, name)
}

func (s *state) dropAliases() {
	s.own()
	s.aliases = nil
}

// copyFrom makes s what o is; both may go on.
func (s *state) copyFrom(o *state) {
	o.shared = true
	*s = *o
}

// joinState makes s hold for both a and b.
func joinState(s, a, b *state) {
	if a.dead && !b.dead {
		s.copyFrom(b)
		return
	}
	if b.dead && !a.dead {
		s.copyFrom(a)
		return
	}
	out := *a
	if a.stamp == b.stamp {
		b.shared = true
	} else {
		joinMaps(&out, a, b)
	}
	joinPlace(&out, a, b)
	mergeLocals(&out, a, b)
	out.noglob = a.noglob && b.noglob
	out.pathSet = a.pathSet || b.pathSet
	out.dynFuncs = a.dynFuncs || b.dynFuncs
	out.dead = a.dead && b.dead
	a.shared = true
	s.copyFrom(&out)
}

// joinMaps gives out the variables, functions and aliases that there may be.
func joinMaps(out, a, b *state) {
	a.mem.stamp++
	out.stamp, out.shared, out.exports, out.branched = a.mem.stamp, false, a.exports || b.exports, true
	out.vars = make(map[string]*variable, len(a.vars))
	for k, va := range a.vars {
		out.vars[k] = joinVar(va, b.vars[k])
	}
	for k, vb := range b.vars {
		if _, ok := a.vars[k]; !ok {
			out.vars[k] = joinVar(nil, vb)
		}
	}
	if len(b.funcs) > 0 {
		out.funcs = make(map[string][]*function, len(a.funcs)+len(b.funcs))
		maps.Copy(out.funcs, a.funcs)
	} else {
		out.funcs = maps.Clone(a.funcs)
	}
	for k, fb := range b.funcs {
		fa, ok := out.funcs[k]
		if !ok {
			out.funcs[k] = append(append([]*function(nil), fb...), nil) // may also be the program
			continue
		}
		merged := append([]*function(nil), fa...)
		for _, f := range fb {
			if !hasFunc(merged, f) {
				merged = append(merged, f)
			}
		}
		out.funcs[k] = merged
	}
	for k, fa := range a.funcs {
		if _, ok := b.funcs[k]; !ok && !hasFunc(fa, nil) {
			out.funcs[k] = append(append([]*function(nil), fa...), nil)
		}
	}
	if len(b.aliases) > 0 {
		out.aliases = make(map[string]string, len(a.aliases)+len(b.aliases))
		maps.Copy(out.aliases, a.aliases)
		maps.Copy(out.aliases, b.aliases)
	}
}

// joinPlace gives out the places and positional parameters that there may be.
func joinPlace(out, a, b *state) {
	out.dirs = joinPlaces(a.dirs, b.dirs)
	out.old = joinPlaces(a.old, b.old)
	if (len(a.old) == 0) != (len(b.old) == 0) {
		out.old = joinPlaces(out.old, []place{{}})
	}
	if !slices.Equal(a.stack, b.stack) {
		out.stack = nil
		if len(a.stack) > 0 && len(b.stack) > 0 {
			out.stack = []place{{}}
		}
	}
	if !sameFields(a.pos, b.pos) || a.posLoose != b.posLoose {
		out.pos, out.posLoose = joinFields(a.pos, b.pos), true
	}
}

func hasFunc(fs []*function, f *function) bool {
	for _, x := range fs {
		if x == f {
			return true
		}
	}
	return false
}

func sameFields(a, b []field) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].many != b[i].many || !equalText(a[i].t, b[i].t) {
			return false
		}
	}
	return true
}

func joinFields(a, b []field) []field {
	n := max(len(a), len(b))
	out := make([]field, n)
	for i := range out {
		if i < len(a) && i < len(b) && !a[i].many && !b[i].many && equalText(a[i].t, b[i].t) {
			out[i] = a[i]
			continue
		}
		out[i] = field{t: dyn(nil), many: true}
	}
	return out
}

func joinPlaces(a, b []place) []place {
	if slices.Equal(a, b) {
		return a
	}
	out := append([]place(nil), a...)
	for _, p := range b {
		seen := false
		for _, q := range out {
			seen = seen || p == q
		}
		if !seen {
			out = append(out, p)
		}
	}
	if len(out) > maxAlternatives {
		return []place{{}}
	}
	return out
}

// joinVar gives the variable that may be a or b. nil is a variable the text
// did not set, whose value nobody knows.
func joinVar(a, b *variable) *variable {
	if a == b {
		return a
	}
	if a == nil || b == nil {
		v := a
		if v == nil {
			v = b
		}
		c := *v
		c.unset, c.maybe = false, true
		c.mixed = c.mixed || c.upper || c.lower || c.integer
		if c.array || c.assoc {
			c.loose = true
			return &c
		}
		c.alts = addAlt(c.alts, dyn(nil))
		return &c
	}
	if sameVar(a, b) {
		return a
	}
	c := *a
	c.exported = a.exported || b.exported
	c.unset, c.maybe = false, a.unset || b.unset || a.maybe || b.maybe
	c.mixed = a.mixed || b.mixed || a.upper != b.upper || a.lower != b.lower || a.integer != b.integer ||
		a.readonly != b.readonly
	c.readonly = a.readonly && b.readonly
	if a.nameref != b.nameref { // a name of nobody knows what
		c.nameref, c.alts = true, []text{dyn(nil)}
		return &c
	}
	if a.array || b.array || a.assoc || b.assoc {
		c.array, c.assoc = a.array || b.array, a.assoc || b.assoc
		c.loose = true
		c.elems, c.order = map[string]text{}, nil
		c.alts = nil
		return &c
	}
	c.alts = append([]text(nil), a.alts...)
	if a.unset {
		c.alts = []text{nil}
	}
	more := b.alts
	if b.unset {
		more = []text{nil}
	}
	for _, t := range more {
		c.alts = addAlt(c.alts, t)
	}
	return &c
}

func addAlt(alts []text, t text) []text {
	for _, x := range alts {
		if equalText(x, t) {
			return alts
		}
	}
	if len(alts) >= maxAlternatives {
		var src []int
		for _, x := range alts {
			src = x.sources(src)
		}
		return []text{dyn(nil, t.sources(src)...)}
	}
	return append(append([]text(nil), alts...), t)
}

func sameVar(a, b *variable) bool {
	if a.unset != b.unset || a.maybe != b.maybe || a.readonly != b.readonly || a.array != b.array || a.assoc != b.assoc || a.loose != b.loose ||
		a.mixed != b.mixed || a.integer != b.integer || a.nameref != b.nameref || a.upper != b.upper || a.lower != b.lower ||
		len(a.alts) != len(b.alts) || len(a.order) != len(b.order) {
		return false
	}
	for i := range a.alts {
		if !equalText(a.alts[i], b.alts[i]) {
			return false
		}
	}
	for i, k := range a.order {
		if b.order[i] != k || !equalText(a.elems[k], b.elems[k]) {
			return false
		}
	}
	return true
}

// sameState says whether nothing that a later word could see has changed.
func sameState(a, b *state) bool {
	if len(a.vars) != len(b.vars) || !slices.Equal(a.dirs, b.dirs) || !slices.Equal(a.old, b.old) ||
		!sameFields(a.pos, b.pos) || len(a.funcs) != len(b.funcs) || !slices.Equal(a.stack, b.stack) ||
		len(a.aliases) != len(b.aliases) {
		return false
	}
	if a.stamp == b.stamp {
		return true
	}
	for k, va := range a.vars {
		vb, ok := b.vars[k]
		if !ok || (va != vb && (va == nil || vb == nil || !sameVar(va, vb))) {
			return false
		}
	}
	for k, fa := range a.funcs {
		fb := b.funcs[k]
		if len(fa) != len(fb) {
			return false
		}
		for i := range fa {
			if fa[i] != fb[i] {
				return false
			}
		}
	}
	return true
}

// changedNames lists the variables that differ, sorted.
func changedNames(a, b *state) []string {
	var out []string
	if a.stamp == b.stamp {
		return out
	}
	for k, va := range b.vars {
		if o, ok := a.vars[k]; !ok || (o != va && !sameVar(o, va)) {
			out = append(out, k)
		}
	}
	for k := range a.vars {
		if _, ok := b.vars[k]; !ok {
			out = append(out, k)
		}
	}
	sort.Strings(out)
	return out
}

// widen forgets the values of the named variables.
func (s *state) widen(names []string) {
	for _, n := range names {
		v := s.vars[n]
		if v == nil {
			c := scalar(dyn(nil))
			c.maybe = true
			s.set(n, c)
			continue
		}
		c := *v
		c.unset, c.maybe = false, true
		if c.array || c.assoc {
			c.loose, c.elems, c.order = true, map[string]text{}, nil
		} else {
			var src []int
			for _, t := range v.alts {
				src = t.sources(src)
			}
			c.alts = []text{dyn(widest(v.alts), src...)}
		}
		s.set(n, &c)
	}
}

// widest keeps what holds for every value: names stay names.
func widest(alts []text) *unknown {
	var u *unknown
	for _, t := range alts {
		if len(t) != 1 || t[0].kind != pieceDyn {
			return anyValue
		}
		if u != nil && !sameUnknown(u, t[0].u) {
			return anyValue
		}
		u = t[0].u
	}
	if u == nil {
		return anyValue
	}
	return u
}
