package shell

import (
	"slices"

	"regent/facts"
)

// environment reads the variables that mean something to the program.
func (v *invocation) environment() {
	r := v.r
	if len(v.p.sets) == 0 && len(v.f.assigns) == 0 && !v.st.exports {
		return
	}
	if v.prog != nil {
		v.variables(v.prog.env, v.spec.Env)
	}
	v.variables(r.x.anyNames, r.x.anyEnv)
}

// variables gives the variables that the text set for this command the
// meaning that a table has for them.
func (v *invocation) variables(names []string, env map[string]Value) {
	for _, name := range names {
		own := false
		for _, s := range v.p.sets {
			if s.name == name {
				v.variable(env, name, s.t)
				own = true
			}
		}
		for _, a := range v.f.assigns {
			if a.Name == name {
				t := dyn(nil)
				if a.Known == facts.KnownStatic {
					t = lit(a.Value)
				}
				v.variable(env, name, t)
			}
		}
		if x := v.st.vars[name]; !own && x != nil && x.exported && !x.unset {
			v.variable(env, name, v.r.alternative(x))
		}
	}
}

func (v *invocation) variable(env map[string]Value, name string, t text) {
	if slices.Contains(v.f.inEnv, name) {
		return // what the variable's command starts may read it too (PAGER=cat)
	}
	was, inner := v.f, *v.f
	inner.inEnv = append(slices.Clip(was.inEnv), name)
	inner.stdout = &sink{} // not what the program itself prints
	v.f = &inner
	val := env[name]
	// What it runs takes nothing from what the program itself reads or runs.
	ran, started := v.ranCode, v.inner
	v.word(&val, field{t: t}, "option", name)
	v.ranCode, v.inner = ran, started
	v.f = was
}
