package shell

import (
	gopath "path"
	"strings"
)

// computed is what a program prints when its words and the place alone say
// it. what is the word of Spec.Stdout.
func (v *invocation) computed(what string) (text, bool) {
	r, ops := v.r, v.w.operands
	here := !v.f.remote && !v.f.container && !v.w.help
	line := func(s string) (text, bool) { return lit(s + "\n"), true }
	switch what {
	case "cwd":
		if dir := r.here(v.st); here && dir.known {
			return line(dir.path)
		}
		return v.listed(false), true
	case "work_tree":
		if top := v.workTree(); here && top != "" {
			return line(top)
		}
	case "realpath":
		if here && len(ops) == 1 && ops[0].t.isStatic() {
			if name := r.locate(ops[0].t, v.st); name != "" {
				return line(name)
			}
		}
		return v.listed(false), true
	case "dirname", "basename":
		if !v.w.sameOutput() {
			return nil, false
		}
		if s, ok := nameParts(what, ops); ok && here {
			return line(s)
		}
		return echoText(v.args[1:], r) // a name that is not known stays what it is
	}
	return nil, false
}

// nameParts is the directory or the last name of a path, by its letters.
func nameParts(what string, ops []field) (string, bool) {
	if len(ops) == 0 {
		return "", false
	}
	s, ok := ops[0].static()
	switch {
	case !ok:
	case what == "dirname" && len(ops) == 1:
		if strings.Trim(s, "/") != "" {
			s = strings.TrimRight(s, "/")
		}
		return gopath.Dir(s), true
	case what == "basename" && len(ops) <= 2 && s != "":
		base := gopath.Base(s)
		if len(ops) == 1 {
			return base, true
		}
		suffix, ok := ops[1].static()
		if ok && base != suffix {
			base = strings.TrimSuffix(base, suffix)
		}
		return base, ok
	}
	return "", false
}
