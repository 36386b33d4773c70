package shell

import (
	gopath "path"
	"strings"

	"regent/facts"
)

// keepPart keeps one end of a copy, move or link for when all are known.
func (v *invocation) keepPart(val *Value, t text, source string) {
	switch val.Part {
	case "dest":
		v.dests = append(v.dests, part{t: t, idx: -1, dir: val.Dir, option: source == "option"})
	case "link_target":
		v.links = append(v.links, part{t: t, idx: -1})
	default:
		move := val.Part == "move"
		acc := facts.AccessRead
		if move {
			acc = facts.AccessDelete
		}
		if pf := v.r.pipeOf(t); pf != nil {
			v.r.meta[v.idx].fed = addInts(v.r.meta[v.idx].fed, pf.cmds)
			v.sources = append(v.sources, part{t: t, idx: -1, contents: val.Contents})
			return
		}
		idx := v.r.touch(t, v.st, v.f, access{access: acc, source: source, recursive: v.recursive || move, noFollow: move}, v.idx)
		v.paths = append(v.paths, t)
		if idx >= 0 {
			v.r.meta[v.idx].fed = addInts(v.r.meta[v.idx].fed, v.r.carrier(idx, v.f))
			if val.Sends {
				v.r.meta[v.idx].inText = addInts(v.r.meta[v.idx].inText, v.r.carrier(idx, v.f))
				v.sends = append(v.sends, facts.Flow{Topic: "accesses", Index: idx})
			}
		}
		v.sources = append(v.sources, part{t: t, idx: idx, move: move, contents: val.Contents})
	}
}

// transfer states where copies, moves and links go.
func (v *invocation) transfer() {
	r := v.r
	if len(v.sources) == 0 && len(v.dests) == 0 && len(v.links) == 0 {
		return
	}
	if len(v.links) > 0 {
		v.link()
		return
	}
	if len(v.dests) == 0 {
		return
	}
	last := v.dests[len(v.dests)-1]
	dest := last.t
	into := len(v.sources) > 1 || v.isDir(last)
	acc := access{access: facts.AccessWrite, source: "operand", recursive: v.recursive, mode: v.mode}
	if len(v.sources) == 0 {
		for _, d := range v.dests {
			if pf := r.pipeOf(d.t); pf != nil {
				pf.cmds = addInt(pf.cmds, v.idx)
				continue
			}
			switch idx := r.touch(d.t, v.st, v.f, acc, v.idx); {
			case idx < 0:
			case d.dir:
				v.fills(idx)
			default:
				v.effect(d.t, facts.AccessWrite, idx)
			}
		}
		return
	}
	for _, s := range v.sources {
		if r.stopped {
			return
		}
		target := dest
		if into && !(s.contents && strings.HasSuffix(s.t.suffix(), "/")) {
			target = below(dest, s.t)
		}
		idx := r.touch(target, v.st, v.f, acc, v.idx)
		if idx < 0 {
			continue
		}
		to := r.in.Accesses[idx]
		if s.idx >= 0 && s.move {
			r.in.Accesses[s.idx].MovesTo = to.Resolved
		}
		v.carry(s, to, idx)
	}
}

// carry moves known content along.
func (v *invocation) carry(s part, to facts.PathUse, idx int) {
	r := v.r
	if to.Resolved == "" || to.Known != facts.KnownStatic || to.Remote || strings.HasPrefix(to.Resolved, "/dev/") {
		return
	}
	from := ""
	if s.idx >= 0 {
		u := &r.in.Accesses[s.idx]
		if u.Known == facts.KnownStatic && !u.Whole && !u.Remote {
			from = u.Resolved
		}
	}
	var old *file
	if from != "" {
		old = r.files[from]
	} else {
		old = r.pipeOf(s.t)
	}
	src := []int{v.idx}
	if old != nil {
		r.file(to.Resolved, &file{t: old.t.withSource(src), known: old.known, cmds: addInts(append([]int(nil), old.cmds...), src), flow: old.flow})
	} else {
		r.file(to.Resolved, &file{t: dyn(nil, src...), cmds: src})
	}
	if from == "" {
		r.ov.WriteFile(to.Resolved, nil)
		return
	}
	if s.move {
		if !v.f.conditional {
			r.ov.Rename(from, to.Resolved)
			delete(r.files, from)
		} else {
			r.ov.Copy(from, to.Resolved)
		}
		return
	}
	r.ov.Copy(from, to.Resolved)
	if old == nil {
		// A copy of a file that the text did not write: its content can be
		// read where it came from.
		delete(r.files, to.Resolved)
		r.file(to.Resolved, &file{t: dyn(nil, src...), cmds: src, from: from})
	}
}

