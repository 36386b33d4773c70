package shell

import (
	"sort"
	"strings"

	"regent/facts"
)

func sortedKeys[V any](m map[string]V) []string {
	out := keys(m)
	sort.Strings(out)
	return out
}

func assignmentFact(name string, t text) facts.Assignment {
	return facts.Assignment{Name: name, Value: clip(t.show(), 1024), Known: t.known()}
}

// word gives one word its meaning.
func (v *invocation) word(val *Value, o field, source, name string) {
	r := v.r
	t := o.t
	if o.many && t.isStatic() {
		t = t.join(dyn(nil))
	}
	if hasOddRunes(t) && roleNamesThing(val.Role) {
		r.wordRunes(t, v.idx, false)
	}
	s, static := t.static()
	if static && s == "-" && val.Dash != "text" && val.Role != "text" && val.Role != "branch" && val.Role != "" {
		return // standard input or output
	}
	if v.p.own {
		switch val.Role {
		case "shell", "exec", "command", "script", "code":
			return
		}
	}
	switch val.Role {
	case "url", "dsn", "host", "git_remote", "package", "data_at", "form_at", "named_at":
		// "?" and "[" of a URL are patterns to the shell, but match no file.
		t = t.unglob()
		s, static = t.static()
	}
	switch val.Role {
	case "setting":
		v.setting(t, source)
	case "port":
		if n := len(r.in.Endpoints); static && n > v.endpoints && r.in.Endpoints[n-1].Command == v.idx && r.in.Endpoints[n-1].Port == 0 {
			r.in.Endpoints[n-1].Port = port(s)
		}
	case "", "text":
		if val.Sends && len(t) > 0 {
			v.sendText(t)
		}
	case "path":
		v.path(val, o, t, source)
	case "data_at":
		if at, ok := afterAt(t, "@"); ok {
			v.sendPath(at, source, val)
			return
		}
		v.sendText(t)
	case "form_at":
		v.form(t, source, val)
	case "named_at":
		v.namedAt(t, source, val)
	case "container_path":
		if _, _, other := splitRemote(t.prefix()); !other {
			v.path(val, o, t, source)
		}
	case "url":
		v.url(val, t, source)
	case "dsn":
		v.dsn(val, t, source)
	case "host":
		v.hostWord(val, t)
	case "remote":
		v.remote(val, o, t, source)
	case "git_remote":
		v.gitRemote(val, t, source)
	case "rev_path":
		v.revPath(t, source)
	case "branch":
		v.branch(t, source)
	case "shell":
		v.ranCode = true
		v.shell(afterPipe(t), source)
	case "exec":
		v.ranCode = true
		v.execWord(t)
	case "command":
		v.start([]field{o}, v.f, "")
	case "code":
		v.ranCode = true
		v.codeWord(val, t)
	case "sql":
		v.ranCode = true
		v.sqlText(t, source)
	case "script":
		v.ranCode = true
		v.script(val, o, t)
	case "package":
		v.pkg(val, t)
	case "target":
		v.target(t, source)
	case "cwd":
		v.cwdWord(t, source)
	case "volume":
		v.volume(val, t)
	case "mount":
		v.mount(val, t)
	case "assignment":
		v.assignmentWord(t)
	case "mode":
		if source == "operand" {
			v.mode = t.show()
		}
	}
}

// afterPipe drops the sign with which some variables say that their value is
// a command that reads from the program or writes to it (LESSOPEN="|cmd").
func afterPipe(t text) text {
	s := t.prefix()
	if rest := strings.TrimLeft(s, "|-"); strings.HasPrefix(s, "|") && rest != "" {
		return t.skip(len(s) - len(rest))
	}
	return t
}

func roleNamesThing(role string) bool {
	switch role {
	case "path", "url", "host", "remote", "git_remote", "rev_path", "script", "cwd", "data_at", "form_at", "named_at", "container_path", "volume", "mount":
		return true
	}
	return false
}

func afterAt(t text, sign string) (text, bool) {
	if strings.HasPrefix(t.prefix(), sign) {
		return t.skip(len(sign)), true
	}
	return nil, false
}

