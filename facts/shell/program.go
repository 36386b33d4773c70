package shell

import (
	"slices"
	"strings"

	"regent/facts"
)

// invocation is one call of a program while its words are being read.
type invocation struct {
	r         *run
	idx       int
	prog      *program // nil for a program without an entry
	spec      *Spec
	w         *parsedWords
	words     parsedWords
	st        *state // as the program sees it: its own directory options applied
	f         *frame
	p         *pending
	args      []field
	recursive bool
	opAccess  string
	mode      string
	sends     []facts.Flow
	sources   []part
	dests     []part
	links     []part
	ranCode   bool // a script, code or path operand took the place of stdin
	inner     bool // another command was started
	paths     []text
	pathBuf   [2]text
	code      []facts.Code
	endpoints int // endpoints stated before
	noDefault bool
	replaced  map[int]bool
	writes    []string // files that its output goes into
	filled    []string // directories that it makes or puts things into
	cloned    string   // what a repository's copy is called when nothing else is said
	urls      []string
}

// part is one end of a copy, move or link.
type part struct {
	t        text
	idx      int
	move     bool
	dir      bool // it becomes a directory
	option   bool // an option names it
	contents bool // see Value.Contents
}

var emptySpec = &Spec{}

// program states a program call and what its words touch. It returns the
// command's index.
func (r *run) program(args []field, st *state, f *frame, p *pending) int {
	if r.stopped {
		return -1
	}
	v := r.mem.calls.one()
	v.r, v.st, v.f, v.p, v.args = r, st, f, p, args
	v.spec, v.endpoints, v.paths = emptySpec, len(r.in.Endpoints), v.pathBuf[:0]
	c := facts.Command{ProgramKnown: facts.KnownStatic}
	name, known := args[0].static()
	isCode := false
	if known {
		base := name
		if i := strings.LastIndexByte(name, '/'); i >= 0 {
			base = name[i+1:]
		}
		c.Program = base
		prog := r.x.table.lookup(base)
		if !f.remote && !f.container && (f.noBuiltin || builtins[name] == nil) {
			c.ProgramFile, isCode = r.programFile(name, prog, st)
			if f.lookup == "node_modules" && strings.IndexByte(name, '/') < 0 {
				if pf, ok := r.projectBin(name, st); ok {
					c.ProgramFile, isCode = pf, false
				}
			}
		} else if strings.IndexByte(name, '/') >= 0 {
			c.ProgramFile = facts.ProgramFile{Path: name, Explicit: true}
		}
		if !isCode {
			v.prog = prog
		}
		if v.prog != nil {
			c.Program = v.prog.name
		}
	} else {
		c.ProgramKnown = args[0].known()
		if args[0].many || c.ProgramKnown == facts.KnownStatic {
			c.ProgramKnown = facts.KnownDynamic
		}
	}
	if v.prog != nil {
		v.w = r.parseWords(&v.words, v.prog, args[1:])
		v.prog = v.w.prog
		v.spec = v.prog.spec
		c.Subcommand = v.prog.sub
	} else {
		v.w = r.parseWords(&v.words, nil, args[1:])
	}
	c.HelpOnly = v.w.help
	c.Options = r.lists.options.list(len(v.w.opts))
	for i := range v.w.opts {
		o := &v.w.opts[i]
		c.Options = append(c.Options, facts.Option{Name: o.name, Value: clip(o.val.t.show(), 4096), Known: optKnown(o)})
	}
	c.Operands = r.lists.words.list(len(v.w.operands))
	for _, o := range v.w.operands {
		w := o.word()
		w.Value = clip(w.Value, 4096)
		c.Operands = append(c.Operands, w)
	}
	for _, s := range p.sets {
		c.Assignments = append(c.Assignments, facts.Assignment{Name: s.name, Value: clip(s.t.show(), 1024), Known: s.t.known()})
	}
	c.Assignments = append(c.Assignments, f.assigns...)
	v.directories()
	if v.prog != nil && v.prog.usesGit() && !f.remote && !f.container {
		c.HeadBranch = r.headBranch(r.here(v.st))
	}
	m := &meta{argv: args}
	for _, a := range args {
		m.fed = a.t.sources(m.fed)
	}
	for _, s := range p.sets {
		m.fed = s.t.sources(m.fed)
	}
	v.idx = r.state(&c, v.st, f, p, m)
	if r.stopped {
		return v.idx
	}
	v.tags(known, isCode, args[0])
	if isCode {
		v.runsFile(c.ProgramFile, args)
	} else if c.ProgramFile.Explicit && known {
		r.touch(lit(name), st, f, access{access: facts.AccessExecute, source: "run", quiet: true}, v.idx)
	}
	if !v.w.help {
		v.meaning()
	}
	if len(v.code) > 0 {
		r.in.Commands[v.idx].Code = v.code
	}
	r.meta[v.idx].sends = append(r.meta[v.idx].sends, v.sends...)
	v.emit()
	return v.idx
}

