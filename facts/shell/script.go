package shell

import (
	"crypto/sha256"
	"encoding/hex"
	gopath "path"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"regent/facts"
	"regent/facts/path"
)

// programFile finds the file that a program word names. The second result
// says that it is code of the workspace or of a temporary tree, whatever its
// name.
func (r *run) programFile(name string, prog *program, st *state) (facts.ProgramFile, bool) {
	if strings.IndexByte(name, '/') >= 0 {
		pf := facts.ProgramFile{Explicit: true}
		here := r.here(st)
		if !strings.HasPrefix(name, "/") && !here.known {
			return pf, true // somewhere below an unknown directory
		}
		r.fileFacts(&pf, name, here.path, prog)
		return pf, (pf.Root != "" || pf.BelowTemp || pf.Path == "") && !pf.Wrapper
	}
	if st.venv != "" {
		if pf, ok := r.venvFile(name, st); ok {
			return pf, false
		}
	}
	search, known := r.searchPath(st)
	if !known {
		return facts.ProgramFile{}, false
	}
	key := lookup{name, search}
	if pf, ok := r.mem.lookups[key]; ok {
		return pf, pf.Found && (pf.Root != "" || pf.BelowTemp) && !pf.Wrapper
	}
	pf := facts.ProgramFile{}
	for _, dir := range r.searchDirs(search) {
		if dir.missing && !r.ov.Changed() {
			continue
		}
		full := dir.path + "/" + name
		info, err := r.ov.Peek(full)
		if err != nil || info.Type == "dir" {
			continue
		}
		r.fileFacts(&pf, full, "/", prog)
		if pf.Found {
			break
		}
	}
	r.mem.lookups[key] = pf
	return pf, pf.Found && (pf.Root != "" || pf.BelowTemp) && !pf.Wrapper
}

// searchDir is a directory of a PATH.
type searchDir struct {
	path    string
	missing bool // before the text made it
}

// searchDirs are the directories of a PATH. From the second program on those
// that are missing are known to be.
func (r *run) searchDirs(search string) []searchDir {
	dirs := r.mem.search
	if r.search != search {
		dirs = dirs[:0]
		for dir := range strings.SplitSeq(search, ":") {
			if strings.HasPrefix(dir, "/") {
				dirs = append(dirs, searchDir{path: dir})
			}
		}
		r.search, r.mem.search, r.searches = search, dirs, 0
	}
	if r.searches++; r.searches == 2 {
		for i := range dirs {
			_, err := r.fs.Lstat(dirs[i].path)
			dirs[i].missing = err != nil
		}
	}
	return dirs
}

// lookup is a program that was looked up along a PATH.
type lookup struct{ name, search string }

func (r *run) fileFacts(pf *facts.ProgramFile, name, cwd string, prog *program) {
	word := name
	if strings.HasPrefix(word, "~") {
		word = "./" + word
	}
	u := r.res.Resolve(path.Request{CWD: cwd, Word: word, Access: facts.AccessExecute, Brief: true})
	pf.Path, pf.Found, pf.Root, pf.BelowTemp, pf.Classes = u.Resolved, u.Exists, u.Root, u.BelowTemp, u.Classes
	if pf.Path == "" {
		pf.Path = u.Absolute
	}
	if prog != nil && u.Root != "" {
		lexical := name
		if !strings.HasPrefix(lexical, "/") {
			lexical = gopath.Join(cwd, lexical)
		}
		lexical = gopath.Clean(lexical)
		for _, pat := range prog.spec.ProjectFile {
			if projectMatch(strings.TrimPrefix(pat, "./"), u.Relative) || projectMatch(strings.TrimPrefix(pat, "./"), strings.TrimPrefix(lexical, u.Root+"/")) {
				pf.Wrapper = true
			}
		}
	}
}

// projectMatch matches a pattern whose "*" stands for one name, at the end of
// a path below the root.
func projectMatch(pattern, rel string) bool {
	pp, rp := strings.Split(pattern, "/"), strings.Split(rel, "/")
	if len(rp) < len(pp) {
		return false
	}
	rp = rp[len(rp)-len(pp):]
	for i := range pp {
		if pp[i] != "*" && pp[i] != rp[i] && !matchHost(pp[i], rp[i]) {
			return false
		}
	}
	return true
}

