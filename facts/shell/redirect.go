package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"regent/facts"
)

// redirects applies redirections to g, the frame of the command. f is the
// frame around it. What must happen after the command comes back. cmd is the
// command's index; -1 when it is not known yet or there is none.
func (r *run) redirects(list []*syntax.Redirect, st *state, f, g *frame, cmd int) (touched []int, after []func()) {
	for _, rd := range list {
		if !r.step() {
			return touched, after
		}
		fd := ""
		if rd.N != nil {
			fd = rd.N.Value
			if strings.HasPrefix(fd, "{") { // {name}>file
				r.assign(strings.Trim(fd, "{}"), dyn(&unknown{word: true}), st, nil)
			}
		}
		switch rd.Op {
		case syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
			var t text
			switch {
			case rd.Op == syntax.WordHdoc:
				t = r.value(rd.Word, st, f).join(lit("\n"))
			case quotedWord(rd.Word):
				t = r.literalDoc(untab(rd))
			default:
				t = r.heredoc(untab(rd), st, f)
			}
			if fd == "" || fd == "0" {
				g.stdin = &input{kind: "heredoc", t: t, known: true, cmds: t.sources(nil), access: -1}
			}
			continue
		}
		t := r.value(rd.Word, st, f)
		if rd.Op == syntax.DplIn || rd.Op == syntax.DplOut {
			s, ok := t.static()
			if !ok || s == "-" || strings.TrimRight(s, "0123456789-") == "" {
				r.dup(rd.Op, fd, s, g)
				continue
			}
			if rd.Op == syntax.DplIn {
				continue
			}
		}
		idx, fin := r.openRedirect(rd, fd, t, st, f, g, cmd)
		if idx >= 0 {
			touched = append(touched, idx)
		}
		if fin != nil {
			after = append(after, fin)
		}
	}
	return touched, after
}

func (r *run) dup(op syntax.RedirOperator, fd, to string, g *frame) {
	switch {
	case op == syntax.DplOut && (fd == "" || fd == "1") && to != "1":
		g.stdout = &sink{} // to standard error or another place
	case op == syntax.DplOut && fd == "2" && to == "1":
		g.stderrOut = true
	}
}

func (r *run) openRedirect(rd *syntax.Redirect, fd string, t text, st *state, f, g *frame, cmd int) (int, func()) {
	write, appends, both := false, false, false
	switch rd.Op {
	case syntax.RdrIn:
	case syntax.AppOut, syntax.AppClob:
		write, appends = true, true
	case syntax.RdrAll, syntax.RdrAllClob, syntax.DplOut:
		write, both = true, true
	case syntax.AppAll, syntax.AppAllClob:
		write, appends, both = true, true, true
	case syntax.RdrInOut:
		write, appends = true, true
	default:
		write = true
	}
	if p := t.prefix(); strings.HasPrefix(p, "/dev/tcp/") || strings.HasPrefix(p, "/dev/udp/") {
		r.socket(t, cmd)
		if write && (fd == "" || fd == "1" || both) {
			g.stdout = &sink{}
		}
		return -1, nil
	}
	if !write || rd.Op == syntax.RdrInOut {
		idx := r.touch(t, st, f, access{access: facts.AccessRead, source: "redirect"}, cmd)
		if fd == "" || fd == "0" {
			if fl := r.fileOf(t, st); fl != nil {
				g.stdin = fl.input("file", idx)
			} else {
				u := &unknown{empty: true}
				g.stdin = &input{kind: "file", t: dyn(u, accessSource(idx)...), access: idx}
			}
		}
		if !write {
			return idx, nil
		}
	}
	if s, ok := t.static(); ok && r.sameStream(s) {
		return r.touch(t, st, f, access{access: facts.AccessWrite, source: "redirect"}, cmd), nil
	}
	idx := r.touch(t, st, f, access{access: facts.AccessWrite, source: "redirect"}, cmd)
	if fd != "" && fd != "1" && !both {
		if rd.Op != syntax.RdrInOut {
			r.write(r.locate(t, st), output{t: dyn(&unknown{empty: true, flow: flowTool})}, appends)
		}
		return idx, nil
	}
	k := &sink{}
	g.stdout = k
	name := r.locate(t, st)
	pf := r.pipeOf(t)
	return idx, func() {
		o := output{t: k.t, cmds: k.cmds}
		if both {
			o.t = o.t.join(dyn(&unknown{empty: true, flow: flowTool}))
		}
		switch {
		case pf != nil:
			pf.t, pf.cmds = pf.t.join(o.t), addInts(pf.cmds, o.cmds)
		case name != "":
			r.write(name, o, appends)
		}
	}
}

// sameStream says whether a path is the stream that is there already.
func (r *run) sameStream(s string) bool {
	return s == "/dev/stdout" || s == "/dev/fd/1" || s == "/dev/stdin"
}

// socket states the endpoint of /dev/tcp/HOST/PORT.
func (r *run) socket(t text, cmd int) {
	r.tag(&r.tx.Tags.NetworkRedirect, cmd)
	s := t.show()
	parts := strings.SplitN(strings.TrimPrefix(s, "/dev/"), "/", 3)
	e := facts.Endpoint{Command: cmd, Role: "target", Scheme: parts[0], Known: t.known(), Raw: clip(s, 256), Classes: []string{}, Sends: []facts.Flow{}}
	if len(parts) > 1 {
		e.Host, _ = canonHost(parts[1])
	}
	if len(parts) > 2 {
		e.Port = port(parts[2])
	}
	r.addEndpoint(e)
}

// accessSource marks a text as the content of an accessed file; see sources.
func accessSource(idx int) []int {
	if idx < 0 {
		return nil
	}
	return []int{-2 - idx}
}

func quotedWord(w *syntax.Word) bool {
	for _, p := range w.Parts {
		switch p := p.(type) {
		case *syntax.SglQuoted, *syntax.DblQuoted:
			return true
		case *syntax.Lit:
			if strings.IndexByte(p.Value, '\\') >= 0 {
				return true
			}
		}
	}
	return false
}

// untab gives the body of a here-document; <<- drops leading tabs.
func untab(rd *syntax.Redirect) *syntax.Word {
	if rd.Hdoc == nil || rd.Op != syntax.DashHdoc {
		return rd.Hdoc
	}
	out := &syntax.Word{}
	start := true
	for _, p := range rd.Hdoc.Parts {
		l, ok := p.(*syntax.Lit)
		if !ok {
			out.Parts = append(out.Parts, p)
			start = false
			continue
		}
		var b strings.Builder
		for i := 0; i < len(l.Value); i++ {
			c := l.Value[i]
			if start && c == '\t' {
				continue
			}
			start = c == '\n'
			b.WriteByte(c)
		}
		c := *l
		c.Value = b.String()
		out.Parts = append(out.Parts, &c)
	}
	return out
}
