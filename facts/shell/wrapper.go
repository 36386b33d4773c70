package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"regent/facts"
)

// wrapper runs the command that the operands carry.
func (v *invocation) wrapper(ops []field) {
	wr := v.spec.Wrapper
	// Operands of the wrapper itself come first.
	specs := v.spec.Operands
	for wr.Skip > 0 && len(ops) > 0 && show(ops[0]) == "-" {
		ops = ops[1:] // su -
	}
	own := min(wr.Skip, len(ops))
	for i := range own {
		if i < len(specs) && specs[i].Role != "command" {
			v.word(&specs[i].Value, ops[i], "operand", "")
		}
	}
	rest := ops[own:]
	if wr.Skip > len(ops) {
		rest = nil
	}
	g := v.innerFrame()
	g.noBuiltin = wr.Lookup != "builtin"
	g.noFunc = true
	g.privilege = g.privilege || wr.Privilege
	g.remote = g.remote || wr.Remote
	g.container = g.container || wr.Container
	g.lookup = wr.Lookup
	if !v.w.ended || v.w.afterEnd > 0 || len(v.w.operands) > 0 {
		rest = v.wrapperAssignments(wr, rest, g)
	}
	if len(rest) > 0 && !v.w.ended {
		if s, ok := rest[0].static(); ok && s == "--" {
			rest = rest[1:]
		}
	}
	if v.spec.Ecosystem != "" && len(rest) > 0 {
		rest = v.packageProgram(rest)
	}
	if wr.Items {
		v.items(wr, rest, g)
		return
	}
	if len(rest) == 0 {
		v.bareWrapper(wr, g)
		return
	}
	if wr.Join {
		v.inner = true
		g.noBuiltin, g.noFunc = false, false
		t := joinFieldsText(rest)
		if wr.Remote {
			v.sendText(t)
		}
		st := v.st.clone()
		v.r.freshShell(st, wr.Remote || wr.Container)
		v.shellIn(t, st, g)
		return
	}
	v.startIn(rest, v.st.clone(), g)
}

// wrapperAssignments takes NAME=VALUE words before the command.
func (v *invocation) wrapperAssignments(wr *Wrapper, rest []field, g *frame) []field {
	if !wr.Assignments {
		return rest
	}
	for len(rest) > 0 {
		s := rest[0].t.prefix()
		i := strings.IndexByte(s, '=')
		if i <= 0 || strings.IndexByte(s[:i], '/') >= 0 {
			break
		}
		a := assignmentFact(s[:i], rest[0].t.skip(i+1))
		c := &v.r.in.Commands[v.idx]
		c.Assignments = append(c.Assignments, a)
		g.assigns = append(append([]facts.Assignment(nil), g.assigns...), a)
		if changesLookup(a.Name) {
			v.r.tag(&v.r.tx.Tags.ShellState, v.idx)
		}
		rest = rest[1:]
	}
	return rest
}

// bareWrapper is a wrapper without a command.
func (v *invocation) bareWrapper(wr *Wrapper, g *frame) {
	r := v.r
	if v.inner || v.ranCode {
		return
	}
	if wr.Assignments && !wr.Privilege { // env prints the environment
		r.tag(&r.tx.Tags.PrintsEnvironment, v.idx)
		return
	}
	if wr.Remote || wr.Container || wr.Privilege {
		if in := v.f.stdin; in != nil && wr.Remote && (v.spec.Stdin == "" || v.spec.Stdin == "send") {
			// The login shell of the other machine reads what it is fed.
			v.f = g
			v.interpret(in.t, in.known, in.cmds, "sh")
			return
		}
		if v.f.stdin == nil {
			r.tag(&r.tx.Tags.Interactive, v.idx)
		}
	}
}

// start runs an argument vector below this command.
func (v *invocation) start(args []field, f *frame, via string) {
	g := v.innerFrame()
	g.noBuiltin, g.noFunc = true, true
	v.startIn(args, v.st.clone(), g)
}

