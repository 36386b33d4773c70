package shell

import (
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
