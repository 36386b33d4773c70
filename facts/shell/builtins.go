package shell

import "strings"

// builtin does what a shell builtin does to the shell; the command itself is
// stated like any other.
type builtin func(r *run, args []field, st *state, f *frame, p *pending)

// builtins of the shell language. A nil-effect builtin is only stated.
var builtins map[string]builtin

func init() {
	only := func(r *run, args []field, st *state, f *frame, p *pending) { r.program(args, st, f, p) }
	builtins = map[string]builtin{
		"cd": biCd, "chdir": biCd, "pushd": biPushd, "popd": biPopd, "dirs": only, "pwd": only,
		"eval": biEval, "source": biSource, ".": biSource,
		"exec": biExec, "command": biCommand, "builtin": biCommand,
		"alias": biAlias, "unalias": biUnalias, "trap": biTrap,
		"set": biSet, "shift": biShift, "unset": biUnset, "shopt": biShopt,
		"export": biDeclare, "declare": biDeclare, "typeset": biDeclare, "local": biDeclare, "readonly": biDeclare,
		"read": biRead, "mapfile": biMapfile, "readarray": biMapfile, "getopts": biGetopts, "printf": biPrintf,
		"let": biLet, "test": biTest, "[": biTest, "exit": biExit, "return": biExit, "logout": biExit,
		"enable": biEnable, "hash": biEnable,
		"echo": only, "true": only, "false": only, ":": only, "break": biBreak, "continue": biBreak,
		"bg": only, "fg": only, "jobs": only, "wait": only, "kill": only, "disown": only, "suspend": only,
		"history": only, "fc": only, "type": only, "times": only, "umask": only, "ulimit": only,
		"help": only, "caller": only, "bind": only, "compgen": only, "complete": only, "compopt": only,
	}
}

// owned marks the words of a builtin that gives them their meaning itself.
func (p *pending) owned() *pending {
	p.own = true
	return p
}

func (r *run) moved(to place, st *state) {
	st.old = st.dirs
	if len(st.dirs) > 1 {
		st.old = []place{r.here(st)}
	}
	st.dirs = []place{to}
}

func biCd(r *run, args []field, st *state, f *frame, p *pending) {
	r.program(args, st, f, p)
	var target *field
	for i := range args[1:] {
		s := args[1+i].t.prefix()
		if len(s) > 1 && s[0] == '-' && args[1+i].t.isStatic() && target == nil {
			continue
		}
		if target == nil {
			target = &args[1+i]
		}
	}
	var to place
	here := r.here(st)
	switch {
	case target == nil:
		to = r.goTo(r.scalarValue("HOME", st), st)
	case show(*target) == "-" && target.t.isStatic():
		if len(st.old) > 0 {
			if i := r.choose(&st.old[0], len(st.old)); i >= 0 {
				to = st.old[i]
			}
		}
	default:
		to = r.goTo(target.t, st)
		if target.many {
			to = place{}
		}
		if s, ok := target.static(); ok && st.vars["CDPATH"] != nil && !strings.HasPrefix(s, "/") && !strings.HasPrefix(s, ".") {
			to = place{}
		}
		for _, a := range args[1:] {
			if s, ok := a.static(); ok && s == "-P" && to.known {
				if path, err := r.res.Abs("/", to.path); err == "" {
					to.path = path
				}
			}
		}
	}
	back := target != nil && show(*target) == "-" && len(st.old) == 0
	r.moved(to, st)
	if back {
		st.old = []place{{}} // it fails when there is nothing to go back to
	}
	if target != nil && target.t.mayBeEmpty() && !target.t.isStatic() {
		// cd "" stays; cd without a word goes home.
		if target.many {
			here = r.goTo(r.scalarValue("HOME", st), st)
		}
		st.dirs = joinPlaces(st.dirs, []place{here})
	}
}

func biPushd(r *run, args []field, st *state, f *frame, p *pending) {
	r.program(args, st, f, p)
	here := r.here(st)
	var target *field
	for i := range args[1:] {
		a := &args[1+i]
		if s, ok := a.static(); ok && (s == "-n" || s == "--") {
			continue
		}
		target = a
	}
	if target == nil { // exchanges the two on top
		if n := len(st.stack); n > 0 {
			top := st.stack[n-1]
			st.stack = append(append([]place(nil), st.stack[:n-1]...), here)
			r.moved(top, st)
		}
		return
	}
	if s := target.t.prefix(); len(s) > 1 && (s[0] == '+' || s[0] == '-') && allDigits(s[1:]) {
		r.moved(place{}, st)
		st.stack = []place{{}}
		return
	}
	st.stack = append(append([]place(nil), st.stack...), here)
	r.moved(r.goTo(target.t, st), st)
}

func biPopd(r *run, args []field, st *state, f *frame, p *pending) {
	r.program(args, st, f, p)
	if len(args) > 1 {
		r.moved(place{}, st)
		st.stack = []place{{}}
		return
	}
	n := len(st.stack)
	if n == 0 {
		return
	}
	top := st.stack[n-1]
	st.stack = append([]place(nil), st.stack[:n-1]...)
	r.moved(top, st)
}