func (v *invocation) startIn(args []field, st *state, g *frame) {
	if len(args) == 0 {
		return
	}
	v.inner = true
	if !v.r.down() {
		return
	}
	defer v.r.up()
	saved := v.r.pick
	v.r.exec(args, st, g, &pending{raw: v.p.raw, ends: len(v.r.in.Endpoints)})
	v.r.pick = saved
}

// shell reads a word as shell text run by a shell of its own.
func (v *invocation) shell(t text, source string) {
	for strings.HasPrefix(t.prefix(), "|") || strings.HasPrefix(t.prefix(), "!") && v.spec.Grammar == "git" {
		t = t.skip(1) // an input pipe, as less has it; a shell alias of git
	}
	v.inner = true
	g := v.innerFrame()
	wr := v.spec.Wrapper
	if wr != nil {
		g.privilege = g.privilege || wr.Privilege
		g.remote = g.remote || wr.Remote
		g.container = g.container || wr.Container
	}
	if in := v.f.stdin; in != nil {
		g.stdin = in
	}
	st := v.st.clone()
	v.r.freshShell(st, false)
	// Words after the text are its parameters: sh -c 'text' name arg ….
	if params := v.w.operands; v.spec.Wrapper == nil && isShell(v.spec.Language) && len(params) > 0 {
		if source == "operand" {
			params = params[1:]
		}
		st.pos, st.posLoose, st.arg0 = nil, false, ""
		if len(params) > 0 {
			st.arg0 = show(params[0])
			st.pos = params[1:]
		}
	} else if isShell(v.spec.Language) {
		st.pos, st.posLoose = nil, false
		st.arg0 = ""
	}
	v.shellIn(t, st, g)
}

func (v *invocation) shellIn(t text, st *state, g *frame) {
	r := v.r
	if !t.settled() {
		r.tag(&r.tx.Tags.DynamicText, v.idx)
	}
	v.flowTags(t) // decoded text that is known is decoded all the same
	if !r.down() {
		return
	}
	defer r.up()
	saved := r.pick
	d := r.dialect
	if isShell(v.spec.Language) {
		d = dialectOf(v.spec.Language)
	}
	r.newShell(t, d, st, g)
	r.pick = saved
}

func (v *invocation) flowTags(t text) {
	r := v.r
	fl := t.flows() | r.flowOf(t.sources(nil))
	if fl&flowFetched != 0 {
		r.tag(&r.tx.Tags.FetchedThenRun, v.idx)
	}
	if fl&flowDecoded != 0 {
		r.tag(&r.tx.Tags.DecodedThenRun, v.idx)
	}
}

// execWord is a program with its arguments in one word, split at blanks and
// quotes, run without a shell.
func (v *invocation) execWord(t text) {
	s, ok := t.static()
	if !ok {
		v.r.tag(&v.r.tx.Tags.DynamicText, v.idx)
		v.shell(t, "option")
		return
	}
	if words, ok := splitWords(s); ok {
		fs := make([]field, len(words))
		for i, w := range words {
			fs[i] = field{t: v.r.marked(w)}
		}
		v.start(fs, v.f, "")
		return
	}
	v.shell(t, "option")
}

// splitWords cuts a text at blanks with quotes and backslashes as a shell
// would, nothing expanded.
func splitWords(s string) ([]string, bool) {
	var out []string
	var cur strings.Builder
	open := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case ' ', '\t', '\n':
			if open {
				out = append(out, cur.String())
				cur.Reset()
				open = false
			}
		case '\'':
			open = true
			j := strings.IndexByte(s[i+1:], '\'')
			if j < 0 {
				return nil, false
			}
			cur.WriteString(s[i+1 : i+1+j])
			i += j + 1
		case '"':
			open = true
			i++
			for ; i < len(s) && s[i] != '"'; i++ {
				if s[i] == '\\' && i+1 < len(s) {
					i++
				}
				cur.WriteByte(s[i])
			}
			if i >= len(s) {
				return nil, false
			}
		case '\\':
			open = true
			if i+1 < len(s) {
				i++
				cur.WriteByte(s[i])
			}
		default:
			open = true
			cur.WriteByte(c)
		}
	}
	if open {
		out = append(out, cur.String())
	}
	return out, true
}