// isDir says whether a destination is a directory to put things in.
func (v *invocation) isDir(p part) bool {
	t := p.t
	if strings.HasSuffix(t.suffix(), "/") || strings.HasSuffix(t.suffix(), "/.") {
		return true
	}
	if p.option {
		return true // cp -t DIR
	}
	s, ok := v.r.exactPath(t)
	if !ok {
		return false
	}
	if s == "." || s == ".." {
		return true
	}
	if v.w.effect("dest_is_file") {
		return false
	}
	name := v.r.locateString(s, v.st)
	if name == "" {
		return false
	}
	if info, err := v.r.fs.Lstat(name); err == nil {
		return info.Type == "dir"
	}
	for _, tmp := range v.r.res.Workspace.Temp {
		if name == tmp {
			return true
		}
	}
	return false
}

// below is what a source is called inside a directory.
func below(dir, src text) text {
	s, ok := src.static()
	if !ok {
		base := src
		if i := strings.LastIndexByte(src.prefix(), '/'); i >= 0 {
			base = src.skip(i + 1)
		}
		if len(base) > 0 && base[0].kind == pieceDyn && len(base) == 1 {
			base = dyn(&unknown{noSlash: true}, base.sources(nil)...)
		}
		return slash(dir).join(base.matched())
	}
	base := gopath.Base(gopath.Clean(s))
	if base == ".." || base == "." || base == "/" {
		return dir
	}
	return slash(dir).join(lit(base))
}

func slash(t text) text {
	if strings.HasSuffix(t.suffix(), "/") {
		return t
	}
	return t.join(lit("/"))
}

// link states the names that ln makes and where they lead.
func (v *invocation) link() {
	r := v.r
	symbolic := v.w.effect("symbolic")
	dest, into := lit("."), true
	if len(v.dests) > 0 {
		last := v.dests[len(v.dests)-1]
		dest, into = last.t, len(v.links) > 1 || v.isDir(last) && !v.w.effect("dest_stays")
	}
	for _, l := range v.links {
		name := dest
		if into {
			name = below(dest, l.t)
		}
		if !symbolic {
			r.touch(l.t, v.st, v.f, access{access: facts.AccessLink, source: "operand"}, v.idx)
		}
		idx := r.touch(name, v.st, v.f, access{access: facts.AccessLink, source: "operand", noFollow: true}, v.idx)
		if idx < 0 {
			continue
		}
		u := &r.in.Accesses[idx]
		target, ok := r.exactPath(l.t)
		if !ok || u.Known != facts.KnownStatic || u.Resolved == "" {
			r.tag(&r.tx.Tags.UnknownOperand, v.idx)
			continue
		}
		from := target
		if symbolic && !strings.HasPrefix(target, "/") {
			from = gopath.Dir(u.Resolved) + "/" + target
		}
		if strings.HasPrefix(from, "/") {
			u.LinkTarget = r.res.Locate("/", from, false).Path
			if u.LinkTarget == "" {
				u.LinkTarget = gopath.Clean(from)
			}
		} else {
			u.LinkTarget = r.locateString(from, v.st)
		}
		if u.Remote {
			continue
		}
		if symbolic {
			r.ov.Symlink(target, u.Resolved)
		} else if u.LinkTarget != "" {
			r.ov.Copy(u.LinkTarget, u.Resolved)
		}
	}
}

// outFiles gives what a command writes into path operands (tee FILE) to those
// who read them later.
func (v *invocation) outFiles(pf *file) {
	if in := v.f.stdin; in != nil {
		pf.t = pf.t.join(in.t)
	}
}
