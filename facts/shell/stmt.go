package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

func (r *run) stmts(list []*syntax.Stmt, st *state, f *frame) {
	for _, s := range list {
		if r.stopped {
			return
		}
		r.stmt(s, st, f)
	}
}

// mayAbort notes that an expansion may fail here: bash then leaves out the
// rest of the line and goes on with the next.
func (r *run) mayAbort(st *state) {
	if st == nil {
		return
	}
	if !st.sub && len(r.aborted) < 4 {
		r.aborted = append(r.aborted, st.clone())
	}
	if len(r.traps) > 0 && len(r.traps) < 16 {
		r.runTraps(0, st) // what fails in a process of its own ends it
	}
}

// lines runs the statements of a whole text. What may have left out the rest
// of a line is taken up again at the next one.
func (r *run) lines(list []*syntax.Stmt, st *state, f *frame) {
	saved := r.aborted
	r.aborted = nil
	end := uint(0)
	for _, s := range list {
		if r.stopped {
			break
		}
		if len(r.aborted) > 0 && s.Pos().Line() > end {
			r.resume(st)
		}
		end = s.End().Line()
		r.stmt(s, st, f)
	}
	if len(r.aborted) > 0 {
		r.resume(st)
	}
	r.aborted = saved
}

func (r *run) resume(st *state) {
	for _, a := range r.aborted {
		a.locals, a.pos, a.posLoose = st.locals, st.pos, st.posLoose
		a.dead = false
	}
	joinAll(st, append(r.aborted, st.clone()))
	r.aborted = nil
}

func (r *run) stmt(s *syntax.Stmt, st *state, f *frame) {
	if s == nil || !r.step() || !r.down() {
		return
	}
	defer r.up()
	if s.Background || s.Coprocess || s.Disown {
		g := r.frame(f)
		g.background = true
		if g.stdin == nil {
			g.stdin = &input{kind: "none", access: -1}
		}
		sub := st.subshell()
		n := len(r.traps)
		r.stmtBody(s, sub, g)
		r.runTraps(n, sub)
		r.traps = r.traps[:n]
		return
	}
	r.stmtBody(s, st, f)
}

func (r *run) stmtBody(s *syntax.Stmt, st *state, f *frame) {
	if call, ok := s.Cmd.(*syntax.CallExpr); ok {
		r.call(s, call, st, f)
		return
	}
	if d, ok := s.Cmd.(*syntax.DeclClause); ok {
		r.declCall(s, d, st, f)
		return
	}
	if _, ok := s.Cmd.(*syntax.FuncDecl); ok && len(s.Redirs) > 0 {
		r.command(s.Cmd, st, f)
		return
	}
	g := f
	if len(s.Redirs) > 0 {
		g = r.frame(f)
		var after []func()
		r.everyChoice(st, f, func(st *state) {
			*g = *f
			_, after = r.redirects(s.Redirs, st, f, g, -1)
		})
		defer func() {
			for _, fin := range after {
				fin()
			}
		}()
	}
	if s.Cmd != nil {
		r.command(s.Cmd, st, g)
	}
}

func (r *run) command(c syntax.Command, st *state, f *frame) {
	switch c := c.(type) {
	case *syntax.CallExpr:
		r.call(&syntax.Stmt{Cmd: c, Position: c.Pos()}, c, st, f)
	case *syntax.BinaryCmd:
		r.binary(c, st, f)
	case *syntax.Block:
		r.stmts(c.Stmts, st, f)
	case *syntax.Subshell:
		sub := st.subshell()
		n := len(r.traps)
		r.stmts(c.Stmts, sub, f)
		r.runTraps(n, sub)
		r.traps = r.traps[:n]
	case *syntax.IfClause:
		r.ifClause(c, st, f)
	case *syntax.WhileClause:
		r.while(c, st, f)
	case *syntax.ForClause:
		r.forClause(c, st, f)
	case *syntax.CaseClause:
		r.caseClause(c, st, f)
	case *syntax.FuncDecl:
		r.define(c, st, f)
	case *syntax.ArithmCmd:
		r.inChoice(st, f, func(st *state) { r.arith(c.X, st, f) })
	case *syntax.LetClause:
		r.inChoice(st, f, func(st *state) {
			for _, x := range c.Exprs {
				r.arith(x, st, f)
			}
		})
	case *syntax.TestClause:
		r.inChoice(st, f, func(st *state) { r.testExpr(c.X, st, f) })
	case *syntax.TimeClause:
		if c.Stmt != nil {
			r.stmt(c.Stmt, st, f)
		}
	case *syntax.CoprocClause:
		g := *f
		g.background = true
		sub := st.subshell()
		r.stmt(c.Stmt, sub, &g)
		name := "COPROC"
		if c.Name != nil {
			name = c.Name.Lit()
		}
		st.widen([]string{name, name + "_PID"})
	case *syntax.DeclClause:
		r.declCall(&syntax.Stmt{Cmd: c, Position: c.Pos()}, c, st, f)
	case *syntax.TestDecl:
		g := *f
		g.conditional = true
		r.stmt(c.Body, st, &g)
	}
}

