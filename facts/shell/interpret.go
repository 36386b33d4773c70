package shell

import (
	"strings"

	"regent/facts"
)

// stdin says what the program does with its standard input.
func (v *invocation) stdin() {
	r, s, in := v.r, v.spec, v.f.stdin
	dash := false
	for _, o := range v.w.operands {
		if x, ok := o.static(); ok && (x == "-" || x == "/dev/stdin") {
			dash = true
		}
	}
	switch s.StdinWhen {
	case "no_operands":
		if v.ranCode && !dash {
			return
		}
	case "dash":
		if !dash && !v.dashOption() {
			return
		}
	}
	switch s.Stdin {
	case "send":
		r.meta[v.idx].sendIn = in != nil
		if in != nil && in.access >= 0 {
			v.sends = append(v.sends, facts.Flow{Topic: "accesses", Index: in.access})
		}
	case "patch":
		v.patches()
	case "program":
		if v.inner {
			return
		}
		v.programFromStdin(in)
	case "sql":
		if in != nil && !v.inner {
			r.tagFlow((in.t.flows()|r.flowOf(in.cmds))&flowFetched, v.idx)
			v.sqlText(in.t, "heredoc")
		} else if in == nil && !v.ranCode {
			r.tag(&r.tx.Tags.Interactive, v.idx)
		}
	}
}

func (v *invocation) dashOption() bool {
	for i := range v.w.opts {
		x := v.w.opts[i].val.t.show()
		if x == "-" || x == "@-" || strings.HasSuffix(x, "=@-") || strings.HasSuffix(x, "=<-") {
			return true
		}
	}
	return false
}

// programFromStdin is an interpreter that reads its program from standard
// input.
func (v *invocation) programFromStdin(in *input) {
	r := v.r
	if in == nil {
		r.tag(&r.tx.Tags.Interactive, v.idx)
		return
	}
	if in.pipe || in.kind == "pipe" {
		r.tag(&r.tx.Tags.PipesIntoInterpreter, v.idx)
	}
	v.interpret(in.t, in.known, in.cmds, v.spec.Language)
}

// interpret runs text in a language, as far as it is known.
func (v *invocation) interpret(t text, known bool, cmds []int, language string) {
	r := v.r
	fl := t.flows() | r.flowOf(cmds)
	if fl&flowFetched != 0 {
		r.tag(&r.tx.Tags.FetchedThenRun, v.idx)
	}
	if fl&flowDecoded != 0 {
		r.tag(&r.tx.Tags.DecodedThenRun, v.idx)
	}
	if isShell(language) {
		if !t.isStatic() || !known && len(t) == 0 {
			r.tag(&r.tx.Tags.DynamicText, v.idx)
			if len(t) == 1 {
				return
			}
		}
		v.inner = true
		g := v.innerFrame()
		g.stdin = nil
		r.newShell(t, dialectOf(language), v.st.clone(), g)
		return
	}
	r.tag(&r.tx.Tags.InlineCode, v.idx)
	v.codeText(language, t)
}

// flowOf gathers how the output of commands came about.
func (r *run) flowOf(cmds []int) flow {
	var f flow
	for _, c := range cmds {
		if c >= 0 && c < len(r.meta) {
			f |= r.meta[c].out.t.flows()
		}
	}
	return f
}

// innerFrame is the setting of what this command starts.
func (v *invocation) innerFrame() *frame {
	g := v.r.frame(v.f)
	g.via = append(append(make([]string, 0, len(v.f.via)+1), v.f.via...), v.r.in.Commands[v.idx].Program)
	g.noFunc, g.noBuiltin = false, false
	g.lookup = ""
	g.calls = nil
	g.alias = nil
	return g
}

func isShell(language string) bool {
	switch language {
	case "bash", "sh", "shell", "dash", "ksh", "zsh", "posix", "ash", "mksh", "fish":
		return true
	}
	return false
}
