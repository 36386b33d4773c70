package tools

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"regent/engine"
	"regent/engine/bundle"
	"regent/facts/shell"
)

// Programs is the whole programs table of a policy set: the plain programs and
// those with a room of their own.
func Programs(e *engine.Engine) (map[string]*shell.Spec, error) {
	all := map[string]*shell.Spec{}
	if err := e.Table("regent/programs", &all); err != nil {
		return nil, err
	}
	rooms := map[string]struct {
		Spec *shell.Spec `json:"spec"`
	}{}
	if err := e.Table("regent/program", &rooms); err != nil {
		return nil, err
	}
	for name, r := range rooms {
		if r.Spec == nil {
			continue
		}
		if _, both := all[name]; both {
			return nil, fmt.Errorf("program %q has a spec both in its room and in the table of plain programs", name)
		}
		all[name] = r.Spec
	}
	return all, nil
}

// finder reads one program at a time, for a process that answers one call. Its
// answers are those of the whole table: data.regent.aliases names the programs
// that go by another name, and a test holds it against the specs.
func finder(e *engine.Engine) func(string) (string, *shell.Spec, error) {
	aliases := sync.OnceValues(func() (map[string]string, error) { return aliasesOf(e) })
	return func(name string) (string, *shell.Spec, error) {
		spec, err := oneProgram(e, name)
		if spec != nil || err != nil {
			return name, spec, err
		}
		// No program of its own: it may be another's other name.
		others, err := aliases()
		if err != nil || others[name] == "" {
			return "", nil, err
		}
		spec, err = oneProgram(e, others[name])
		return others[name], spec, err
	}
}

// oneProgram reads the spec of a program by its key; nil for none.
func oneProgram(e *engine.Engine, name string) (*shell.Spec, error) {
	if name == "" || strings.Contains(name, "/") {
		return nil, nil
	}
	for _, at := range []string{"regent/program/" + name + "/spec", "regent/programs/" + name} {
		spec := &shell.Spec{}
		err := e.Table(at, spec)
		if err == nil {
			return spec, nil
		}
		if !errors.Is(err, bundle.ErrNoData) {
			return nil, err
		}
	}
	return nil, nil
}

// aliasesOf is the shipped list of other names with those that layers teach.
func aliasesOf(e *engine.Engine) (map[string]string, error) {
	aliases := map[string]string{}
	if err := e.Table("regent/aliases", &aliases); err != nil {
		return nil, err
	}
	for _, l := range e.Set().Layers {
		taught := map[string]*shell.Spec{}
		if err := e.Table("layers/"+l.Name+"/programs", &taught); err != nil && !errors.Is(err, bundle.ErrNoData) {
			return nil, err
		}
		for name, spec := range taught {
			for _, a := range spec.Aliases {
				aliases[a] = name
			}
		}
	}
	return aliases, nil
}

// Aliases lists the other names of programs: what data.regent.aliases must be.
// A program of its own goes before another's alias.
func Aliases(all map[string]*shell.Spec) map[string]string {
	out := map[string]string{}
	for name, spec := range all {
		for _, a := range spec.Aliases {
			if _, own := all[a]; !own {
				out[a] = name
			}
		}
	}
	return out
}