// inChoice runs something for each alternative, cloning only when there are any.
func (r *run) inChoice(st *state, f *frame, do func(*state)) {
	if r.pick != nil && r.pick.all {
		do(st)
		return
	}
	r.everyChoice(st, f, do)
}

func (r *run) conditional(f *frame) *frame {
	if f.conditional {
		return f
	}
	g := r.frame(f)
	g.conditional = true
	return g
}

func (r *run) binary(c *syntax.BinaryCmd, st *state, f *frame) {
	switch c.Op {
	case syntax.Pipe, syntax.PipeAll:
		r.pipeline(c, st, f)
	case syntax.AndStmt, syntax.OrStmt:
		// A long list leans to the left: walk it flat.
		var links []link
		x := c.X
		links = append(links, link{c.Op, c.Y})
		for {
			b, ok := x.Cmd.(*syntax.BinaryCmd)
			if !ok || (b.Op != syntax.AndStmt && b.Op != syntax.OrStmt) || x.Negated || x.Background || len(x.Redirs) > 0 {
				break
			}
			links = append(links, link{b.Op, b.Y})
			x = b.X
		}
		r.andOr(x, links, st, f)
	}
}

// andOr walks a list of && and ||, which is what follows its first command,
// last link first. What stands behind && runs only where the command before
// it succeeded, what stands behind || only where the list so far failed.
func (r *run) andOr(x *syntax.Stmt, links []link, st *state, f *frame) {
	mayFail := slices.ContainsFunc(links, func(l link) bool { return l.op == syntax.OrStmt })
	var fail *state   // the state where the list so far has failed; kept only for an ||
	var early []place // where the shell is when a change of directory before the last command failed
	var rest *state   // the state where the list ended before its last link
	before := st.clone()
	r.stmt(x, st, f) // from here on st is the state where the list so far succeeded
	if mayFail {
		fail = failed(x, before, st)
	}
	sure := r.succeeds(x)
	last := x
	g := r.conditional(f)
	for i := len(links) - 1; i >= 0 && !r.stopped; i-- {
		y := links[i].y
		if links[i].op == syntax.AndStmt {
			entry := st.clone()
			r.stmt(y, st, g)
			if !sure {
				rest = either(rest, entry)
			}
			if mayFail {
				here := failed(y, entry, st)
				if changesOnlyOnSuccess(last) {
					early = joinPlaces(early, fail.dirs)
					fail.dirs = here.dirs
				}
				fail = either(fail, here)
			}
		} else {
			other, wide := fail.clone(), fail.dirs
			if len(early) > 0 {
				wide = joinPlaces(wide, early)
				other.dirs = wide
			}
			r.stmt(y, other, g)
			if slices.Equal(other.dirs, wide) {
				other.dirs = fail.dirs // a change of directory is taken to succeed
			}
			st.copyFrom(either(other, st))
			fail, early, rest = failed(y, fail, other), nil, nil
		}
		sure, last = r.succeeds(y), y
	}
	if rest != nil {
		st.copyFrom(either(rest, st))
	}
}

// link is one operator of a list and what stands behind it.
type link struct {
	op syntax.BinCmdOperator
	y  *syntax.Stmt
}

// failed is the state that a statement leaves when it fails.
func failed(s *syntax.Stmt, before, after *state) *state {
	if changesOnlyOnSuccess(s) {
		return before.clone()
	}
	return after.clone()
}

// either joins two states, of which the first may be missing.
func either(a, b *state) *state {
	if a == nil {
		return b.clone()
	}
	out := &state{}
	joinState(out, b, a)
	return out
}

