package shell

import (
	gopath "path"
	"strings"

	"regent/facts"
)

// This file follows what programs put into directories as a whole: a clone, an
// archive that is taken apart, a new project.

// fills notes that an access leads to a directory which the call makes or puts
// things into.
func (v *invocation) fills(idx int) {
	u := &v.r.in.Accesses[idx]
	if u.Known != facts.KnownStatic || u.Whole || u.Resolved == "" || u.Remote || strings.HasPrefix(u.Resolved, "/dev/") {
		return
	}
	v.r.ov.Mkdir(u.Resolved)
	v.filled = append(v.filled, u.Resolved)
}

// clones notes the repository that is copied: its last name is the copy's when
// no other is given.
func (v *invocation) clones(from string) {
	name := gopath.Base(strings.TrimSuffix(strings.TrimRight(from, "/"), ".git"))
	if i := strings.LastIndexByte(name, ':'); i >= 0 {
		name = name[i+1:]
	}
	v.cloned = name
}

// fillings says where the content of the filled directories came from.
func (v *invocation) fillings() {
	r := v.r
	if v.cloned != "" && len(v.dests) == 0 {
		if name := r.locateString(v.cloned, v.st); name != "" && !v.f.remote && !v.f.container {
			r.ov.Mkdir(name)
			v.filled = append(v.filled, name)
		}
	}
	if len(v.filled) == 0 {
		return
	}
	var fl flow
	if v.cloned != "" {
		fl = flowFetched
	}
	if in := v.f.stdin; in != nil {
		fl |= in.t.flows() | r.flowOf(in.cmds)
	}
	for i := len(r.in.Accesses) - 1; i >= 0 && r.in.Accesses[i].Command == v.idx; i-- {
		if f := r.fileAt(i); f != nil && r.in.Accesses[i].Access == facts.AccessRead {
			fl |= f.flow
		}
	}
	if fl &= flowFetched; fl == 0 {
		return
	}
	if r.trees == nil {
		r.trees = map[string]flow{}
	}
	for _, name := range v.filled {
		r.trees[name] |= fl
	}
}

// broughtIn says whether an access leads to a file that is not there yet, in a
// directory which the text fills from the network.
func (r *run) broughtIn(idx int) bool {
	u := &r.in.Accesses[idx]
	if len(r.trees) == 0 || u.Exists || u.Known != facts.KnownStatic {
		return false
	}
	return r.fetchedTree(u.Resolved)
}

// fetchedTree says whether a directory, or one above it, is filled from the
// network.
func (r *run) fetchedTree(p string) bool {
	for len(r.trees) > 0 && strings.HasPrefix(p, "/") {
		if r.trees[p]&flowFetched != 0 {
			return true
		}
		if p == "/" {
			break
		}
		p = gopath.Dir(p)
	}
	return false
}