// searchPath is PATH, when its value is known.
func (r *run) searchPath(st *state) (string, bool) {
	if v := st.vars["PATH"]; v != nil {
		if v.unset || len(v.alts) != 1 {
			return "", false
		}
		return v.alts[0].static()
	}
	p, ok := r.env["PATH"]
	return p, ok
}

// venvFile looks a program up in a virtual environment that was activated.
func (r *run) venvFile(name string, st *state) (facts.ProgramFile, bool) {
	full := st.venv + "/" + name
	if _, err := r.fs.Lstat(full); err != nil {
		return facts.ProgramFile{}, false
	}
	pf := facts.ProgramFile{}
	r.fileFacts(&pf, full, "/", nil)
	pf.Wrapper = true
	return pf, true
}

// projectBin finds a program among those that a project's packages bring.
func (r *run) projectBin(name string, st *state) (facts.ProgramFile, bool) {
	here := r.here(st)
	for d := here.path; here.known && strings.HasPrefix(d, "/"); d = gopath.Dir(d) {
		full := gopath.Join(d, "node_modules/.bin", name)
		if _, err := r.fs.Lstat(full); err == nil {
			pf := facts.ProgramFile{}
			r.fileFacts(&pf, full, "/", nil)
			pf.Wrapper = pf.Root != ""
			return pf, pf.Wrapper
		}
		if d == "/" {
			break
		}
	}
	return facts.ProgramFile{}, false
}

// runsFile states the run of a file of the workspace, and reads it when the
// text wrote it or scripts may be read.
func (v *invocation) runsFile(pf facts.ProgramFile, args []field) {
	r := v.r
	name, _ := args[0].static()
	if len(v.f.via) > 0 && v.fetches(args[0].t) {
		return
	}
	idx := r.touch(lit(name), v.st, v.f, access{access: facts.AccessExecute, source: "run", quiet: true}, v.idx)
	run := facts.Run{Command: v.idx, Path: pf.Path, How: "binary"}
	v.judge(&run, idx, "", args[1:], name)
}

// script is an operand or option that names a file to run.
func (v *invocation) script(val *Value, o field, t text) {
	r := v.r
	lang := val.Language
	if lang == "" {
		lang = v.spec.Language
	}
	if pf := r.pipeOf(t); pf != nil {
		r.meta[v.idx].fed = addInts(r.meta[v.idx].fed, pf.cmds)
		r.tag(&r.tx.Tags.PipesIntoInterpreter, v.idx)
		v.interpret(pf.t, pf.known, pf.cmds, lang)
		return
	}
	if v.fetches(t) {
		return
	}
	idx := r.touch(t, v.st, v.f, access{access: facts.AccessExecute, source: "run"}, v.idx)
	run := facts.Run{Command: v.idx, Language: lang, How: "script", Path: ""}
	rest := v.w.operands
	for i := range rest {
		if equalText(rest[i].t, t) {
			rest = rest[i+1:]
			break
		}
	}
	name, _ := t.static()
	if v.f.remote || v.f.container || idx < 0 {
		if idx >= 0 {
			run.Path = r.in.Accesses[idx].Absolute
		}
		r.in.Runs = append(r.in.Runs, run)
		return
	}
	run.Path = r.in.Accesses[idx].Resolved
	v.judge(&run, idx, lang, rest, name)
}

// fetches states the run of a program that is named by its URL: whatever
// takes such a name fetches it first.
func (v *invocation) fetches(t text) bool {
	scheme, _, found := strings.Cut(strings.ToLower(t.prefix()), "://")
	if !found || scheme != "https" && scheme != "http" {
		return false
	}
	r := v.r
	v.url(&Value{Role: "url"}, t.unglob(), "run")
	r.tag(&r.tx.Tags.FetchedThenRun, v.idx)
	r.in.Runs = append(r.in.Runs, facts.Run{Command: v.idx, Language: v.spec.Language, How: "script", Path: t.show(), Fetched: true})
	return true
}

