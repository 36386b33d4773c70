package shell

import (
	gopath "path"
	"strings"

	"regent/facts"
)

// usesGit says whether a program's facts depend on a repository: its words
// name remotes or revisions, or it reads words as git does.
func (p *program) usesGit() bool {
	return p.spec.Grammar == "git"
}

// gitDir finds the repository's folder for a directory: .git itself, or where
// a worktree's .git file points.
func (r *run) gitDir(dir string) string {
	for d := dir; strings.HasPrefix(d, "/"); d = gopath.Dir(d) {
		p := gopath.Join(d, ".git")
		info, err := r.fs.Lstat(p)
		if err == nil {
			if info.Type == "dir" {
				return p
			}
			if info.Type == "symlink" {
				if to := r.res.Locate("/", p, false); to.Exists {
					p = to.Path
					if to.Info.Type == "dir" {
						return p
					}
				}
			}
			data, err := r.fs.ReadFile(p, 4096)
			if err == nil {
				if to, ok := strings.CutPrefix(strings.TrimSpace(string(data)), "gitdir:"); ok {
					to = strings.TrimSpace(to)
					if !strings.HasPrefix(to, "/") {
						to = gopath.Join(d, to)
					}
					return gopath.Clean(to)
				}
			}
			return ""
		}
		if d == "/" {
			break
		}
	}
	return ""
}

// headBranch is the branch that is checked out at a place.
func (r *run) headBranch(p place) string {
	if !p.known {
		return ""
	}
	if len(r.switched) > 0 {
		if b, ok := r.switched[r.gitDir(p.path)]; ok {
			return b
		}
	}
	if b, ok := r.heads[p.path]; ok {
		return b
	}
	b := ""
	if dir := r.gitDir(p.path); dir != "" {
		if data, err := r.fs.ReadFile(gopath.Join(dir, "HEAD"), 4096); err == nil {
			if ref, ok := strings.CutPrefix(strings.TrimSpace(string(data)), "ref:"); ok {
				b = strings.TrimPrefix(strings.TrimSpace(ref), "refs/heads/")
			}
		}
	}
	if r.heads == nil {
		r.heads = map[string]string{}
	}
	r.heads[p.path] = b
	return b
}

// branch is a word that names the branch which is checked out from here on, or
// a path when there is one of that name.
func (v *invocation) branch(t text, source string) {
	if source == "operand" {
		before := len(v.r.in.Accesses)
		v.revPath(t, source)
		if len(v.r.in.Accesses) > before {
			return
		}
	}
	here := v.r.here(v.st)
	if !here.known || v.f.remote || v.f.container {
		return
	}
	dir := v.r.gitDir(here.path)
	if dir == "" {
		return
	}
	name, _ := t.static() // "" for one that is not known
	if name == "-" {
		name = v.r.lastHead
	}
	v.r.lastHead = v.r.headBranch(here)
	if v.r.switched == nil {
		v.r.switched = map[string]string{}
	}
	v.r.switched[dir] = strings.TrimPrefix(name, "refs/heads/")
}

// gitConfig is what a repository's configuration says of remotes.
type gitConfig struct {
	urls    map[string][]string
	push    map[string][]string
	branch  map[string]string // branch to remote
	pushDef string
}

func (r *run) gitConfig(p place) *gitConfig {
	c := &gitConfig{urls: map[string][]string{}, push: map[string][]string{}, branch: map[string]string{}}
	if !p.known {
		return c
	}
	if old := r.configs[p.path]; old != nil {
		return old
	}
	dir := r.gitDir(p.path)
	if dir != "" {
		if common, err := r.fs.ReadFile(gopath.Join(dir, "commondir"), 4096); err == nil {
			to := strings.TrimSpace(string(common))
			if !strings.HasPrefix(to, "/") {
				to = gopath.Join(dir, to)
			}
			dir = to
		}
		if data, err := r.fs.ReadFile(gopath.Join(dir, "config"), 64<<10); err == nil {
			c.read(string(data))
		}
	}
	if r.configs == nil {
		r.configs = map[string]*gitConfig{}
	}
	r.configs[p.path] = c
	return c
}