// items is xargs or parallel: words from standard input or after ":::" are
// added to the command.
func (v *invocation) items(wr *Wrapper, rest []field, g *frame) {
	r := v.r
	var lists [][]field
	if wr.Separator != "" {
		for i, a := range rest {
			s, ok := a.static()
			if !ok || !strings.HasPrefix(s, wr.Separator) {
				continue
			}
			lists = splitLists(rest[i:], wr.Separator, r, v)
			rest = rest[:i]
			break
		}
	}
	var add []field
	sep := " \t\n"
	null := v.w.has("-0") || v.w.has("--null")
	if d, ok := v.w.value("-d"); ok {
		sep = decodeEscapes(show(d), escANSI)
	} else if v.w.has("-L") || wr.Separator != "" {
		sep = "\n"
	}
	mark := ""
	for _, o := range []string{wr.Replace, "-I", "-i", "--replace"} {
		if o == "" || !v.w.has(o) {
			continue
		}
		mark = "{}"
		if m, ok := v.w.value(o); ok {
			if s, ok := m.static(); ok && s != "" {
				mark = s
			}
		}
		sep = "\n"
	}
	if lists == nil {
		if in := v.f.stdin; in != nil {
			add = itemsOf(in, sep, null)
		} else if _, file := v.w.value("-a"); file {
			add = []field{{t: dyn(nil), many: true}}
		} else {
			add = []field{{t: dyn(&unknown{empty: true}), many: true}}
		}
	} else {
		for _, l := range lists {
			add = append(add, l...)
		}
	}
	v.inner = true
	g.stdin = &input{kind: "none", access: -1}
	join := wr.Join || wr.Separator != "" && len(rest) == 1
	if wr.Separator != "" && mark == "" {
		mark = "{}"
	}
	if len(rest) == 0 && wr.Separator != "" {
		// parallel without a command runs its items as shell text.
		for _, a := range add {
			v.shellIn(a.t, v.st.clone(), g)
		}
		return
	}
	if len(rest) == 0 {
		if wr.Default == "" {
			return
		}
		rest = []field{plain(wr.Default)}
	}
	uses := false
	if mark != "" {
		for _, a := range rest {
			uses = uses || strings.Contains(a.t.show(), mark)
		}
	}
	if uses {
		for _, a := range boundItems(add) {
			args := make([]field, len(rest))
			for i, w := range rest {
				args[i] = replaceMark(w, mark, a)
			}
			v.oneItem(join, args, g)
			if r.stopped {
				return
			}
		}
		return
	}
	if wr.Separator != "" {
		for _, a := range boundItems(add) {
			v.oneItem(join, append(append([]field(nil), rest...), a), g)
		}
		return
	}
	// xargs may cut the list anywhere, so that what is exact for the whole list
	// need not be what runs; with few items it is one call.
	args := append(append([]field(nil), rest...), add...)
	v.oneItem(join, args, g)
	if n, ok := v.w.value("-n"); ok || v.w.has("-L") || v.w.has("-P") {
		size := 1
		if s, ok := n.static(); ok {
			if k, good := arithNumber(s); good && k > 0 {
				size = int(min(k, 1000))
			}
		}
		for i := 0; i < len(add) && i < 256 && len(add) > 1; i += size {
			v.oneItem(join, append(append([]field(nil), rest...), add[i:min(i+size, len(add))]...), g)
		}
	}
}

