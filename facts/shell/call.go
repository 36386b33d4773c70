package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"regent/facts"
)

// setting is a prefix assignment.
type setting struct {
	name string
	t    text
}

// pending is what was found out about a command before it is stated.
type pending struct {
	raw     string
	sets    []setting
	touched []int // accesses of its redirections
	ends    int   // endpoints stated by them: those from here on with no command
	base    int   // first command stated by its own expansions
	own     bool  // a builtin gives its words their meaning itself
}

// anyOf takes what alternatives there are as unknown. It is never written to.
var anyOf = &chooser{all: true}

// call runs a simple command, once for each combination of alternatives.
func (r *run) call(s *syntax.Stmt, c *syntax.CallExpr, st *state, f *frame) {
	if !st.hasAlternatives() && !mayChoose(s, c) {
		saved := r.pick
		r.pick = anyOf
		r.callOnce(s, c, st, f)
		r.pick = saved
		return
	}
	r.everyChoice(st, f, func(st *state) { r.callOnce(s, c, st, f) })
}

// mayChoose says whether a word of a command may stand for alternatives
// although no variable has any: ${x:-word} of an unknown x.
func mayChoose(s *syntax.Stmt, c *syntax.CallExpr) bool {
	for _, w := range c.Args {
		if wordChooses(w.Parts) {
			return true
		}
	}
	for _, a := range c.Assigns {
		if a.Array != nil || a.Index != nil || a.Value != nil && wordChooses(a.Value.Parts) {
			return true
		}
	}
	for _, rd := range s.Redirs {
		if wordChooses(rd.Word.Parts) || rd.Hdoc != nil && wordChooses(rd.Hdoc.Parts) {
			return true
		}
	}
	return false
}

func wordChooses(parts []syntax.WordPart) bool {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.ParamExp:
			if !p.Short {
				return true
			}
		case *syntax.DblQuoted:
			if wordChooses(p.Parts) {
				return true
			}
		case *syntax.ArithmExp, *syntax.BraceExp, *syntax.ExtGlob:
			return true
		}
	}
	return false
}

func (r *run) callOnce(s *syntax.Stmt, c *syntax.CallExpr, st *state, f *frame) {
	p := r.mem.pends.one()
	p.raw, p.ends, p.base = shown(f.src.slice(s)), len(r.in.Endpoints), len(r.in.Commands)
	if len(c.Args) > 0 && len(st.aliases) > 0 {
		if l, ok := literalWord(c.Args[0]); ok {
			r.alias(l, s, c, st, f)
		}
	}
	args := r.fields(c.Args, st, f)
	g := f
	var after []func()
	if len(s.Redirs) > 0 {
		g = r.frame(f)
		p.touched, after = r.redirects(s.Redirs, st, f, g, -1)
	}
	if len(args) == 0 {
		r.assignments(c, st, g, p)
	} else {
		var restore []setting2
		for _, a := range c.Assigns {
			if a.Name == nil {
				continue
			}
			name := a.Name.Value
			restore = append(restore, setting2{name, st.vars[name], st.pathSet})
			r.assignStmt(a, st, f, func(v *variable) { v.exported = true })
			p.sets = append(p.sets, setting{name, r.scalarValue(name, st)})
		}
		r.exec(args, st, g, p)
		for i := len(restore) - 1; i >= 0; i-- {
			if restore[i].v == nil {
				st.drop(restore[i].name)
			} else {
				st.set(restore[i].name, restore[i].v)
			}
			st.pathSet = restore[i].pathSet
		}
	}
	for _, fin := range after {
		fin()
	}
	if len(r.files) > 0 {
		r.outPipes(f, st)
	}
	r.duringTraps(st)
}

type setting2 struct {
	name    string
	v       *variable
	pathSet bool
}

func literalWord(w *syntax.Word) (string, bool) {
	if len(w.Parts) != 1 {
		return "", false
	}
	l, ok := w.Parts[0].(*syntax.Lit)
	if !ok || strings.IndexByte(l.Value, '\\') >= 0 {
		return "", false
	}
	return l.Value, true
}

// outPipes runs what reads from >(…) after the command that writes to it.
func (r *run) outPipes(f *frame, st *state) {
	for name, fl := range r.files {
		if fl.body == nil {
			continue
		}
		body := fl.body
		fl.body = nil
		delete(r.files, name)
		if r.down() {
			body(&input{kind: "pipe", t: fl.t, known: fl.t.isStatic() && len(fl.cmds) > 0, cmds: fl.cmds, access: -1, pipe: true})
			r.up()
		}
	}
}

