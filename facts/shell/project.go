package shell

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	gopath "path"
	"slices"
	"strings"

	"regent/facts"
	"regent/facts/path"
)

// This file follows what a project's own files make of a command: scripts of
// its manifest, targets of its build file, registries and contexts that
// configuration names.

// project states what a build tool runs out of the project's files.
func (v *invocation) project() {
	if v.f.remote || v.f.container {
		return
	}
	if v.spec.Scripts != nil {
		v.projectScript(v.spec.Scripts)
	}
	if v.spec.Recipes != nil {
		v.recipes(v.spec.Recipes)
	}
	if v.spec.Registry != nil {
		v.registry(v.spec.Registry)
	}
	if v.spec.Context != nil {
		v.context(v.spec.Context)
	}
}

// nearest finds a file in a directory or above it, as far as the root that
// holds the directory goes.
func (r *run) nearest(dir, name string) (string, []byte) {
	root := ""
	for _, w := range r.res.Workspace.Roots {
		if (dir == w || strings.HasPrefix(dir, w+"/")) && len(w) > len(root) {
			root = w
		}
	}
	if root == "" {
		return "", nil
	}
	for d := dir; strings.HasPrefix(d, root); d = gopath.Dir(d) {
		p := gopath.Join(d, name)
		if data, err := r.fs.ReadFile(p, int64(r.x.cfg.Limits.Script)); err == nil {
			return p, data
		}
		if d == root {
			break
		}
	}
	return "", nil
}

// projectScript judges the script of the project's manifest that the call
// runs, with those before and after it.
func (v *invocation) projectScript(s *Scripts) {
	r := v.r
	name, args := v.scriptName(s)
	here := r.here(v.st)
	if name == "" || !here.known {
		return
	}
	var manifest, scripts map[string]json.RawMessage
	file, data := "", []byte(nil)
	if r.x.cfg.Scripts {
		file, data = r.nearest(here.path, s.File)
		if json.Unmarshal(data, &manifest) != nil || json.Unmarshal(manifest[s.Member], &scripts) != nil {
			scripts = nil
		}
	}
	if s.Tools && scripts[name] == nil {
		v.packageTool(name)
	}
	sum := sha256.Sum256(data)
	for _, n := range []string{"pre" + name, name, "post" + name} {
		raw, ok := scripts[n]
		if !ok {
			continue
		}
		var body string
		if json.Unmarshal(raw, &body) != nil {
			continue
		}
		run := facts.Run{
			Command: v.idx, Path: file, Language: "sh", How: "npm_script", Name: n,
			Digest: "sha256:" + hex.EncodeToString(sum[:]),
		}
		at := len(r.in.Runs)
		r.in.Runs = append(r.in.Runs, run)
		t := lit(body)
		if n == name {
			for _, a := range args {
				t = t.join(lit(" ")).join(quoted(a.t))
			}
		}
		run.TextJudged = v.projectText(file+"#"+n, t, gopath.Dir(file), s.Lookup)
		r.in.Runs[at] = run
	}
}

// packageTool runs a program of the project's packages when a package manager
// is asked for a script that there is not: yarn prisma, bun run prisma.
func (v *invocation) packageTool(name string) {
	manager := v.r.x.table.lookup(v.prog.name)
	if manager == nil || manager.subs[name] != nil || v.r.x.table.lookup(name) == nil {
		return
	}
	for i, a := range v.args[1:] {
		if s, ok := a.static(); ok && s == name {
			g := v.innerFrame()
			g.noBuiltin, g.noFunc, g.lookup = true, true, "node_modules"
			v.startIn(v.args[1+i:], v.st.clone(), g)
			return
		}
	}
}

// packageProgram is the command of a package runner: the package's name is the
// program's, whatever version is asked for, and a "--" after it is the
// runner's.
func (v *invocation) packageProgram(words []field) []field {
	s, ok := words[0].static()
	if !ok || strings.ContainsAny(s, "/:") {
		return words
	}
	out := append([]field(nil), words...)
	if name, version, source := splitPackage(v.spec.Ecosystem, s); source == "registry" && version != "" && name != "" {
		out[0] = field{t: lit(name), raw: words[0].raw}
	}
	if len(out) > 1 && v.spec.Ecosystem == "npm" && show(out[1]) == "--" {
		out = append(out[:1], out[2:]...)
	}
	return out
}

// scriptName is the script that the words ask for, with its arguments.
func (v *invocation) scriptName(s *Scripts) (string, []field) {
	ops, sub := v.w.operands, ""
	if len(v.prog.sub) > 0 {
		sub = v.prog.sub[0]
	}
	if slices.Contains(s.Operand, sub) {
		if len(ops) == 0 {
			return "", nil
		}
		name, ok := ops[0].static()
		if !ok && sub != "" {
			v.r.tag(&v.r.tx.Tags.UnknownOperand, v.idx)
		}
		return name, ops[1:]
	}
	if sub == "" {
		return "", nil
	}
	if name, ok := s.Around[sub]; ok {
		return name, nil
	}
	name, ok := s.Named[sub]
	if !ok {
		name = s.Named["*"]
	}
	if name == "*" {
		name = sub
	}
	return name, ops
}