func (v *invocation) oneItem(join bool, args []field, g *frame) {
	if join {
		h := *g
		h.noBuiltin, h.noFunc = false, false
		v.shellIn(joinFieldsText(args), v.st.clone(), &h)
		return
	}
	v.startIn(args, v.st.clone(), g)
}

func boundItems(add []field) []field {
	if len(add) <= 256 {
		return add
	}
	return append(append([]field(nil), add[:256]...), field{t: dyn(&unknown{})})
}

func splitLists(words []field, sep string, r *run, v *invocation) [][]field {
	var out [][]field
	file := false
	for _, a := range words {
		s, ok := a.static()
		if ok && strings.HasPrefix(s, sep) {
			out = append(out, nil)
			file = strings.HasPrefix(s, "::::")
			continue
		}
		if file {
			r.touch(a.t, v.st, v.f, access{access: facts.AccessRead, source: "operand"}, v.idx)
			a = field{t: dyn(nil), many: true}
		}
		out[len(out)-1] = append(out[len(out)-1], a)
	}
	if len(out) > 1 { // combinations: each list gives one word
		return [][]field{{{t: dyn(nil), many: true}}, out[0]}
	}
	return out
}

// itemsOf cuts what stands on standard input into words.
func itemsOf(in *input, sep string, null bool) []field {
	if s, ok := in.t.static(); ok && in.known {
		if null {
			sep = "\x00"
		}
		var words []string
		if sep == " \t\n" {
			if w, ok := splitWords(s); ok {
				words = w
			}
		} else {
			words = strings.FieldsFunc(s, func(c rune) bool { return strings.ContainsRune(sep, c) })
		}
		out := make([]field, 0, len(words))
		for _, w := range words {
			out = append(out, field{t: lit(w).withSource(in.cmds)})
		}
		return out
	}
	t := dyn(&unknown{empty: false}, in.cmds...)
	if len(in.t) > 0 && in.t[0].kind == pieceDyn {
		u := *in.t[0].u
		u.empty = false
		t = text{{kind: pieceDyn, u: &u, src: in.t.sources(append([]int(nil), in.cmds...))}}
	}
	t[0].src = addInts(append([]int(nil), t[0].src...), accessSource(in.access))
	return []field{{t: t, many: true}}
}

// replaceMark puts an item in the place of a mark.
func replaceMark(w field, mark string, item field) field {
	var out text
	for _, p := range w.t {
		if p.kind != pieceLit {
			out = append(out, p)
			continue
		}
		s := p.s
		for {
			i := strings.Index(s, mark)
			if i < 0 {
				break
			}
			out = out.join(lit(s[:i])).join(item.t)
			s = s[i+len(mark):]
		}
		out = out.join(lit(s))
	}
	return field{t: out, raw: w.raw}
}

// freshShell is a shell that was started anew: it has no functions, no
// aliases and only exported variables.
func (r *run) freshShell(st *state, elsewhere bool) {
	st.noglob, st.allexport = false, false
	vars := map[string]*variable{}
	if !elsewhere {
		for k, v := range st.vars {
			if v.exported {
				c := *v
				c.readonly = false
				vars[k] = &c
			} else if _, env := r.env[k]; env && !v.exported {
				vars[k] = v
			}
		}
	}
	r.mem.stamp++
	st.stamp, st.shared = r.mem.stamp, false
	st.vars, st.funcs, st.aliases = vars, nil, nil
	st.locals = nil
	if elsewhere {
		st.dirs = []place{{}}
		st.old = nil
		for k := range r.env {
			st.set(k, scalar(dyn(nil)))
		}
	}
}

func dialectOf(language string) syntax.LangVariant {
	switch language {
	case "sh", "dash", "posix", "ash":
		return syntax.LangPOSIX
	case "zsh":
		return syntax.LangZsh
	case "ksh", "mksh":
		return syntax.LangMirBSDKorn
	}
	return syntax.LangBash
}
