package shell

import (
	"regent/facts"
)

// assigned takes NAME=VALUE operands out when the spec gives them a meaning.
func (v *invocation) assigned(ops []field) []field {
	if len(v.spec.Assign) == 0 {
		return ops
	}
	var rest []field
	for _, o := range ops {
		name, val, has := cutField(o, "=")
		n, _ := name.static()
		if !has {
			rest = append(rest, o)
			continue
		}
		a, ok := v.spec.Assign[n]
		if !ok {
			if a, ok = v.spec.Assign["*"]; !ok {
				rest = append(rest, o)
				continue
			}
		}
		v.word(&a, val, "operand", n)
		if validName(n) && v.spec.Grammar != "dd" {
			c := &v.r.in.Commands[v.idx]
			c.Assignments = append(c.Assignments, facts.Assignment{Name: n, Value: clip(val.t.show(), 1024), Known: val.known()})
		}
	}
	return rest
}

func (v *invocation) operandsOf(ops []field) {
	specs := v.spec.Operands
	if len(v.replaced) > 0 {
		specs = make([]Operand, 0, len(v.spec.Operands))
		for i, o := range v.spec.Operands {
			if v.replaced[i+1] || (i == len(v.spec.Operands)-1 && v.replaced[-1]) {
				continue
			}
			specs = append(specs, o)
		}
	}
	touchedPath := false
	if len(ops) > 0 && len(specs) > 0 {
		places := v.r.placeOperands(specs, len(ops))
		for i, o := range ops {
			if v.r.stopped {
				return
			}
			if places[i] < 0 {
				continue
			}
			sp := &specs[places[i]]
			if sp.Role == "command" {
				v.start(ops[i:], v.f, "")
				break
			}
			if sp.Role == "path" || sp.Role == "script" {
				touchedPath = true
			}
			start := v.st
			v.st = v.placeOfOperand(i)
			v.word(&sp.Value, o, "operand", "")
			v.st = start
		}
	}
	if remote := hasRole(specs, "git_remote"); remote >= 0 && len(ops) == 0 && !v.f.remote && !v.f.container {
		v.defaultRemote(&specs[remote].Value)
	}
	if v.spec.DefaultPath != "" && !touchedPath && !v.noDefault {
		acc := facts.AccessList
		rec := v.recursive
		for _, o := range specs {
			if o.Role == "path" {
				acc = facts.Access(orRead(o.Access))
			}
		}
		if v.opAccess != "" {
			acc = facts.Access(v.opAccess)
		}
		t := v.r.touchPath(v.spec.DefaultPath, v.st)
		v.paths = append(v.paths, t)
		v.r.touch(t, v.st, v.f, access{access: acc, source: "operand", recursive: rec}, v.idx)
	}
}

func hasRole(specs []Operand, role string) int {
	for i := range specs {
		if specs[i].Role == role {
			return i
		}
	}
	return -1
}

func orRead(s string) string {
	if s == "" {
		return "read"
	}
	return s
}
