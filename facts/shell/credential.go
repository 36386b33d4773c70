package shell

import (
	"regent/facts"
)

// credentials states the credentials that stand in the text, and at which
// command, and lets them flow to that command's endpoints.
func (r *run) credentials(s string) {
	find := r.x.cfg.Secrets
	if find == nil {
		return
	}
	whole := find(s, facts.NoCommand, "text")
	if len(whole) == 0 {
		return
	}
	seen := map[string]bool{}
	before := len(r.in.Secrets)
	at := func(text string, cmd int, source string) {
		if len(text) < 8 {
			return
		}
		for _, f := range find(text, cmd, source) {
			f.Command, f.Source = cmd, source
			seen[f.Class] = true
			f.Index = 0
			for i := before; i < len(r.in.Secrets); i++ {
				if o := r.in.Secrets[i]; o.Command == cmd && o.Class == f.Class && o.Source == source {
					f.Index++
				}
			}
			r.in.Secrets = append(r.in.Secrets, f)
		}
	}
	for i := range r.in.Commands {
		c := &r.in.Commands[i]
		for _, o := range c.Operands {
			at(o.Value, i, "operand")
		}
		for _, o := range c.Options {
			at(o.Value, i, "option")
		}
		for _, a := range c.Assignments {
			at(a.Name+"="+a.Value, i, "assignment")
		}
		for _, k := range c.Code {
			at(k.Text, i, "code")
		}
	}
	for _, f := range whole {
		if !seen[f.Class] {
			r.in.Secrets = append(r.in.Secrets, f)
		}
	}
	for i := range r.in.Endpoints {
		e := &r.in.Endpoints[i]
		for j := before; j < len(r.in.Secrets); j++ {
			if r.in.Secrets[j].Command == e.Command && e.Command >= 0 {
				e.Sends = append(e.Sends[:len(e.Sends):len(e.Sends)], facts.Flow{Topic: "secrets", Index: j})
			}
		}
	}
}