// assignments is a command without words: its assignments stay.
func (r *run) assignments(c *syntax.CallExpr, st *state, f *frame, p *pending) {
	var told []facts.Assignment
	for _, a := range c.Assigns {
		if a.Name == nil {
			continue
		}
		r.assignStmt(a, st, f, nil)
		name := a.Name.Value
		v := st.vars[name]
		r.prompt(name, r.scalarValue(name, st), st, f)
		if changesLookup(name) || (v != nil && v.exported) {
			t := r.scalarValue(name, st)
			told = append(told, facts.Assignment{Name: name, Value: clip(t.show(), 1024), Known: t.known()})
		}
	}
	if len(told) > 0 {
		idx := r.state(&facts.Command{ProgramKnown: facts.KnownStatic, Assignments: told, Raw: p.raw}, st, f, p, &meta{})
		for _, a := range told {
			if changesLookup(a.Name) {
				r.tag(&r.tx.Tags.ShellState, idx)
			}
		}
	}
}

// prompt follows the substitutions in a prompt: bash runs them when it shows
// it, PS4 with each command that set -x traces.
func (r *run) prompt(name string, t text, st *state, f *frame) {
	if len(name) == 3 && name[:2] == "PS" && t.isStatic() {
		r.promptText(t, st.clone(), f)
	}
}

// changesLookup says whether the shell itself finds or runs other things when
// a variable changes.
func changesLookup(name string) bool {
	switch name {
	case "PATH", "BASH_ENV", "ENV", "PROMPT_COMMAND", "PS0", "PS1", "PS2", "PS4", "CDPATH", "SHELLOPTS", "BASHOPTS", "FPATH", "ZDOTDIR", "HISTFILE":
		return true
	}
	return strings.HasPrefix(name, "BASH_FUNC_")
}

// alias runs a command as its alias spells it. Whether aliases are on is not
// always known, so the command is also read as it stands.
func (r *run) alias(name string, s *syntax.Stmt, c *syntax.CallExpr, st *state, f *frame) {
	body, ok := st.aliases[name]
	if !ok {
		return
	}
	for _, a := range f.alias {
		if a == name {
			return
		}
	}
	if !r.down() {
		return
	}
	defer r.up()
	raw := f.src.slice(s)
	rest := ""
	if first := f.src.slice(c.Args[0]); first != "" {
		if i := strings.Index(raw, first); i >= 0 {
			rest = raw[i+len(first):]
		}
	}
	g := *f
	g.alias = append(append([]string(nil), f.alias...), name)
	if strings.HasSuffix(body, " ") || strings.HasSuffix(body, "\t") {
		// The next word is looked up too.
		next := strings.TrimLeft(rest, " \t")
		end := strings.IndexAny(next, " \t\n;&|()<>")
		if end < 0 {
			end = len(next)
		}
		if b, ok := st.aliases[next[:end]]; ok {
			rest = " " + b + next[end:]
		}
	}
	r.shellText(body+rest, r.dialect, st, &g)
}

// exec dispatches a command: function, builtin or program.
func (r *run) exec(args []field, st *state, f *frame, p *pending) {
	if !r.step() || len(args) == 0 {
		return
	}
	if args[0].many && args[0].t.hasDyn() {
		// An unknown word that may be nothing: the next one may be the program.
		r.program(args, st, f, p)
		if len(args) > 1 && args[0].t.mayBeEmpty() {
			r.exec(args[1:], st, f, &pending{raw: p.raw, sets: p.sets, ends: len(r.in.Endpoints), base: p.base})
		}
		return
	}
	name, ok := args[0].static()
	if !ok || f.noBuiltin {
		r.program(args, st, f, p)
		return
	}
	if !f.noFunc {
		if fns := st.funcs[name]; len(fns) > 0 {
			program := false
			var outs []*state
			for _, fn := range fns {
				if fn == nil {
					program = true
					continue
				}
				s := st
				if len(fns) > 1 {
					s = st.clone()
				}
				r.callFunc(fn, args, s, f, p)
				outs = append(outs, s)
			}
			if len(fns) > 1 {
				if program {
					s := st.clone()
					g := *f
					g.noFunc = true
					r.exec(args, s, &g, p)
					outs = append(outs, s)
				}
				joinAll(st, outs)
			}
			return
		}
	}
	if b := builtins[name]; b != nil {
		b(r, args, st, f, p)
		return
	}
	r.program(args, st, f, p)
}