func (v *invocation) path(val *Value, o field, t text, source string) {
	acc := orRead(val.Access)
	if v.opAccess != "" && source == "operand" {
		acc = v.opAccess
	}
	a := access{access: facts.Access(acc), source: source, recursive: v.recursive, mode: ""}
	switch val.Part {
	case "copy", "move", "dest", "link_target":
		v.keepPart(val, t, source)
		return
	}
	switch a.access {
	case facts.AccessDelete:
		a.noFollow = true
	case facts.AccessPermission:
		a.mode = v.mode
	}
	if pf := v.r.pipeOf(t); pf != nil {
		v.r.meta[v.idx].fed = addInts(v.r.meta[v.idx].fed, pf.cmds)
		if val.Sends {
			v.r.meta[v.idx].inText = addInts(v.r.meta[v.idx].inText, pf.cmds)
		}
		if acc == "write" {
			pf.cmds = addInt(pf.cmds, v.idx)
			v.outFiles(pf)
		}
		return
	}
	v.paths = append(v.paths, t)
	idx := v.r.touch(t, v.st, v.f, a, v.idx)
	if o.many && idx >= 0 && v.r.in.Accesses[idx].Known != facts.KnownDynamic && t.hasDyn() && !v.r.in.Accesses[idx].Names && !v.r.in.Accesses[idx].Whole {
		v.r.tag(&v.r.tx.Tags.UnknownOperand, v.idx)
	}
	if idx < 0 {
		return
	}
	if val.Sends {
		v.sends = append(v.sends, facts.Flow{Topic: "accesses", Index: idx})
	}
	if val.Dir {
		v.fills(idx)
		return
	}
	wrote := v.readSources(idx, a.access)
	v.r.meta[v.idx].fed = addInts(v.r.meta[v.idx].fed, wrote)
	if val.Sends {
		v.r.meta[v.idx].inText = addInts(v.r.meta[v.idx].inText, wrote)
	}
	v.effect(t, a.access, idx)
}

// readSources are the commands that wrote what is read here.
func (v *invocation) readSources(idx int, a facts.Access) []int {
	if a != facts.AccessRead {
		return nil
	}
	return v.r.carrier(idx, v.f)
}

// effect lays what the access does over the file system, for later words.
func (v *invocation) effect(t text, a facts.Access, idx int) {
	r := v.r
	u := &r.in.Accesses[idx]
	if u.Known != facts.KnownStatic || u.Whole || u.Resolved == "" || u.Remote {
		return
	}
	switch a {
	case facts.AccessDelete:
		if !v.f.conditional {
			r.ov.Remove(u.Resolved)
			delete(r.files, u.Resolved)
		}
	case facts.AccessWrite:
		if strings.HasPrefix(u.Resolved, "/dev/") {
			return
		}
		v.writes = append(v.writes, u.Resolved)
	}
}

func (v *invocation) sendPath(t text, source string, val *Value) {
	if s, ok := t.static(); ok && s == "-" {
		v.r.meta[v.idx].sendIn = true
		if in := v.f.stdin; in != nil && in.access >= 0 {
			v.sends = append(v.sends, facts.Flow{Topic: "accesses", Index: in.access})
		}
		return
	}
	if pf := v.r.pipeOf(t); pf != nil {
		v.r.meta[v.idx].inText = addInts(v.r.meta[v.idx].inText, pf.cmds)
		return
	}
	idx := v.r.touch(t, v.st, v.f, access{access: facts.AccessRead, source: source}, v.idx)
	if idx >= 0 {
		v.sends = append(v.sends, facts.Flow{Topic: "accesses", Index: idx})
		v.r.meta[v.idx].inText = addInts(v.r.meta[v.idx].inText, v.r.carrier(idx, v.f))
	}
}

// sendText marks what stands in a text as sent.
func (v *invocation) sendText(t text) {
	v.r.meta[v.idx].inText = addInts(v.r.meta[v.idx].inText, t.sources(nil))
}