func optKnown(o *optValue) facts.Known {
	if !o.has && len(o.val.t) == 0 {
		return facts.KnownStatic
	}
	return o.val.known()
}

func (v *invocation) tags(known, isCode bool, name field) {
	r := v.r
	tags := &r.tx.Tags
	if !known {
		r.tag(&tags.DynamicProgram, v.idx)
	} else if v.prog == nil && !(builtins[show(name)] != nil && !v.f.noBuiltin) {
		r.tag(&tags.UnknownProgram, v.idx)
	}
	r.tagFlow(name.t.flows(), v.idx)
	if v.w.dynOpt {
		r.tag(&tags.UnknownOption, v.idx)
	}
	for _, s := range v.p.sets {
		r.prompt(s.name, s.t, v.st, v.f)
	}
	for _, s := range v.p.sets {
		if changesLookup(s.name) {
			r.tag(&tags.ShellState, v.idx)
		}
	}
	for _, a := range v.f.assigns {
		if changesLookup(a.Name) {
			r.tag(&tags.ShellState, v.idx)
		}
	}
	if hasOddRunes(name.t) {
		r.wordRunes(name.t, v.idx, true)
	}
	for i := range v.w.opts {
		if s := v.w.opts[i].name; !plainASCII(s) {
			r.wordRunes(lit(s), v.idx, false)
		}
	}
	if v.prog == nil {
		// Nobody knows which words are paths.
		for _, o := range v.w.operands {
			if hasOddRunes(o.t) && strings.Contains(o.t.show(), "/") {
				r.wordRunes(o.t, v.idx, false)
			}
		}
	}
}

func show(f field) string { return f.t.show() }

// directories applies options that change the directory first.
func (v *invocation) directories() {
	if v.prog == nil {
		return
	}
	own := false
	move := func(t text) {
		if !own {
			v.st = v.st.clone()
			own = true
		}
		here := v.r.goTo(t, v.st)
		v.st.dirs = []place{here}
	}
	for i := range v.w.opts {
		o := &v.w.opts[i]
		if o.opt != nil && o.opt.Value != nil && o.opt.Value.Role == "cwd" && o.has && v.spec.Grammar != "tar" {
			move(o.val.t)
		}
	}
}

// meaning gives every word its meaning.
func (v *invocation) meaning() {
	r, s := v.r, v.spec
	v.environment()
	if v.prog == nil {
		return
	}
	switch s.Grammar {
	case "find":
		v.find()
		v.finishCall()
		return
	case "test":
		v.fileTests()
		return
	}
	v.recursive = v.prog.always
	for i := range v.w.opts {
		o := &v.w.opts[i]
		if v.prog.recurse[o.name] {
			v.recursive = true
		}
		if o.opt == nil {
			continue
		}
		if o.opt.OperandAccess != "" {
			v.opAccess = o.opt.OperandAccess
		}
		if o.opt.Replaces != 0 {
			if v.replaced == nil {
				v.replaced = map[int]bool{}
			}
			v.replaced[o.opt.Replaces] = true
		}
		if o.opt.Value != nil && o.opt.Value.Role == "mode" {
			v.mode = o.val.t.show()
		}
	}
	for i := range v.w.opts {
		if r.stopped {
			return
		}
		o := &v.w.opts[i]
		if o.opt == nil || o.opt.Value == nil || (!o.has && o.opt.Optional) {
			continue
		}
		if o.opt.Value.Role == "command" && (o.opt.Words != 0 || o.opt.Ends) {
			continue
		}
		v.word(o.opt.Value, o.val, "option", o.name)
	}
	ops := v.w.operands
	if s.Wrapper != nil {
		v.wrapper(ops)
	} else {
		ops = v.assigned(ops)
		v.operandsOf(ops)
		v.gitAlias()
	}
	v.eachFound()
	at := v.placeOfTouches()
	for _, t := range s.Touches {
		idx := r.touch(r.touchPath(t.Path, at), at, v.f, access{access: facts.Access(t.Access), source: "operand", recursive: t.Recursive}, v.idx)
		if idx >= 0 && t.Path == "." && t.Access == string(facts.AccessWrite) {
			v.fills(idx)
		}
	}
	v.finishCall()
}