// callFunc runs a function's body with its arguments.
func (r *run) callFunc(fn *function, args []field, st *state, f *frame, p *pending) {
	fn.called = true
	r.orphans(p)
	n := 0
	for _, c := range f.calls {
		if c == fn {
			n++
		}
	}
	if n > 0 {
		r.tag(&r.tx.Tags.RecursiveFunction, -1)
		if f.background || f.stdin != nil && f.stdin.pipe || f.stdout != nil {
			// It starts itself again beside itself.
			if f.background && n > 0 {
				r.tag(&r.tx.Tags.ForkBomb, -1)
			}
		}
	}
	deepest := 8
	if n > 0 && sameFields(args[1:], f.lastArgs) {
		// The same call again: once more with everything open covers the rest.
		deepest = n
		if f.widened {
			return
		}
	}
	if n > deepest {
		return
	}
	if !r.down() {
		return
	}
	defer r.up()
	g := r.frame(f)
	g.inFunction = true
	g.src = fn.src
	g.calls = append(append(make([]*function, 0, len(f.calls)+1), f.calls...), fn)
	g.noFunc = false
	g.lastArgs = args[1:]
	pos, loose := st.pos, st.posLoose
	st.pos, st.posLoose = args[1:], false
	if n == deepest {
		// Deeper calls are not followed one by one: anything may be passed.
		st.pos, st.posLoose = nil, true
		st.widen(keys(st.vars))
		g.widened = true
	}
	st.locals = append(st.locals, map[string]*variable{})
	saved, breaks := r.pick, r.breaks
	r.pick, r.breaks = nil, nil
	l := leaving{level: st.level, outer: r.returns}
	r.returns = &l
	cut := f.stdout != nil && f.stdout.cut
	r.stmt(fn.body, st, g)
	if f.stdout != nil {
		f.stdout.cut = cut
	}
	r.pick, r.breaks, r.returns = saved, breaks, l.outer
	st.dropLocals()
	for _, s := range l.states {
		s.dropLocals()
	}
	l.meet(st)
	st.pos, st.posLoose = pos, loose
	st.dead = false
}

// dropLocals gives the caller's variables back.
func (s *state) dropLocals() {
	l := len(s.locals)
	if l == 0 {
		return
	}
	for k, v := range s.locals[l-1] {
		if v == nil {
			s.drop(k)
		} else {
			s.set(k, v)
		}
	}
	s.locals = s.locals[: l-1 : l-1]
}

// orphans leaves the accesses of a command that is none (a function call)
// without a command.
func (r *run) orphans(*pending) {}

// state adds a command to the facts and ties what was pending to it.
func (r *run) state(c *facts.Command, st *state, f *frame, p *pending, m *meta) int {
	if len(r.in.Commands) >= r.x.cfg.Limits.Commands {
		r.truncate("many")
	}
	if !r.another() {
		return len(r.in.Commands) - 1
	}
	c.Index = len(r.in.Commands)
	if c.Raw == "" {
		c.Raw = p.raw
	}
	c.Via = nonNil(f.via)
	c.Privilege, c.Remote, c.Container = f.privilege, f.remote, f.container
	c.Background, c.Conditional, c.InFunction, c.InLoop = f.background, f.conditional, f.inFunction, f.inLoop
	here := r.here(st)
	if here.known && !f.remote && !f.container {
		c.CWD = here.path
	}
	c.Stdin = "none"
	if f.stdin != nil {
		c.Stdin = f.stdin.kind
		m.fed = addInts(m.fed, f.stdin.cmds)
	} else {
		c.Stdin = "terminal"
	}
	c.Subcommand = nonNil(c.Subcommand)
	if c.Options == nil {
		c.Options = []facts.Option{}
	}
	if c.Operands == nil {
		c.Operands = []facts.Word{}
	}
	if c.Assignments == nil {
		c.Assignments = []facts.Assignment{}
	}
	if c.Code == nil {
		c.Code = []facts.Code{}
	}
	c.ProgramFile.Classes = nonNil(c.ProgramFile.Classes)
	if c.ProgramKnown == "" {
		c.ProgramKnown = facts.KnownStatic
	}
	m.fed = addInts(m.fed, f.fedBy)
	r.grow(0, len(c.CWD)+len(c.ProgramFile.Path))
	r.in.Commands = append(r.in.Commands, *c)
	r.meta = append(r.meta, *m)
	idx := c.Index
	for _, a := range p.touched {
		r.in.Accesses[a].Command = idx
	}
	if len(p.touched) > 0 {
		r.moveTag(&r.tx.Tags.WritesDevice, idx)
		r.moveTag(&r.tx.Tags.UnknownOperand, idx)
	}
	for i := p.ends; i < len(r.in.Endpoints); i++ {
		if r.in.Endpoints[i].Command < 0 {
			r.in.Endpoints[i].Command = idx
			r.moveTag(&r.tx.Tags.NetworkRedirect, idx)
		}
	}
	p.touched = nil
	return idx
}

// moveTag gives a tag without command to the command that it belongs to.
func (r *run) moveTag(list *[]int, idx int) {
	for i, n := range *list {
		if n == -1 {
			(*list)[i] = idx
			return
		}
	}
}

func nonNil(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}
