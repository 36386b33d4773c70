package shell

import (
	"strings"

	"regent/facts"
)

// directories applies options that change the directory first.
func (v *invocation) directories() {
	if v.prog == nil {
		return
	}
	own := false
	move := func(t text) {
		if !own {
			v.st = v.st.clone()
			own = true
		}
		here := v.r.goTo(t, v.st)
		v.st.dirs = []place{here}
	}
	for i := range v.w.opts {
		o := &v.w.opts[i]
		if o.opt != nil && o.opt.Value != nil && o.opt.Value.Role == "cwd" && o.has && v.spec.Grammar != "tar" {
			move(o.val.t)
		}
	}
}

// meaning gives every word its meaning.
func (v *invocation) meaning() {
	r, s := v.r, v.spec
	v.environment()
	if v.prog == nil {
		return
	}
	switch s.Grammar {
	case "find":
		v.find()
		v.finishCall()
		return
	case "test":
		v.fileTests()
		return
	}
	v.recursive = v.prog.always
	for i := range v.w.opts {
		o := &v.w.opts[i]
		if v.prog.recurse[o.name] {
			v.recursive = true
		}
		if o.opt == nil {
			continue
		}
		if o.opt.OperandAccess != "" {
			v.opAccess = o.opt.OperandAccess
		}
		if o.opt.Replaces != 0 {
			if v.replaced == nil {
				v.replaced = map[int]bool{}
			}
			v.replaced[o.opt.Replaces] = true
		}
		if o.opt.Value != nil && o.opt.Value.Role == "mode" {
			v.mode = o.val.t.show()
		}
	}
	for i := range v.w.opts {
		if r.stopped {
			return
		}
		o := &v.w.opts[i]
		if o.opt == nil || o.opt.Value == nil || (!o.has && o.opt.Optional) {
			continue
		}
		if o.opt.Value.Role == "command" && (o.opt.Words != 0 || o.opt.Ends) {
			continue
		}
		ran := v.ranCode
		v.word(o.opt.Value, o.val, "option", o.name)
		if o.opt.Value.Role == "script" && o.opt.Replaces == 0 {
			v.ranCode = ran // it runs before the program's own script, not in its place
		}
	}
	ops := v.w.operands
	if s.Wrapper != nil {
		v.wrapper(ops)
	} else {
		ops = v.assigned(ops)
		v.operandsOf(ops)
		v.gitAlias()
	}
	v.eachFound()
	at := v.placeOfTouches()
	for _, t := range s.Touches {
		idx := r.touch(r.touchPath(t.Path, at), at, v.f, access{access: facts.Access(t.Access), source: "operand", recursive: t.Recursive}, v.idx)
		if idx >= 0 && t.Path == "." && t.Access == string(facts.AccessWrite) {
			v.fills(idx)
		}
	}
	v.finishCall()
}

// eachFound runs the commands that options name on what the program lists: they
// get the names in place of "{}", or as their last word.
func (v *invocation) eachFound() {
	for i := range v.w.opts {
		o := &v.w.opts[i]
		if len(o.rest) == 0 {
			continue
		}
		item := field{t: v.listed(false)}
		args := make([]field, 0, len(o.rest)+1)
		placed := false
		for _, a := range o.rest {
			b := replaceMark(a, "{}", item)
			placed = placed || show(b) != show(a)
			args = append(args, b)
		}
		if !placed {
			args = append(args, item)
		}
		v.start(args, v.f, "")
	}
}

// placeOfTouches is where the program touches what its words do not name: tar
// goes to -C for what it takes out of an archive.
func (v *invocation) placeOfTouches() *state { return v.placeOfOperand(len(v.w.operands)) }

// placeOfOperand is where an operand is looked for: tar goes to each -C before
// the next operand.
func (v *invocation) placeOfOperand(n int) *state {
	if v.spec.Grammar != "tar" {
		return v.st
	}
	st := v.st
	for i := range v.w.opts {
		if o := &v.w.opts[i]; o.opt != nil && o.opt.Value != nil && o.opt.Value.Role == "cwd" && o.has && o.at <= n {
			here := v.r.goTo(o.val.t, st)
			st = st.clone()
			st.dirs = []place{here}
		}
	}
	return st
}

// touchPath expands the "~" of a Touch.
func (r *run) touchPath(p string, st *state) text {
	if p == "~" || strings.HasPrefix(p, "~/") {
		return r.scalarValue("HOME", st).join(lit(p[1:]))
	}
	return r.mem.lit(p)
}

// finishCall does what needs all words: copies, links, standard input.
func (v *invocation) finishCall() {
	v.transfer()
	v.fillings()
	if s := v.spec.Service; s != "" {
		v.r.addEndpoint(facts.Endpoint{Command: v.idx, Role: "remote", Host: s, Raw: s})
	}
	v.stdin()
	v.project()
}