// eachFound runs the commands that options name on what the program lists: they
// get the names in place of "{}", or as their last word.
func (v *invocation) eachFound() {
	for i := range v.w.opts {
		o := &v.w.opts[i]
		if len(o.rest) == 0 {
			continue
		}
		item := field{t: v.listed(false)}
		args := make([]field, 0, len(o.rest)+1)
		placed := false
		for _, a := range o.rest {
			b := replaceMark(a, "{}", item)
			placed = placed || show(b) != show(a)
			args = append(args, b)
		}
		if !placed {
			args = append(args, item)
		}
		v.start(args, v.f, "")
	}
}

// placeOfTouches is where the program touches what its words do not name: tar
// goes to -C for what it takes out of an archive.
func (v *invocation) placeOfTouches() *state { return v.placeOfOperand(len(v.w.operands)) }

// placeOfOperand is where an operand is looked for: tar goes to each -C before
// the next operand.
func (v *invocation) placeOfOperand(n int) *state {
	if v.spec.Grammar != "tar" {
		return v.st
	}
	st := v.st
	for i := range v.w.opts {
		if o := &v.w.opts[i]; o.opt != nil && o.opt.Value != nil && o.opt.Value.Role == "cwd" && o.has && o.at <= n {
			here := v.r.goTo(o.val.t, st)
			st = st.clone()
			st.dirs = []place{here}
		}
	}
	return st
}

// touchPath expands the "~" of a Touch.
func (r *run) touchPath(p string, st *state) text {
	if p == "~" || strings.HasPrefix(p, "~/") {
		return r.scalarValue("HOME", st).join(lit(p[1:]))
	}
	return r.mem.lit(p)
}

// assigned takes NAME=VALUE operands out when the spec gives them a meaning.
func (v *invocation) assigned(ops []field) []field {
	if len(v.spec.Assign) == 0 {
		return ops
	}
	var rest []field
	for _, o := range ops {
		name, val, has := cutField(o, "=")
		n, _ := name.static()
		if !has {
			rest = append(rest, o)
			continue
		}
		a, ok := v.spec.Assign[n]
		if !ok {
			if a, ok = v.spec.Assign["*"]; !ok {
				rest = append(rest, o)
				continue
			}
		}
		v.word(&a, val, "operand", n)
		if validName(n) && v.spec.Grammar != "dd" {
			c := &v.r.in.Commands[v.idx]
			c.Assignments = append(c.Assignments, facts.Assignment{Name: n, Value: clip(val.t.show(), 1024), Known: val.known()})
		}
	}
	return rest
}

func (v *invocation) operandsOf(ops []field) {
	specs := v.spec.Operands
	if len(v.replaced) > 0 {
		specs = make([]Operand, 0, len(v.spec.Operands))
		for i, o := range v.spec.Operands {
			if v.replaced[i+1] || (i == len(v.spec.Operands)-1 && v.replaced[-1]) {
				continue
			}
			specs = append(specs, o)
		}
	}
	touchedPath := false
	if len(ops) > 0 && len(specs) > 0 {
		places := v.r.placeOperands(specs, len(ops))
		for i, o := range ops {
			if v.r.stopped {
				return
			}
			if places[i] < 0 {
				continue
			}
			sp := &specs[places[i]]
			if sp.Role == "command" {
				v.start(ops[i:], v.f, "")
				break
			}
			if sp.Role == "path" || sp.Role == "script" {
				touchedPath = true
			}
			start := v.st
			v.st = v.placeOfOperand(i)
			v.word(&sp.Value, o, "operand", "")
			v.st = start
		}
	}
	if remote := hasRole(specs, "git_remote"); remote >= 0 && len(ops) == 0 && !v.f.remote && !v.f.container {
		v.defaultRemote(&specs[remote].Value)
	}
	if v.spec.DefaultPath != "" && !touchedPath && !v.noDefault {
		acc := facts.AccessList
		rec := v.recursive
		for _, o := range specs {
			if o.Role == "path" {
				acc = facts.Access(orRead(o.Access))
			}
		}
		if v.opAccess != "" {
			acc = facts.Access(v.opAccess)
		}
		t := v.r.touchPath(v.spec.DefaultPath, v.st)
		v.paths = append(v.paths, t)
		v.r.touch(t, v.st, v.f, access{access: acc, source: "operand", recursive: rec}, v.idx)
	}
}