func (v *invocation) form(t text, source string, val *Value) {
	s := t.prefix()
	i := strings.IndexByte(s, '=')
	if at := strings.IndexByte(s, '@'); at >= 0 && (i < 0 || at < i) {
		v.sendPath(t.skip(at+1), source, val) // name@path, as httpie has it
		return
	}
	if i < 0 {
		v.sendText(t)
		return
	}
	rest := t.skip(i + 1)
	if at, ok := afterAt(rest, "@"); ok {
		v.sendPath(cutParams(at), source, val)
		return
	}
	if at, ok := afterAt(rest, "<"); ok {
		v.sendPath(cutParams(at), source, val)
		return
	}
	v.sendText(t)
}

// namedAt is text, or a file's content after a name and "@".
func (v *invocation) namedAt(t text, source string, val *Value) {
	s := t.prefix()
	if i := strings.IndexAny(s, "@="); i >= 0 && s[i] == '@' {
		v.sendPath(t.skip(i+1), source, val)
		return
	}
	v.sendText(t)
}

// cutParams drops ";type=…" after a form's file name.
func cutParams(t text) text {
	if s, ok := t.static(); ok {
		if i := strings.IndexByte(s, ';'); i >= 0 {
			return lit(s[:i])
		}
	}
	return t
}

func (v *invocation) cwdWord(t text, source string) {
	v.r.touch(t, v.st, v.f, access{access: facts.AccessList, source: "cwd", quiet: true}, v.idx)
}

// volume is host:container[:options] of a container engine.
func (v *invocation) volume(val *Value, t text) {
	s := t.prefix()
	opts := ""
	host := t
	if i := strings.IndexByte(s, ':'); i >= 0 {
		host = lit(s[:i])
		if j := strings.LastIndexByte(s[i+1:], ':'); j >= 0 {
			opts = s[i+1+j+1:]
		}
	} else if t.isStatic() {
		return // a volume of its own
	} else {
		for i := range t {
			if t[i].kind != pieceLit {
				continue
			}
			if j := strings.IndexByte(t[i].s, ':'); j >= 0 {
				host = append(append(text{}, t[:i]...), lit(t[i].s[:j])...)
				break
			}
		}
	}
	if h, ok := host.static(); ok && !strings.ContainsAny(h, "/.~") {
		return // a named volume
	}
	v.mountAccess(val, host, !strings.Contains(opts, "ro"))
}

// mountAccess is how a container may touch a place: as the spec says, else by
// whether it could write there.
func (v *invocation) mountAccess(val *Value, host text, writable bool) {
	acc := facts.Access(val.Access)
	switch {
	case acc != "":
	case writable:
		acc = facts.AccessWrite
	default:
		acc = facts.AccessRead
	}
	v.r.touch(host, v.st, v.f, access{access: acc, source: "option", recursive: true}, v.idx)
}

// mount is a key=value list: type=bind,source=/x,target=/y,readonly.
func (v *invocation) mount(val *Value, t text) {
	s, ok := t.static()
	if !ok {
		if strings.Contains(t.show(), "type=bind") || !strings.Contains(t.show(), "type=") {
			v.r.tag(&v.r.tx.Tags.UnknownOperand, v.idx)
		}
		return
	}
	src, bind, ro := "", true, false
	for kv := range strings.SplitSeq(s, ",") {
		k, val, _ := strings.Cut(kv, "=")
		switch k {
		case "type":
			bind = val == "bind"
		case "source", "src":
			src = val
		case "readonly", "ro":
			ro = val != "false" && val != "0"
		}
	}
	if bind && strings.ContainsAny(src, "/.~") {
		v.mountAccess(val, lit(src), !ro)
	}
}

// setting is NAME=VALUE in an option: what the value is stands in the spec's
// Assign (git -c core.pager=…, tar --checkpoint-action=exec=…).
func (v *invocation) setting(t text, source string) {
	s := t.prefix()
	i := strings.IndexByte(s, '=')
	if i <= 0 {
		return
	}
	a, ok := v.spec.Assign[s[:i]]
	if !ok {
		a, ok = v.spec.Assign[strings.ToLower(s[:i])]
	}
	if !ok {
		a, ok = v.spec.Assign["*"]
	}
	if ok {
		v.word(&a, field{t: t.skip(i + 1)}, source, s[:i])
	}
}