// projectText runs a project's own shell text; false when it is already
// running or could not be read as a whole.
func (v *invocation) projectText(key string, t text, dir, lookup string) bool {
	r := v.r
	if r.scripts[key] || !r.down() {
		return false
	}
	defer r.up()
	if r.scripts == nil {
		r.scripts = map[string]bool{}
	}
	r.scripts[key] = true
	defer delete(r.scripts, key)
	complete, errWord := r.tx.Complete, r.tx.Error
	r.tx.Complete, r.tx.Error = true, ""
	g := v.innerFrame()
	g.run = true
	g.stdin = &input{kind: "none", access: -1}
	g.lookup = lookup
	st := v.st.clone()
	r.freshShell(st, false)
	st.pos, st.posLoose = nil, false
	st.dirs = []place{{path: dir, known: true}}
	saved := r.pick
	r.newShell(t, dialectOf("sh"), st, g)
	r.pick = saved
	judged := r.tx.Complete
	if !complete {
		r.tx.Complete, r.tx.Error = complete, errWord
	}
	return judged && t.isStatic()
}

// recipes names the targets of the build file that the call would build.
func (v *invocation) recipes(rc *Recipes) {
	r := v.r
	file := ""
	if f, ok := v.w.value(rc.Option); ok {
		file = r.locate(f.t, v.st)
	} else if here := r.here(v.st); here.known {
		for _, n := range rc.Files {
			p := gopath.Join(here.path, n)
			if info, err := r.fs.Lstat(p); err == nil && info.Type == path.TypeFile {
				file = p
				break
			}
		}
	}
	v.makefile(rc, file)
	run := facts.Run{Command: v.idx, Path: file, Language: rc.Language, How: "make"}
	named := false
	for _, o := range v.w.operands {
		s, ok := o.static()
		if ok && strings.Contains(s, "=") {
			continue
		}
		named = true
		run.Name = clip(o.t.show(), 256)
		r.in.Runs = append(r.in.Runs, run)
	}
	if !named && file != "" {
		r.in.Runs = append(r.in.Runs, run)
	}
}

// registry states the registry that configuration names for packages that
// come from one.
func (v *invocation) registry(c *Configured) {
	r := v.r
	from := false
	for i := len(r.in.Packages) - 1; i >= 0 && r.in.Packages[i].Command == v.idx; i-- {
		from = from || r.in.Packages[i].Source == "registry"
	}
	if !from {
		return
	}
	for i := v.endpoints; i < len(r.in.Endpoints); i++ {
		if r.in.Endpoints[i].Role == "registry" {
			return // the words say it
		}
	}
	if t, _, ok := v.configured(c, "://"); ok {
		e := parseURL(t.show())
		e.Command, e.Role, e.Known, e.Raw = v.idx, "registry", t.known(), clip(e.Host, 256)
		e.UserInfo = false
		r.addEndpoint(e)
	}
}

// configured is what an option, a variable or a configuration file says, and
// which of them. What a file says counts when it holds a sign.
func (v *invocation) configured(c *Configured, sign string) (text, string, bool) {
	r := v.r
	if val, ok := v.w.value(c.Option); ok {
		return val.t, "option", true
	}
	if c.Variable != "" {
		if t, ok := v.variableText(c.Variable); ok {
			return t, "env", true
		}
	}
	files := c.Files
	if c.FileVariable != "" {
		if t, ok := v.variableText(c.FileVariable); ok {
			s, _ := t.static()
			files = []string{s}
		}
	}
	here := r.here(v.st)
	for _, f := range files {
		name, ok := r.touchPath(f, v.st).static()
		if ok && !strings.HasPrefix(name, "/") {
			name, ok = gopath.Join(here.path, name), here.known
		}
		if ok {
			if val := r.setting(name, c.Key); val != "" && strings.Contains(val, sign) {
				return lit(val), "config", true
			}
		}
	}
	return nil, "", false
}

// setting reads one NAME = VALUE line of a small configuration file.
func (r *run) setting(file, key string) string {
	if !strings.HasPrefix(file, "/") {
		return ""
	}
	data, err := r.fs.ReadFile(file, 64<<10)
	if err != nil {
		return ""
	}
	for line := range strings.SplitSeq(string(data), "\n") {
		k, val, ok := strings.Cut(line, "=")
		if !ok {
			if k, val, ok = strings.Cut(line, ":"); !ok {
				continue
			}
		}
		if strings.TrimSpace(k) == key {
			return strings.Trim(strings.TrimSpace(val), `"'`)
		}
	}
	return ""
}

// context states the account, cluster or engine that a tool acts on when its
// words do not say.
func (v *invocation) context(c *Configured) {
	r := v.r
	for i := range r.in.Targets {
		if t := &r.in.Targets[i]; t.Command == v.idx && t.Source != "option" {
			return
		}
	}
	if t, source, ok := v.configured(c, ""); ok {
		r.in.Targets = append(r.in.Targets, facts.Target{
			Command: v.idx, System: v.spec.System, Name: clip(t.show(), 256), Mutating: v.spec.Mutating, Known: t.known(), Source: source,
		})
	}
}

// variableText is the value of a variable that the program would see, when
// the text or the known environment sets it.
func (v *invocation) variableText(name string) (text, bool) {
	for _, s := range v.p.sets {
		if s.name == name {
			return s.t, true
		}
	}
	for _, a := range v.f.assigns {
		if a.Name == name {
			if a.Known == facts.KnownStatic {
				return lit(a.Value), true
			}
			return dyn(nil), true
		}
	}
	if x := v.r.lookup(name, v.st); x != nil && x.exported && !x.unset {
		return v.r.alternative(x), true
	}
	return nil, false
}
