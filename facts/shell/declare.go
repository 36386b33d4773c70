package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// declOptions are the options of declare, export, local and their like.
type declOptions struct {
	name    string
	on, off string
	print   bool
	funcs   bool
}

func (d *declOptions) word(fl field) {
	s, ok := fl.static()
	if !ok || len(s) < 2 {
		return
	}
	switch s[0] {
	case '-':
		d.on += s[1:]
	case '+':
		d.off += s[1:]
	}
	d.print = d.print || strings.Contains(s, "p")
	d.funcs = d.funcs || s[0] == '-' && strings.ContainsAny(s, "fF")
}

func (d *declOptions) apply(*run, *state) {}

// set gives a variable the attributes that the options ask for.
func (d *declOptions) set(v *variable) {
	has := func(c string) bool { return strings.Contains(d.on, c) }
	switch d.name {
	case "export":
		v.exported = !has("n")
	case "readonly":
		v.readonly = true
	}
	if d.name != "export" {
		v.exported = (v.exported || has("x")) && !strings.Contains(d.off, "x")
	}
	v.readonly = v.readonly || has("r")
	v.integer = (v.integer || has("i")) && !strings.Contains(d.off, "i")
	v.lower = v.lower || has("l")
	v.upper = v.upper || has("u")
	v.nameref = v.nameref || has("n") && d.name != "export" || d.name == "nameref"
	if has("A") {
		v.assoc, v.array = true, false
	} else if has("a") {
		v.array = true
	}
}

// local keeps the value of the function's caller, for when it returns.
func (d *declOptions) local(name string, st *state) {
	if d.shadows(name, st.vars[name], st) && !strings.Contains(d.on, "I") {
		st.set(name, &variable{unset: true})
	}
}

// shadows keeps the outer variable of that name until the function returns,
// and says whether this is the first time that the function hides it.
func (d *declOptions) shadows(name string, outer *variable, st *state) bool {
	if len(st.locals) == 0 || strings.Contains(d.on, "g") || !validName(name) {
		return false
	}
	switch d.name {
	case "local", "declare", "typeset":
	default:
		return false
	}
	top := st.locals[len(st.locals)-1]
	if _, done := top[name]; done {
		return false
	}
	top[name] = outer
	return true
}

// outside says whether it is a local that stands in no function: bash refuses.
func (d *declOptions) outside(st *state) bool {
	return d.name == "local" && len(st.locals) == 0
}

// naked is a name without a value.
func (d *declOptions) naked(name string, r *run, st *state) {
	if d.funcs || !validName(name) {
		return
	}
	v := st.vars[name]
	if v == nil {
		if t := r.lookup(name, st); t != nil {
			c := *t
			v = &c
		} else if d.name == "export" || d.name == "readonly" {
			return // its value stays unknown
		} else {
			v = &variable{unset: true}
			if len(st.locals) == 0 {
				// It may be set in the environment.
				v = scalar(dyn(nil))
				v.maybe = true
				if strings.ContainsAny(d.on, "aA") {
					v = &variable{unset: true}
				}
			}
		}
	}
	c := *v
	if len(c.alts) == 0 && strings.ContainsAny(d.on, "aA") {
		c.unset = false
		c.elems = map[string]text{}
	}
	d.set(&c)
	st.set(name, &c)
}

func (d *declOptions) finish(r *run, idx int, bare bool) {
	if idx < 0 {
		return
	}
	if d.print || bare {
		r.tag(&r.tx.Tags.PrintsEnvironment, idx)
	}
}

// declareWords is a declaration whose words were expanded already.
func (r *run) declareWords(name string, words []field, idx int, st *state, f *frame) {
	d := declOptions{name: name}
	var rest []field
	for _, w := range words {
		s := w.t.prefix()
		if len(rest) == 0 && len(s) > 1 && (s[0] == '-' || s[0] == '+') && w.t.isStatic() {
			d.word(w)
			continue
		}
		rest = append(rest, w)
	}
	d.words(r, rest, idx, st, f)
	d.finish(r, idx, len(rest) == 0)
}