func (v *invocation) assignmentWord(t text) {
	s := t.prefix()
	i := strings.IndexByte(s, '=')
	if i <= 0 {
		return
	}
	c := &v.r.in.Commands[v.idx]
	c.Assignments = append(c.Assignments, assignmentFact(s[:i], t.skip(i+1)))
}

// pkg is a package word of an ecosystem.
func (v *invocation) pkg(val *Value, t text) {
	if !v.r.another() {
		return
	}
	eco, action := v.spec.Ecosystem, "install"
	if val.Access == "remove" || val.Access == "publish" {
		action = val.Access
	}
	p := facts.Package{Command: v.idx, Ecosystem: eco, Source: "registry", Action: action, Known: t.known()}
	s, ok := t.static()
	if !ok {
		p.Name = t.show()
		v.r.tag(&v.r.tx.Tags.UnknownOperand, v.idx)
		v.r.in.Packages = append(v.r.in.Packages, p)
		return
	}
	p.Name, p.Version, p.Source = splitPackage(eco, s)
	if p.Source == "file" && p.Action == "install" {
		v.r.touch(lit(strings.TrimPrefix(p.Name, "file:")), v.st, v.f, access{access: facts.AccessRead, source: "operand"}, v.idx)
	}
	if p.Source == "url" || p.Source == "git" {
		v.urlEndpoint(strings.TrimPrefix(p.Name, "git+"), "target", facts.KnownStatic)
	}
	v.r.in.Packages = append(v.r.in.Packages, p)
}

// splitPackage reads name, version and source of a package word.
func splitPackage(eco, s string) (name, version, source string) {
	switch {
	case strings.HasPrefix(s, "git+"), strings.HasPrefix(s, "git@"), strings.HasPrefix(s, "git:"),
		strings.HasPrefix(s, "github:"), strings.HasSuffix(s, ".git"):
		return s, "", "git"
	case strings.Contains(s, "://"):
		return s, "", "url"
	case strings.HasPrefix(s, "./"), strings.HasPrefix(s, "../"), strings.HasPrefix(s, "/"), strings.HasPrefix(s, "~/"),
		strings.HasPrefix(s, "file:"), s == ".", strings.HasSuffix(s, ".tgz"), strings.HasSuffix(s, ".whl"), strings.HasSuffix(s, ".deb"):
		return s, "", "file"
	}
	sep := "@"
	switch eco {
	case "pypi", "gem":
		if i := strings.IndexAny(s, "=<>~!"); i > 0 {
			return cutBracket(s[:i]), strings.TrimLeft(s[i:], "=<>~! "), "registry"
		}
		name = cutBracket(s)
		if n, ver, ok := strings.Cut(name, "@"); ok {
			if strings.Contains(ver, "/") {
				return s, "", "url"
			}
			return strings.TrimSpace(n), strings.TrimSpace(ver), "registry"
		}
		return name, "", "registry"
	case "deb", "rpm", "apk":
		sep = "="
	}
	if i := strings.LastIndex(s, sep); i > 0 {
		return s[:i], s[i+len(sep):], "registry"
	}
	if eco == "npm" && strings.Contains(s, "/") && !strings.HasPrefix(s, "@") {
		return s, "", "git" // user/repository on a forge
	}
	return s, "", "registry"
}

func cutBracket(s string) string {
	if i := strings.IndexByte(s, '['); i > 0 {
		return s[:i]
	}
	return s
}

func (v *invocation) target(t text, source string) {
	v.r.in.Targets = append(v.r.in.Targets, facts.Target{
		Command: v.idx, System: v.spec.System, Name: t.show(), Mutating: v.spec.Mutating, Known: t.known(),
		Source: map[bool]string{true: "option", false: "option"}[source == "option"],
	})
}
