package shell

import "strings"

func biTrap(r *run, args []field, st *state, f *frame, p *pending) {
	idx := r.program(args, st, f, p.owned())
	rest := args[1:]
	for len(rest) > 0 {
		s, ok := rest[0].static()
		if !ok || (s != "--" && s != "-l" && s != "-p") {
			break
		}
		rest = rest[1:]
	}
	if len(rest) < 2 {
		return
	}
	if s, ok := rest[0].static(); ok && (s == "-" || s == "") {
		return
	}
	g := *f
	g.conditional = true
	if !rest[0].t.settled() {
		r.tag(&r.tx.Tags.DynamicText, idx)
	}
	g.via = append(append([]string(nil), f.via...), "trap")
	r.traps = append(r.traps, trapBody{t: rest[0].t, f: &g})
	for _, sig := range rest[1:] {
		switch show(sig) {
		case "DEBUG", "ERR", "RETURN", "CHLD", "SIGCHLD", "WINCH", "ALRM":
			// It runs while the text still goes on.
			r.traps[len(r.traps)-1].often = true
			r.runTraps(len(r.traps)-1, st)
			return
		}
	}
}

// runTraps runs trap bodies from the i-th on with what the shell knows now.
func (r *run) runTraps(i int, st *state) {
	for ; i < len(r.traps) && !r.stopped; i++ {
		if t := r.traps[i]; t.st == nil || !sameState(t.st, st) {
			r.runTrap(i, st)
		}
	}
}

func (r *run) runTrap(i int, st *state) {
	r.traps[i].st = st.clone()
	body := r.traps[i]
	if r.down() {
		r.shellField(body.t, r.dialect, st.clone(), body.f)
		r.up()
	}
}

type trapBody struct {
	t     text
	f     *frame
	st    *state // what it ran with last
	often bool   // it runs while the text goes on
}

// duringTraps runs the traps that may fire while the text goes on: at each
// command for ERR and DEBUG, and at EXIT where a failure may end the shell.
func (r *run) duringTraps(st *state) {
	if len(r.traps) == 0 || r.inTrap || st.dead {
		return
	}
	r.inTrap = true
	for i := range r.traps {
		t := &r.traps[i]
		if (r.mayEnd || t.often) && (t.st == nil || t.sees(st)) {
			r.runTrap(i, st)
		}
	}
	r.inTrap = false
}

// sees says whether anything changed that the trap's text may use.
func (t *trapBody) sees(st *state) bool {
	if len(st.funcs) > 0 || !t.t.isStatic() || !placesEqual(t.st, st) {
		return !sameState(t.st, st)
	}
	s, _ := t.t.static()
	if strings.Contains(s, "${!") || strings.Contains(s, "eval") {
		return !sameState(t.st, st)
	}
	for _, n := range changedNames(t.st, st) {
		if strings.Contains(s, n) {
			return true
		}
	}
	return false
}

func placesEqual(a, b *state) bool {
	if len(a.dirs) != len(b.dirs) {
		return false
	}
	for i := range a.dirs {
		if a.dirs[i] != b.dirs[i] {
			return false
		}
	}
	return sameFields(a.pos, b.pos)
}