// succeeds says whether a statement is taken to succeed: a change of
// directory, an assignment, a builtin that only prints, a program whose spec
// says so.
func (r *run) succeeds(s *syntax.Stmt) bool {
	if s.Negated {
		return false
	}
	c, ok := s.Cmd.(*syntax.CallExpr)
	if !ok {
		_, decl := s.Cmd.(*syntax.DeclClause)
		return decl
	}
	if len(c.Args) == 0 {
		return true
	}
	name := c.Args[0].Lit()
	switch name {
	case "cd", "pushd", "popd", "echo", "printf", ":", "true", "export", "set", "source", ".", "umask", "shopt", "alias", "eval":
		return true
	}
	p := r.x.table.lookup(name)
	return p != nil && p.spec.Succeeds
}

func changesOnlyOnSuccess(s *syntax.Stmt) bool {
	c, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(c.Args) == 0 {
		return false
	}
	switch c.Args[0].Lit() {
	case "cd", "pushd", "popd":
		return true
	}
	return false
}

// pipeline runs each stage in a subshell of its own, each reading what the
// one before prints.
func (r *run) pipeline(c *syntax.BinaryCmd, st *state, f *frame) {
	var stageBuf [8]*syntax.Stmt
	var allBuf [8]bool
	stages, all := stageBuf[:0], allBuf[:0] // all: the stage's standard error goes along
	x := &syntax.Stmt{Cmd: c, Position: c.Pos()}
	for {
		b, ok := x.Cmd.(*syntax.BinaryCmd)
		if !ok || (b.Op != syntax.Pipe && b.Op != syntax.PipeAll) || len(x.Redirs) > 0 || x.Background {
			break
		}
		stages = append(stages, b.Y)
		all = append(all, b.Op == syntax.PipeAll)
		x = b.X
	}
	stages = append(stages, x)
	in := f.stdin
	for i := len(stages) - 1; i >= 0; i-- {
		if r.stopped {
			return
		}
		g := r.frame(f)
		g.stdin = in
		var k *sink
		if i > 0 {
			k = r.mem.sinks.one()
			g.stdout = k
			g.stderrOut = all[i-1]
		}
		sub := st.subshell()
		n := len(r.traps)
		r.stmt(stages[i], sub, g)
		r.runTraps(n, sub)
		r.traps = r.traps[:n]
		if (r.dialect == syntax.LangZsh || r.lastpipe) && i == 0 {
			// zsh runs the last stage itself.
			outer, level := st.sub, st.level
			r.either(st, func() { st.copyFrom(sub) })
			st.sub, st.level = outer, level
		}
		if k != nil {
			in = r.mem.inputs.one()
			*in = input{kind: "pipe", t: k.t, known: !k.broken, cmds: k.cmds, access: -1, pipe: true}
		}
	}
}

func (r *run) ifClause(c *syntax.IfClause, st *state, f *frame) {
	// A chain of elif is walked flat.
	var outs []*state
	g := r.conditional(f)
	ended := false
	for x := c; x != nil; x = x.Else {
		if r.stopped {
			return
		}
		if len(x.Cond) == 0 { // else
			r.stmts(x.Then, st, g)
			outs = append(outs, st.clone())
			ended = true
			break
		}
		var failed *state
		if n := len(x.Cond); changesOnlyOnSuccess(x.Cond[n-1]) {
			failed = st.clone()
		}
		r.stmts(x.Cond, st, f)
		branch := st.clone()
		if failed != nil {
			st.copyFrom(failed)
		}
		r.stmts(x.Then, branch, g)
		outs = append(outs, branch)
	}
	if !ended {
		outs = append(outs, st.clone())
	}
	joinAll(st, outs)
}

func joinAll(st *state, outs []*state) {
	if len(outs) == 0 {
		return
	}
	acc := outs[0]
	for _, o := range outs[1:] {
		j := &state{}
		joinState(j, acc, o)
		acc = j
	}
	st.copyFrom(acc)
}