// words are names and assignments as they come out of expansion.
func (d *declOptions) words(r *run, rest []field, idx int, st *state, f *frame) {
	for _, w := range rest {
		if d.funcs {
			return
		}
		n, val, has := cutField(w, "=")
		s, ok := n.static()
		if !ok {
			st.widen(keys(st.vars))
			continue
		}
		more := strings.HasSuffix(s, "+")
		s = strings.TrimSuffix(s, "+")
		if d.outside(st) {
			continue
		}
		d.local(s, st)
		if !has {
			d.naked(s, r, st)
			continue
		}
		t := val.t.unglob()
		if more {
			t = r.scalarValue(s, st).join(t)
		}
		if i := strings.IndexByte(s, '['); i > 0 {
			r.subscriptRuns(lit(s), st, f)
			r.assignElem(s[:i], lit(strings.TrimSuffix(s[i+1:], "]")), t, more, st)
			continue
		}
		r.assign(s, t, st, d.set)
	}
	d.tell(r, rest, idx)
}

// tell states the assignments that stand in words.
func (d *declOptions) tell(r *run, words []field, idx int) {
	if idx < 0 || d.funcs {
		return
	}
	for _, w := range words {
		n, val, has := cutField(w, "=")
		s, ok := n.static()
		if !ok || !has {
			continue
		}
		s = strings.TrimSuffix(s, "+")
		if changesLookup(s) {
			r.tag(&r.tx.Tags.ShellState, idx)
		}
		c := &r.in.Commands[idx]
		c.Assignments = append(c.Assignments, assignmentFact(s, val.t.unglob()))
	}
}

// biDeclare is export, declare and the like reached by words (command export,
// or a dialect where the parser has no clause for them).
func biDeclare(r *run, args []field, st *state, f *frame, p *pending) {
	idx := r.program(args, st, f, p)
	r.declareWords(show(args[0]), args[1:], idx, st, f)
}

// declCall is a declaration the parser knows: export A=b, local x.
func (r *run) declCall(s *syntax.Stmt, d *syntax.DeclClause, st *state, f *frame) {
	r.everyChoice(st, f, func(st *state) {
		p := &pending{raw: shown(f.src.slice(s)), ends: len(r.in.Endpoints)}
		g := *f
		var after []func()
		if len(s.Redirs) > 0 {
			p.touched, after = r.redirects(s.Redirs, st, f, &g, -1)
		}
		args := []field{plain(d.Variant.Value)}
		opts := declOptions{name: d.Variant.Value}
		words := make([][]field, len(d.Args)) // names and assignments that only expansion shows
		for i, a := range d.Args {
			switch {
			case a.Naked && a.Name == nil:
				for _, fl := range r.fieldsOf(a.Value, st, f, nil) {
					args = append(args, fl)
					if s := fl.t.prefix(); len(s) > 1 && (s[0] == '-' || s[0] == '+') {
						opts.word(fl)
					} else {
						words[i] = append(words[i], fl)
					}
				}
			case a.Naked:
				args = append(args, plain(a.Name.Value))
			}
		}
		opts.apply(r, st)
		// All words are read before the first variable is made, so that
		// local a=$a means the caller's; a list in parentheses is made at once.
		type value struct{ key, t text }
		values := make([]value, len(d.Args))
		for i, a := range d.Args {
			switch {
			case a.Name == nil || a.Naked:
			case a.Array == nil:
				values[i].key, values[i].t = r.assigned(a, st, f)
			case !opts.outside(st):
				outer := st.vars[a.Name.Value]
				r.assignStmt(a, st, f, opts.set)
				if st.vars[a.Name.Value] != outer { // a readonly one stays
					opts.shadows(a.Name.Value, outer, st)
				}
			}
		}
		for i, a := range d.Args {
			if a.Name == nil {
				opts.words(r, words[i], -1, st, f)
			}
			if a.Name == nil || opts.outside(st) {
				continue
			}
			name := a.Name.Value
			if a.Array == nil {
				opts.local(name, st)
			}
			if a.Naked {
				opts.naked(name, r, st)
				continue
			}
			if a.Array == nil {
				r.keep(a, values[i].key, values[i].t, st, opts.set)
			}
			t := r.scalarValue(name, st)
			args = append(args, field{t: lit(name + "=").join(t)})
			p.sets = append(p.sets, setting{name, t})
		}
		idx := r.program(args, st, &g, p)
		for _, w := range words {
			opts.tell(r, w, idx)
		}
		opts.finish(r, idx, len(args) == 1)
		for _, fin := range after {
			fin()
		}
	})
}