// judge reads what would be run, as far as that is allowed, and states the
// run.
func (v *invocation) judge(run *facts.Run, access int, lang string, args []field, arg0 string) {
	r := v.r
	at := len(r.in.Runs)
	r.in.Runs = append(r.in.Runs, *run)
	done := func() { r.in.Runs[at] = *run }
	fl := r.fileAt(access)
	if fl != nil {
		run.Written = true
		run.Fetched = fl.flow&flowFetched != 0
		r.meta[v.idx].fed = addInts(r.meta[v.idx].fed, fl.cmds)
		if run.Fetched {
			r.tag(&r.tx.Tags.FetchedThenRun, v.idx)
		}
		if fl.flow&flowDecoded != 0 {
			r.tag(&r.tx.Tags.DecodedThenRun, v.idx)
		}
		body, ok := fl.t.static()
		known := fl.known
		if fl.from != "" && r.x.cfg.Scripts && r.inRoot(fl.from) {
			if data, err := r.fs.ReadFile(fl.from, int64(r.x.cfg.Limits.Script)); err == nil && !strings.Contains(string(data), "\x00") {
				body, ok, known = string(data), true, true
			}
		}
		if !known || !ok {
			if isShell(lang) || lang == "" && !run.Fetched && len(fl.t) > 1 {
				r.tag(&r.tx.Tags.DynamicText, v.idx)
				v.runText(fl.t, lang, args, arg0)
			}
			done()
			return
		}
		if lang == "" {
			lang = r.shebang(body)
		}
		run.Language = lang
		if lang == "" {
			lang = "sh" // the shell itself runs what it cannot execute
			run.How = "script"
		}
		v.runBody(run, body, lang, args, arg0)
		done()
		return
	}
	if access >= 0 && r.broughtIn(access) {
		run.Fetched = true
		r.tag(&r.tx.Tags.FetchedThenRun, v.idx)
	}
	if access < 0 || !r.x.cfg.Scripts {
		done()
		return
	}
	u := r.in.Accesses[access]
	if u.Root == "" || u.Known != facts.KnownStatic || u.Error != "" || !u.Exists || u.Type != "file" {
		done()
		return
	}
	data, err := r.fs.ReadFile(u.Resolved, int64(r.x.cfg.Limits.Script))
	if err != nil {
		done()
		return
	}
	body := string(data)
	sum := sha256.Sum256(data)
	run.Digest = "sha256:" + hex.EncodeToString(sum[:])
	if lang == "" {
		if lang = r.shebang(body); lang == "" && !strings.Contains(body, "\x00") && len(body) > 0 {
			lang = "sh"
		}
	}
	run.Language = lang
	if isShell(lang) && !strings.Contains(body, "\x00") {
		run.How = "script"
		v.runBody(run, body, lang, args, arg0)
	}
	done()
}

// inRoot says whether a canonical path lies in a root.
func (r *run) inRoot(p string) bool {
	for _, w := range r.res.Workspace.Roots {
		if strings.HasPrefix(p, w+"/") {
			return true
		}
	}
	return false
}

func (v *invocation) runBody(run *facts.Run, body, lang string, args []field, arg0 string) {
	r := v.r
	if !isShell(lang) {
		r.tag(&r.tx.Tags.InlineCode, v.idx)
		v.codeText(lang, lit(body))
		return
	}
	if r.scripts[run.Path] {
		return // it runs itself; once is enough
	}
	if r.scripts == nil {
		r.scripts = map[string]bool{}
	}
	r.scripts[run.Path] = true
	defer delete(r.scripts, run.Path)
	before := r.tx.Complete
	v.runText(lit(body), lang, args, arg0)
	run.TextJudged = r.tx.Complete || !before
}

func (v *invocation) runText(t text, lang string, args []field, arg0 string) {
	r := v.r
	if !r.down() {
		return
	}
	defer r.up()
	g := v.innerFrame()
	g.run = true
	st := v.st.clone()
	r.freshShell(st, false)
	st.pos, st.posLoose, st.arg0 = args, false, arg0
	v.inner = true
	saved := r.pick
	d := dialectOf(lang)
	if lang == "" {
		d = syntax.LangBash
	}
	r.newShell(t, d, st, g)
	r.pick = saved
}