func (r *run) caseClause(c *syntax.CaseClause, st *state, f *frame) {
	r.inChoice(st, f, func(st *state) {
		subject := r.value(c.Word, st, f)
		s, known := subject.static()
		g := r.conditional(f)
		var outs []*state
		matched := false
		fall, fallSure := false, false
		for _, it := range c.Items {
			if r.stopped {
				return
			}
			sure, may := fallSure, fall
			for _, p := range it.Patterns {
				pt := r.pattern(p, st, f)
				toks, ok := r.compile(pt)
				switch {
				case !ok || !known || len(s)*len(toks) > 1<<16:
					may = true
				case matchWhole(toks, s):
					sure, may = true, true
				}
			}
			if !may {
				// All paths count, but the value is known: this one is not taken.
				// Its commands are still stated, as conditional ones.
				dead := st.clone()
				dead.dead = true
				if !known {
					r.stmts(it.Stmts, dead, g)
				}
				fall, fallSure = false, false
				continue
			}
			branch := st.clone()
			r.stmts(it.Stmts, branch, g)
			fall = it.Op == syntax.Fallthrough
			fallSure = fall && sure
			if fall || it.Op == syntax.Resume { // what follows goes on from here
				if sure {
					st.copyFrom(branch)
				} else {
					st.copyFrom(joined(st, branch))
				}
				continue
			}
			outs = append(outs, branch)
			if sure && it.Op == syntax.Break {
				matched = true
				break
			}
		}
		if !matched {
			outs = append(outs, st.clone())
		}
		joinAll(st, outs)
	})
}

func joined(a, b *state) *state {
	out := &state{}
	joinState(out, a, b)
	return out
}

func (r *run) testExpr(x syntax.TestExpr, st *state, f *frame) {
	if x == nil || !r.step() || !r.down() {
		return
	}
	defer r.up()
	switch x := x.(type) {
	case *syntax.Word:
		r.value(x, st, f)
	case *syntax.ParenTest:
		r.testExpr(x.X, st, f)
	case *syntax.UnaryTest:
		w, ok := x.X.(*syntax.Word)
		if !ok {
			r.testExpr(x.X, st, f)
			return
		}
		t := r.value(w, st, f)
		if x.Op == syntax.TsVarSet {
			r.subscriptRuns(t, st, f)
		} else if asksFile(x.Op.String()) {
			r.touch(t, st, f, access{access: "list", source: "operand", quiet: true}, -1)
		}
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.AndTest, syntax.OrTest:
			r.testExpr(x.X, st, f)
			r.either(st, func() { r.testExpr(x.Y, st, f) })
		case syntax.TsEql, syntax.TsNeq, syntax.TsLss, syntax.TsLeq, syntax.TsGtr, syntax.TsGeq:
			for _, e := range []syntax.TestExpr{x.X, x.Y} {
				if w, ok := e.(*syntax.Word); ok {
					if s, ok := r.value(w, st, f).static(); ok {
						r.arithString(s, st, f, 0)
					}
				}
			}
		default:
			r.testExpr(x.X, st, f)
			if w, ok := x.Y.(*syntax.Word); ok {
				r.pattern(w, st, f)
			} else {
				r.testExpr(x.Y, st, f)
			}
			if x.Op == syntax.TsReMatch {
				st.set("BASH_REMATCH", &variable{array: true, loose: true})
			}
		}
	}
}

// subscriptRuns follows the substitutions in the subscript of a name that a
// builtin evaluates: test -v, printf -v, unset, read.
func (r *run) subscriptRuns(t text, st *state, f *frame) {
	s, ok := t.static()
	if !ok {
		return
	}
	i := strings.IndexByte(s, '[')
	if i <= 0 || !strings.HasSuffix(s, "]") || !validName(s[:i]) {
		return
	}
	key := s[i+1 : len(s)-1]
	if strings.ContainsAny(key, "$`") {
		r.arithString(key, st, f, 0)
	}
}

// define stores a function.
func (r *run) define(c *syntax.FuncDecl, st *state, f *frame) {
	names := c.Names
	if c.Name != nil {
		names = append([]*syntax.Lit{c.Name}, names...)
	}
	for _, n := range names {
		fn := &function{name: n.Value, body: c.Body, src: f.src}
		st.setFunc(n.Value, []*function{fn})
		r.functions = append(r.functions, fn)
	}
	if len(names) == 0 { // zsh's anonymous function runs at once
		r.stmt(c.Body, st, f)
	}
}

func (r *run) newParser() *syntax.Parser {
	return syntax.NewParser(syntax.Variant(r.dialect))
}

// extGlobWords follows the substitutions in an extended pattern.
func (r *run) extGlobWords(p *syntax.ExtGlob, st *state, f *frame) {
	if !strings.ContainsAny(p.Pattern.Value, "$`") || !r.down() {
		return
	}
	defer r.up()
	w, err := r.newParser().Document(strings.NewReader(p.Pattern.Value))
	if err == nil {
		g := *f
		g.src = &source{text: p.Pattern.Value}
		r.heredoc(w, st, &g)
	}
}
