package shell

import (
	gopath "path"
	"strings"
)

// computed is what a program prints when its words and the place alone say
// it: pwd, dirname, basename, realpath, the top of a work tree.
func (v *invocation) computed() (text, bool) {
	if v.prog == nil || v.f.remote || v.f.container || v.w.help {
		return nil, false
	}
	r := v.r
	here := r.here(v.st)
	line := func(s string) (text, bool) { return lit(s + "\n"), true }
	arg := func() (string, bool) {
		if len(v.w.operands) == 0 {
			return "", false
		}
		return v.w.operands[0].static()
	}
	plain := len(v.w.opts) == 0
	switch v.prog.name {
	case "pwd":
		if here.known && !v.w.has("-P") {
			return line(here.path)
		}
	case "dirname":
		if s, ok := arg(); ok && plain && len(v.w.operands) == 1 {
			return line(gopath.Dir(strings.TrimRight(s, "/") + strings.Repeat("/", boolInt(strings.Trim(s, "/") == ""))))
		}
	case "basename":
		s, ok := arg()
		if !ok || !plain || len(v.w.operands) > 2 || s == "" {
			return nil, false
		}
		base := gopath.Base(s)
		if len(v.w.operands) == 2 {
			suffix, ok := v.w.operands[1].static()
			if !ok {
				return nil, false
			}
			if base != suffix {
				base = strings.TrimSuffix(base, suffix)
			}
		}
		return line(base)
	case "realpath", "readlink":
		if v.prog.name == "readlink" && !v.w.has("-f") && !v.w.has("-m") {
			return nil, false
		}
		if len(v.w.operands) != 1 {
			return nil, false
		}
		if name := r.locate(v.w.operands[0].t, v.st); name != "" && r.exactStatic(v.w.operands[0].t) {
			return line(name)
		}
	case "git":
		if len(v.prog.sub) == 1 && v.prog.sub[0] == "rev-parse" && v.w.has("--show-toplevel") {
			if top := v.workTree(); top != "" {
				return line(top)
			}
		}
	}
	return nil, false
}

// exactStatic says whether a path word holds no made-up name.
func (r *run) exactStatic(t text) bool { return t.isStatic() }

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