func biEval(r *run, args []field, st *state, f *frame, p *pending) {
	idx := r.program(args, st, f, p.owned())
	words := args[1:]
	if len(words) > 0 {
		if s, ok := words[0].static(); ok && s == "--" {
			words = words[1:]
		}
	}
	r.evalText(joinFieldsText(words), idx, st, f)
}

func joinFieldsText(words []field) text {
	var t text
	for i, a := range words {
		if i > 0 {
			t = append(t, piece{s: " "})
		}
		t = append(t, a.t.unglob()...)
	}
	return t.merged()
}

// evalText runs a text in the shell itself.
func (r *run) evalText(t text, idx int, st *state, f *frame) {
	fl := t.flows()
	if !t.settled() {
		r.tag(&r.tx.Tags.DynamicText, idx)
		fl |= r.flowOf(t.sources(nil))
		if len(t.sources(nil)) > 0 {
			r.tag(&r.tx.Tags.EvalOfTool, idx)
		}
	}
	r.tagFlow(fl, idx)
	g := *f
	g.alias = nil
	g.via = append(append([]string(nil), f.via...), r.in.Commands[idx].Program)
	if r.down() {
		r.shellField(t, r.dialect, st, &g)
		r.up()
	}
	if !t.settled() {
		r.unknownText(st)
	}
}

// unknownText is what remains known after text that nobody has seen ran in
// the shell itself.
func (r *run) unknownText(st *state) {
	for k, v := range st.vars {
		if v != nil && !v.readonly {
			st.widen([]string{k})
		}
	}
}

func biSource(r *run, args []field, st *state, f *frame, p *pending) {
	idx := r.program(args, st, f, p.owned())
	if len(args) < 2 {
		return
	}
	i := 1
	if s, ok := args[1].static(); ok && s == "--" && len(args) > 2 {
		i = 2
	}
	l := &leaving{level: st.level, outer: r.returns}
	r.returns = l
	r.sourceFile(args[i], args[i+1:], idx, st, f)
	r.returns = l.outer
	l.meet(st)
}

func biExec(r *run, args []field, st *state, f *frame, p *pending) {
	rest := args[1:]
	for len(rest) > 0 {
		s := rest[0].t.prefix()
		if len(s) < 2 || s[0] != '-' {
			break
		}
		n := 1
		if s == "-a" {
			n = 2
		}
		if s == "--" {
			rest = rest[1:]
			break
		}
		rest = rest[min(n, len(rest)):]
	}
	r.program(args[:len(args)-len(rest)], st, f, p.owned())
	if len(rest) == 0 {
		return
	}
	g := *f
	g.via = append(append([]string(nil), f.via...), "exec")
	g.noBuiltin = true
	r.exec(rest, st.clone(), &g, &pending{raw: p.raw, sets: p.sets, ends: len(r.in.Endpoints)})
	st.dead = true
}

func biCommand(r *run, args []field, st *state, f *frame, p *pending) {
	name := show(args[0])
	rest := args[1:]
	query := false
	for len(rest) > 0 {
		s, ok := rest[0].static()
		if !ok || len(s) < 2 || s[0] != '-' {
			break
		}
		rest = rest[1:]
		if s == "--" {
			break
		}
		query = query || strings.ContainsAny(s, "vV")
	}
	if query && name == "command" {
		r.program(args, st, f, p)
		return
	}
	r.program(args[:len(args)-len(rest)], st, f, p.owned())
	if len(rest) == 0 {
		return
	}
	g := *f
	g.via = append(append([]string(nil), f.via...), name)
	g.noFunc = true
	r.exec(rest, st, &g, &pending{raw: p.raw, sets: p.sets, ends: len(r.in.Endpoints)})
}

func biAlias(r *run, args []field, st *state, f *frame, p *pending) {
	idx := r.program(args, st, f, p)
	for _, a := range args[1:] {
		name, val, has := cutField(a, "=")
		if !has {
			continue
		}
		r.tag(&r.tx.Tags.ShellState, idx)
		n, _ := name.static()
		st.setAlias(n, r.markText(val.t))
	}
}

func biUnalias(r *run, args []field, st *state, f *frame, p *pending) {
	idx := r.program(args, st, f, p)
	r.tag(&r.tx.Tags.ShellState, idx)
	for _, a := range args[1:] {
		if s, ok := a.static(); ok {
			if s == "-a" {
				st.dropAliases()
			}
			st.dropAlias(s)
		}
	}
}