func (c *gitConfig) read(s string) {
	section, sub := "", ""
	for line := range strings.SplitSeq(s, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		if line[0] == '[' {
			head := strings.TrimRight(strings.TrimPrefix(line, "["), "]")
			section, sub, _ = strings.Cut(head, " ")
			section = strings.ToLower(section)
			sub = strings.Trim(strings.TrimSpace(sub), `"`)
			continue
		}
		k, val, _ := strings.Cut(line, "=")
		k, val = strings.ToLower(strings.TrimSpace(k)), strings.Trim(strings.TrimSpace(val), `"`)
		switch section + "." + k {
		case "remote.url":
			c.urls[sub] = append(c.urls[sub], val)
		case "remote.pushurl":
			c.push[sub] = append(c.push[sub], val)
		case "branch.remote":
			c.branch[sub] = val
		case "remote.pushdefault":
			c.pushDef = val
		}
	}
}

// gitRemote is the name of a configured remote, a URL or a local path.
func (v *invocation) gitRemote(val *Value, t text, source string) {
	s, ok := t.static()
	v.sendText(t)
	if !ok {
		if strings.Contains(t.prefix(), ":") {
			v.partialURL(t, "remote")
			return
		}
		v.r.tag(&v.r.tx.Tags.UnknownOperand, v.idx)
		v.r.addEndpoint(facts.Endpoint{Command: v.idx, Role: "remote", Known: facts.KnownDynamic, Raw: clip(t.show(), 256)})
		return
	}
	if val.Dir {
		v.clones(s)
	}
	if c := v.r.gitConfig(v.r.here(v.st)); len(c.urls[s]) > 0 || len(c.push[s]) > 0 {
		for _, u := range append(append([]string(nil), c.urls[s]...), c.push[s]...) {
			v.gitURL(u, s, "remote")
		}
		return
	}
	if isGitURL(s) {
		v.gitURL(s, s, "target")
		return
	}
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "/") || strings.HasPrefix(s, "~") || v.isRepo(s) {
		v.r.touch(lit(s), v.st, v.f, access{access: facts.AccessRead, source: source, recursive: true}, v.idx)
		return
	}
	// The name of a remote that the configuration does not show.
	v.r.addEndpoint(facts.Endpoint{Command: v.idx, Role: "remote", Known: facts.KnownPartial, Raw: clip(s, 256)})
}

// defaultRemote is the remote that git takes when none is named.
func (v *invocation) defaultRemote(val *Value) {
	c := v.r.gitConfig(v.r.here(v.st))
	name := c.branch[v.r.in.Commands[v.idx].HeadBranch]
	if name == "" {
		name = c.pushDef
	}
	if name == "" {
		name = "origin"
	}
	if len(c.urls[name]) > 0 {
		v.gitRemote(val, lit(name), "operand")
	}
}

func (v *invocation) isRepo(s string) bool {
	if strings.IndexByte(s, '/') < 0 {
		return false
	}
	name := v.r.locateString(s, v.st)
	if name == "" {
		return false
	}
	_, err := v.r.fs.Lstat(name)
	return err == nil
}

func isGitURL(s string) bool {
	if strings.Contains(s, "://") || strings.Contains(s, "::") {
		return true
	}
	_, _, ok := splitRemote(s)
	return ok
}