func hasRole(specs []Operand, role string) int {
	for i := range specs {
		if specs[i].Role == role {
			return i
		}
	}
	return -1
}

func orRead(s string) string {
	if s == "" {
		return "read"
	}
	return s
}

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
	v.f = &inner
	val := env[name]
	v.word(&val, field{t: t}, "option", name)
	v.f = was
}

// finishCall does what needs all words: copies, links, standard input.
func (v *invocation) finishCall() {
	v.transfer()
	v.fillings()
	if s := v.spec.Service; s != "" {
		v.r.addEndpoint(facts.Endpoint{Command: v.idx, Role: "remote", Host: s, Raw: s})
	}
	v.stdin()
	v.project()
}

// stdin says what the program does with its standard input.
func (v *invocation) stdin() {
	r, s, in := v.r, v.spec, v.f.stdin
	dash := false
	for _, o := range v.w.operands {
		if x, ok := o.static(); ok && (x == "-" || x == "/dev/stdin") {
			dash = true
		}
	}
	switch s.StdinWhen {
	case "no_operands":
		if v.ranCode && !dash {
			return
		}
	case "dash":
		if !dash && !v.dashOption() {
			return
		}
	}
	switch s.Stdin {
	case "send":
		r.meta[v.idx].sendIn = in != nil
		if in != nil && in.access >= 0 {
			v.sends = append(v.sends, facts.Flow{Topic: "accesses", Index: in.access})
		}
	case "program":
		if v.inner {
			return
		}
		v.programFromStdin(in)
	case "sql":
		if in != nil && !v.inner {
			r.tagFlow((in.t.flows()|r.flowOf(in.cmds))&flowFetched, v.idx)
			v.sqlText(in.t, "heredoc")
		} else if in == nil && !v.ranCode {
			r.tag(&r.tx.Tags.Interactive, v.idx)
		}
	}
}

func (v *invocation) dashOption() bool {
	for i := range v.w.opts {
		x := v.w.opts[i].val.t.show()
		if x == "-" || x == "@-" || strings.HasSuffix(x, "=@-") || strings.HasSuffix(x, "=<-") {
			return true
		}
	}
	return false
}

// programFromStdin is an interpreter that reads its program from standard
// input.
func (v *invocation) programFromStdin(in *input) {
	r := v.r
	if in == nil {
		r.tag(&r.tx.Tags.Interactive, v.idx)
		return
	}
	if in.pipe || in.kind == "pipe" {
		r.tag(&r.tx.Tags.PipesIntoInterpreter, v.idx)
	}
	v.interpret(in.t, in.known, in.cmds, v.spec.Language)
}

// interpret runs text in a language, as far as it is known.
func (v *invocation) interpret(t text, known bool, cmds []int, language string) {
	r := v.r
	fl := t.flows() | r.flowOf(cmds)
	if fl&flowFetched != 0 {
		r.tag(&r.tx.Tags.FetchedThenRun, v.idx)
	}
	if fl&flowDecoded != 0 {
		r.tag(&r.tx.Tags.DecodedThenRun, v.idx)
	}
	if isShell(language) {
		if !t.isStatic() || !known && len(t) == 0 {
			r.tag(&r.tx.Tags.DynamicText, v.idx)
			if len(t) == 1 {
				return
			}
		}
		v.inner = true
		g := v.innerFrame()
		g.stdin = nil
		r.shellField(t, dialectOf(language), v.st.clone(), g)
		return
	}
	r.tag(&r.tx.Tags.InlineCode, v.idx)
	v.codeText(language, t)
}

// flowOf gathers how the output of commands came about.
func (r *run) flowOf(cmds []int) flow {
	var f flow
	for _, c := range cmds {
		if c >= 0 && c < len(r.meta) {
			f |= r.meta[c].out.t.flows()
		}
	}
	return f
}

// innerFrame is the setting of what this command starts.
func (v *invocation) innerFrame() *frame {
	g := v.r.frame(v.f)
	g.via = append(append(make([]string, 0, len(v.f.via)+1), v.f.via...), v.r.in.Commands[v.idx].Program)
	g.noFunc, g.noBuiltin = false, false
	g.lookup = ""
	g.calls = nil
	g.alias = nil
	return g
}

func isShell(language string) bool {
	switch language {
	case "bash", "sh", "shell", "dash", "ksh", "zsh", "posix", "ash", "mksh":
		return true
	}
	return false
}
