package shell

import (
	"strings"

	"regent/facts"
)

// file is what the text itself put into a file, or a process substitution.
type file struct {
	t     text
	known bool  // t is all of it
	cmds  []int // commands that wrote it
	flow  flow
	pipe  bool
	out   *sink
	from  string       // it is a copy of this file, which the text did not write
	body  func(*input) // >(…): what reads it
}

func (r *run) file(name string, f *file) {
	if r.files == nil {
		r.files = map[string]*file{}
	}
	r.files[name] = f
}

// fileAt is the content of the file that an access leads to.
func (r *run) fileAt(idx int) *file {
	if idx < 0 || len(r.files) == 0 {
		return nil
	}
	a := &r.in.Accesses[idx]
	if a.Known != facts.KnownStatic || a.Whole {
		return nil
	}
	return r.files[a.Resolved]
}

// fileOf is the content of what a word names, a process substitution
// included.
func (r *run) fileOf(t text, st *state) *file {
	if p := r.pipeOf(t); p != nil {
		return p
	}
	if len(r.files) == 0 {
		return nil
	}
	name := r.locate(t, st)
	if name == "" {
		return nil
	}
	return r.files[name]
}

// write puts an output into a file.
func (r *run) write(name string, o output, appended bool) {
	if name == "" || strings.HasPrefix(name, "/dev/") && r.files[name] == nil {
		return
	}
	old := r.files[name]
	n := &file{t: o.t, known: o.t.isStatic(), cmds: o.cmds, flow: o.t.flows()}
	if old != nil && (appended || old.pipe) {
		n.t = old.t.join(o.t)
		n.known = old.known && n.known || old.pipe && len(old.cmds) == 0 && o.t.isStatic()
		n.cmds = addInts(append([]int(nil), old.cmds...), o.cmds)
		n.flow |= old.flow
		n.pipe, n.body = old.pipe, old.body
	} else if _, err := r.ov.Lstat(name); appended && err == nil {
		// What was there before is not known.
		n.t, n.known = dyn(nil).join(o.t), false
	}
	r.file(name, n)
	if !n.pipe {
		if s, ok := n.t.static(); ok && n.known {
			r.ov.WriteFile(name, []byte(s))
		} else if _, err := r.ov.Lstat(name); err != nil {
			r.ov.WriteFile(name, nil)
		}
	}
}

// carrier is a source list for the content of an accessed file: the commands
// that wrote it.
func (r *run) carrier(idx int, f *frame) []int {
	if fl := r.fileAt(idx); fl != nil {
		return fl.cmds
	}
	return nil
}

// input makes standard input out of a file's content.
func (fl *file) input(kind string, idx int) *input {
	return &input{kind: kind, t: fl.t, known: fl.known, cmds: fl.cmds, access: idx, pipe: fl.pipe}
}