// gitURL states the endpoint of a remote's URL; a remote helper's command
// (ext::) is run.
func (v *invocation) gitURL(u, raw, role string) {
	if helper, rest, ok := strings.Cut(u, "::"); ok && !strings.Contains(helper, "/") {
		v.r.addEndpoint(facts.Endpoint{Command: v.idx, Role: role, Scheme: helper, Raw: clip(u, 256), Path: clip(rest, 256), Known: facts.KnownStatic})
		if helper == "ext" || helper == "fd" {
			v.ranCode = true
			v.execWord(lit(rest))
		}
		return
	}
	if strings.Contains(u, "://") {
		if p, ok := strings.CutPrefix(u, "file://"); ok {
			v.r.touch(lit(p), v.st, v.f, access{access: facts.AccessRead, source: "operand", recursive: true}, v.idx)
			return
		}
		e := parseURL(u)
		e.Command, e.Role, e.Known, e.Raw = v.idx, role, facts.KnownStatic, clip(raw, 256)
		v.r.addEndpoint(e)
		return
	}
	if host, path, ok := splitRemote(u); ok {
		e := facts.Endpoint{Command: v.idx, Role: role, Scheme: "ssh", Path: clip(path, 256), Known: facts.KnownStatic, Raw: clip(raw, 256)}
		e.Host, _ = canonHost(host)
		v.r.addEndpoint(e)
		return
	}
	v.r.touch(lit(u), v.st, v.f, access{access: facts.AccessRead, source: "operand", recursive: true}, v.idx)
}

// revPath is rev:path, a revision or a path.
func (v *invocation) revPath(t text, source string) {
	s := t.prefix()
	if i := strings.IndexByte(s, ':'); i >= 0 && !strings.HasPrefix(s, ":(") && !strings.HasPrefix(s, ":/") {
		rest := t.skip(i + 1)
		if rp, ok := rest.static(); ok {
			if rp == "" {
				return
			}
			// A path of a revision counts from the top of the work tree.
			if !strings.HasPrefix(rp, "./") && !strings.HasPrefix(rp, "../") && !strings.HasPrefix(rp, "/") {
				if top := v.workTree(); top != "" {
					rest = lit(top + "/" + rp)
				}
			}
		}
		v.r.touch(rest, v.st, v.f, access{access: facts.AccessRead, source: source}, v.idx)
		return
	}
	w, ok := t.static()
	if !ok {
		return
	}
	if v.w.ended {
		v.r.touch(t, v.st, v.f, access{access: facts.AccessRead, source: source}, v.idx)
		return
	}
	name := v.r.locateString(w, v.st)
	if name == "" {
		return
	}
	if _, err := v.r.fs.Lstat(name); err == nil {
		v.r.touch(t, v.st, v.f, access{access: facts.AccessRead, source: source}, v.idx)
	}
}

func (v *invocation) workTree() string {
	here := v.r.here(v.st)
	for d := here.path; here.known && strings.HasPrefix(d, "/"); d = gopath.Dir(d) {
		if _, err := v.r.fs.Lstat(gopath.Join(d, ".git")); err == nil {
			return d
		}
		if d == "/" {
			break
		}
	}
	return ""
}

// gitAlias runs what an alias given by -c makes of an unknown subcommand.
func (v *invocation) gitAlias() {
	if v.spec.Grammar != "git" || len(v.prog.sub) > 0 || len(v.w.operands) == 0 {
		return
	}
	name, ok := v.w.operands[0].static()
	if !ok {
		return
	}
	for i := range v.w.opts {
		o := &v.w.opts[i]
		if !o.has || o.opt == nil || o.opt.Value == nil || o.opt.Value.Role != "setting" {
			continue
		}
		key, val, has := cutField(o.val, "=")
		if k, _ := key.static(); !has || !strings.EqualFold(k, "alias."+name) {
			continue
		}
		rest := v.w.operands[1:]
		if strings.HasPrefix(val.t.prefix(), "!") {
			t := val.t.skip(1)
			for _, a := range rest {
				t = t.join(lit(" ")).join(quoted(a.t))
			}
			v.shell(t, "option")
			continue
		}
		words, ok := splitWords(val.t.show())
		if !ok {
			continue
		}
		args := []field{plain(v.prog.name)}
		for _, w := range words {
			args = append(args, field{t: v.r.marked(w)})
		}
		v.start(append(args, rest...), v.f, "")
	}
}

// quoted writes a word so that a shell reads it back as one.
func quoted(t text) text {
	if s, ok := t.static(); ok {
		return lit("'" + strings.ReplaceAll(s, "'", `'\''`) + "'")
	}
	return t
}
