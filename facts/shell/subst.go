package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// cmdSubst runs $(…) in a subshell; its value is what the commands print.
func (r *run) cmdSubst(c *syntax.CmdSubst, st *state, f *frame) text {
	if !r.down() {
		return dyn(nil)
	}
	defer r.up()
	k := r.mem.sinks.one()
	g := r.frame(f)
	g.stdout = k
	g.stderrOut = false
	g.background = false
	sub := st
	if !c.TempFile && !c.ReplyVar { // ${ …;} runs in the shell itself
		sub = st.subshell()
	}
	saved := r.pick
	if path, ok := onlyRedirect(c); ok { // $(<file)
		v := r.value(path.Word, st, f)
		idx := r.touch(v, st, f, access{access: "read", source: "redirect"}, -1)
		r.pick = saved
		if fl := r.fileAt(idx); fl != nil && fl.known {
			return trimNewlines(fl.t).withSource(fl.cmds)
		}
		u := &unknown{empty: true}
		t := dyn(u)
		t[0].src = append(r.carrier(idx, f), accessSource(idx)...)
		return t
	}
	n := len(r.traps)
	r.stmts(c.Stmts, sub, g)
	if sub != st {
		r.runTraps(n, sub)
		r.traps = r.traps[:n]
	}
	r.pick = saved
	if c.ReplyVar {
		return r.scalarValue("REPLY", sub)
	}
	return trimNewlines(k.t).withSource(k.cmds)
}

func onlyRedirect(c *syntax.CmdSubst) (*syntax.Redirect, bool) {
	if len(c.Stmts) != 1 || c.Stmts[0].Cmd != nil || len(c.Stmts[0].Redirs) != 1 {
		return nil, false
	}
	rd := c.Stmts[0].Redirs[0]
	return rd, rd.Op == syntax.RdrIn
}

// trimNewlines removes trailing newlines, as a substitution does.
func trimNewlines(t text) text {
	for len(t) > 0 && t[len(t)-1].kind == pieceLit {
		s := strings.TrimRight(t[len(t)-1].s, "\n")
		if s != "" {
			if s == t[len(t)-1].s {
				return t
			}
			out := append(text{}, t...)
			out[len(out)-1].s = s
			return out
		}
		t = t[:len(t)-1]
	}
	if len(t) == 0 {
		return nil
	}
	return t
}

// procSubst runs <(…) or >(…): the value is a path that nobody knows, which
// carries what flows through it.
func (r *run) procSubst(p *syntax.ProcSubst, st *state, f *frame) text {
	if !r.down() {
		return dyn(nil)
	}
	defer r.up()
	g := *f
	saved := r.pick
	defer func() { r.pick = saved }()
	if p.Op == syntax.CmdOut {
		k := &sink{}
		fl := &file{pipe: true, out: k, body: func(in *input) {
			h := g
			h.stdin = in
			h.stdout = f.stdout
			r.stmts(p.Stmts, st.clone(), &h)
		}}
		return r.pipeName(fl)
	}
	k := &sink{}
	g.stdout = k
	r.stmts(p.Stmts, st.subshell(), &g)
	return r.pipeName(&file{pipe: true, t: k.t, known: !k.broken && k.t.isStatic(), cmds: k.cmds, flow: k.t.flows()})
}

// pipeName makes the name under which a process substitution is opened.
func (r *run) pipeName(fl *file) text {
	name := "/dev/fd/regent-" + itoa(len(r.files))
	r.file(name, fl)
	t := dyn(&unknown{word: true}, fl.cmds...)
	t[0].s = name
	return t
}

// pipeOf returns the process substitution that a word names.
func (r *run) pipeOf(t text) *file {
	if len(t) == 1 && t[0].kind == pieceDyn && t[0].s != "" {
		return r.files[t[0].s]
	}
	return nil
}