func biSet(r *run, args []field, st *state, f *frame, p *pending) {
	idx := r.program(args, st, f, p)
	if len(args) == 1 {
		r.tag(&r.tx.Tags.PrintsEnvironment, idx)
		return
	}
	for i := 1; i < len(args); i++ {
		s, ok := args[i].static()
		if !ok {
			st.pos, st.posLoose = append([]field(nil), args[i:]...), false
			if args[i].many {
				st.posLoose = false
			}
			return
		}
		switch {
		case s == "--":
			st.pos, st.posLoose = append([]field(nil), args[i+1:]...), false
			return
		case s == "-":
			if i+1 < len(args) {
				st.pos, st.posLoose = append([]field(nil), args[i+1:]...), false
			}
			return
		case len(s) > 1 && (s[0] == '-' || s[0] == '+'):
			on := s[0] == '-'
			if strings.Contains(s, "o") {
				if i+1 < len(args) {
					i++
					switch show(args[i]) {
					case "noglob":
						st.noglob = on
					case "errexit", "nounset":
						r.mayEnd = r.mayEnd || on
					case "allexport":
						st.allexport = on
					}
				} else if on && s == "-o" {
					continue
				}
			}
			if strings.Contains(s, "f") {
				st.noglob = on
			}
			if strings.ContainsAny(s, "eu") {
				r.mayEnd = r.mayEnd || on
			}
			if strings.Contains(s, "a") {
				st.allexport = on
			}
		default:
			st.pos, st.posLoose = append([]field(nil), args[i:]...), false
			return
		}
	}
}

func biShift(r *run, args []field, st *state, f *frame, p *pending) {
	r.program(args, st, f, p)
	n, ok := int64(1), true
	if len(args) > 1 {
		s, known := args[1].static()
		n, ok = 0, false
		if known {
			n, ok = r.arithString(s, st, f, 0)
		}
	}
	many := st.posLoose
	for _, a := range st.pos {
		many = many || a.several()
	}
	switch {
	case !ok || (many && len(st.pos) > 0):
		st.pos, st.posLoose = []field{{t: dyn(nil), many: true}}, true
	case n >= 0 && n <= int64(len(st.pos)):
		st.pos = st.pos[n:]
	}
}

func biUnset(r *run, args []field, st *state, f *frame, p *pending) {
	idx := r.program(args, st, f, p)
	funcs, vars, reference := false, false, false
	for _, a := range args[1:] {
		s, ok := a.static()
		if !ok {
			st.widen(keys(st.vars))
			continue
		}
		switch {
		case s == "-f":
			funcs = true
		case s == "-v" || s == "-n":
			vars, reference = true, s == "-n"
		case strings.HasPrefix(s, "-"):
		case funcs:
			st.setFunc(s, nil)
		default:
			if changesLookup(s) {
				r.tag(&r.tx.Tags.ShellState, idx)
			}
			r.subscriptRuns(a.t, st, f)
			if !reference {
				base, key := s, ""
				if i := strings.IndexByte(s, '['); i > 0 {
					base, key = s[:i], s[i:]
				}
				to, sure := r.target(base, st)
				if !sure {
					st.widen(keys(st.vars))
					continue
				}
				s = to + key
			}
			if _, known := st.vars[s]; !known && !vars && len(st.funcs[s]) > 0 {
				st.setFunc(s, nil)
				continue
			}
			r.unset(s, st)
		}
	}
}

func biShopt(r *run, args []field, st *state, f *frame, p *pending) {
	r.program(args, st, f, p)
	on := false
	for _, a := range args[1:] {
		switch show(a) {
		case "-s":
			on = true
		case "expand_aliases":
			st.aliasesOn = on
		case "nullglob":
			st.nullglob = on
			r.nullglob = r.nullglob || on
		case "nocasematch":
			r.nocase = r.nocase || on
		case "lastpipe":
			r.lastpipe = r.lastpipe || on
		case "extglob":
			r.extglob = r.extglob || on
		}
	}
}

func biLet(r *run, args []field, st *state, f *frame, p *pending) {
	r.program(args, st, f, p)
	for _, a := range args[1:] {
		if s, ok := a.static(); ok {
			r.arithString(s, st, f, 0)
		} else {
			st.widen(keys(st.vars))
		}
	}
}

func biTest(r *run, args []field, st *state, f *frame, p *pending) {
	r.program(args, st, f, p)
	for i, a := range args {
		if s, ok := a.static(); ok && s == "-v" && i+1 < len(args) {
			r.subscriptRuns(args[i+1].t, st, f)
		}
	}
}

func biExit(r *run, args []field, st *state, f *frame, p *pending) {
	r.program(args, st, f, p)
	if show(args[0]) == "exit" && len(r.traps) < 16 {
		r.runTraps(0, st)
	} else if r.returns != nil {
		r.returns.add(st)
	}
	if f.stdout != nil {
		f.stdout.cut = true
	}
	if r.returns == nil && show(args[0]) == "return" && !st.sub {
		return // there is nothing to return from: bash goes on
	}
	st.dead = true
}

func biEnable(r *run, args []field, st *state, f *frame, p *pending) {
	idx := r.program(args, st, f, p)
	if len(args) > 1 {
		r.tag(&r.tx.Tags.ShellState, idx)
	}
}
