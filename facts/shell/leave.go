package shell

// leaving gathers the states in which a function, a sourced text or a round
// of a loop is left before its end.
type leaving struct {
	level  int // of the subshell that it stands in
	states []*state
	outer  *leaving
}

// mostLeaving bounds how many such states are kept apart.
const mostLeaving = 16

// add notes that control may go on after what is being left, with what the
// shell knows now. A subshell leaves only itself.
func (l *leaving) add(st *state) {
	if l == nil || l.level != st.level || st.dead {
		return
	}
	c := st.clone()
	if n := len(l.states); n >= mostLeaving {
		l.states[n-1] = joined(l.states[n-1], c)
		return
	}
	l.states = append(l.states, c)
}

// meet makes st hold for all the ways in which something was left.
func (l *leaving) meet(st *state) {
	if len(l.states) == 0 {
		return
	}
	if !st.dead {
		l.states = append(l.states, st.clone())
	}
	joinAll(st, l.states)
}

// round runs a loop's body once, with all the ways out of it.
func (r *run) round(st *state, body func()) {
	l := &leaving{level: st.level, outer: r.breaks}
	r.breaks = l
	body()
	r.breaks = l.outer
	l.meet(st)
}

func biBreak(r *run, args []field, st *state, f *frame, p *pending) {
	r.program(args, st, f, p)
	r.breaks.add(st)
	if f.stdout != nil {
		f.stdout.cut = true
	}
	if len(args) > 1 && r.breaks != nil {
		for l := r.breaks.outer; l != nil; l = l.outer {
			l.add(st)
		}
	}
}

// mergeLocals gives out what the functions' callers get back. A local that
// was declared on one way only leaves its name open.
func mergeLocals(out, a, b *state) {
	n := len(a.locals)
	if n == 0 || n != len(b.locals) {
		return
	}
	for i := range n {
		for k := range a.locals[i] {
			if _, ok := b.locals[i][k]; !ok {
				openLocal(out, a, i, k)
			}
		}
		for k := range b.locals[i] {
			if _, ok := a.locals[i][k]; !ok {
				openLocal(out, b, i, k)
			}
		}
	}
}

func openLocal(out, from *state, i int, name string) {
	own := make([]map[string]*variable, len(out.locals))
	copy(own, out.locals)
	level := make(map[string]*variable, len(own[i])+1)
	for k, v := range own[i] {
		level[k] = v
	}
	v := from.locals[i][name]
	if v == nil {
		v = scalar(dyn(nil))
	}
	level[name] = joinVar(v, nil)
	own[i] = level
	out.locals = own
}