// shebang gives the language that a script's first line names: that of the
// interpreter's spec, else its name.
func (r *run) shebang(s string) string {
	if !strings.HasPrefix(s, "#!") {
		return ""
	}
	line, _, _ := strings.Cut(s[2:], "\n")
	words := strings.Fields(line)
	if len(words) == 0 {
		return ""
	}
	prog := gopath.Base(words[0])
	if prog == "env" {
		for _, w := range words[1:] {
			if strings.HasPrefix(w, "-") || strings.Contains(w, "=") {
				continue
			}
			prog = gopath.Base(w)
			break
		}
	}
	plain := strings.TrimRight(prog, "0123456789.")
	for _, name := range []string{prog, plain} {
		if p := r.x.table.lookup(name); p != nil && p.spec.Language != "" {
			return p.spec.Language
		}
	}
	return plain
}

// sourceFile is source FILE: the text runs in the shell itself.
func (r *run) sourceFile(w field, args []field, idx int, st *state, f *frame) {
	t := w.t
	if pf := r.pipeOf(t); pf != nil {
		r.meta[idx].fed = addInts(r.meta[idx].fed, pf.cmds)
		body := pf.t
		if !pf.known && len(body) == 0 {
			body = dyn(nil, pf.cmds...)
		}
		r.evalText(body.withSource(pf.cmds), idx, st, f)
		return
	}
	if s, ok := t.static(); ok && (s == "/dev/stdin" || s == "-" || s == "/dev/fd/0") && f.stdin != nil {
		if f.stdin.pipe {
			r.tag(&r.tx.Tags.PipesIntoInterpreter, idx)
		}
		r.evalText(f.stdin.t.withSource(f.stdin.cmds), idx, st, f)
		return
	}
	acc := -1
	for i := len(r.in.Accesses) - 1; i >= 0 && r.in.Accesses[i].Command == idx; i-- {
		acc = i
	}
	if acc < 0 {
		acc = r.touch(t, st, f, access{access: facts.AccessExecute, source: "run"}, idx)
	}
	run := facts.Run{Command: idx, Language: "bash", How: "script"}
	if acc >= 0 {
		run.Path = r.in.Accesses[acc].Resolved
	}
	if s, ok := t.static(); ok && gopath.Base(s) == "activate" {
		run.How = "activate"
		if run.Path != "" {
			st.venv = gopath.Dir(run.Path)
		}
	}
	at := len(r.in.Runs)
	for i := range r.in.Runs { // the program's spec may have stated it
		if r.in.Runs[i].Command == idx {
			at = i
			run.Digest = r.in.Runs[i].Digest
		}
	}
	if at == len(r.in.Runs) {
		r.in.Runs = append(r.in.Runs, run)
	}
	body, ok := "", false
	if fl := r.fileAt(acc); fl != nil {
		r.meta[idx].fed = addInts(r.meta[idx].fed, fl.cmds)
		run.Written, run.Fetched = true, fl.flow&flowFetched != 0
		if run.Fetched {
			r.tag(&r.tx.Tags.FetchedThenRun, idx)
		}
		if fl.flow&flowDecoded != 0 {
			r.tag(&r.tx.Tags.DecodedThenRun, idx)
		}
		body, ok = fl.t.static()
		ok = ok && fl.known
	} else if acc >= 0 && r.broughtIn(acc) {
		run.Fetched = true
		r.tag(&r.tx.Tags.FetchedThenRun, idx)
	} else if acc >= 0 && r.x.cfg.Scripts && run.How != "activate" {
		u := &r.in.Accesses[acc]
		if u.Root != "" && u.Known == facts.KnownStatic && u.Type == "file" {
			if data, err := r.fs.ReadFile(u.Resolved, int64(r.x.cfg.Limits.Script)); err == nil {
				sum := sha256.Sum256(data)
				run.Digest = "sha256:" + hex.EncodeToString(sum[:])
				body, ok = string(data), !strings.Contains(string(data), "\x00")
			}
		}
	}
	if ok && !r.scripts[run.Path] && r.down() {
		if r.scripts == nil {
			r.scripts = map[string]bool{}
		}
		r.scripts[run.Path] = true
		pos, loose := st.pos, st.posLoose
		if len(args) > 0 {
			st.pos, st.posLoose = args, false
		}
		g := *f
		g.run = true
		r.shellText(body, r.dialect, st, &g)
		st.pos, st.posLoose = pos, loose
		delete(r.scripts, run.Path)
		r.up()
		run.TextJudged = true
		st.dead = false
	} else if run.How != "activate" {
		r.unknownText(st)
		st.dynFuncs = true
	}
	r.in.Runs[at] = run
}
