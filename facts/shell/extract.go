package shell

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"

	"regent/facts"
)

// Extract states the facts of text in in: Text, Commands, Accesses, Endpoints,
// Queries, Packages, Targets and Runs. What in held of them is kept before
// the new ones, except for Commands and Text, which are replaced. An error
// means a broken call, never a broken text: that is Text.Complete false.
func (x *Extractor) Extract(ctx context.Context, in *facts.Input, text string) error {
	return x.ExtractDialect(ctx, in, text, x.cfg.Dialect)
}

// ExtractDialect is Extract for one dialect: bash, sh or zsh.
func (x *Extractor) ExtractDialect(ctx context.Context, in *facts.Input, text, dialect string) error {
	if in == nil {
		return fmt.Errorf("extracting shell facts: no document")
	}
	x.start(ctx, in, text, dialect).release()
	return nil
}

// start runs one extraction and returns it.
func (x *Extractor) start(ctx context.Context, in *facts.Input, text, dialect string) *run {
	if dialect == "" {
		dialect = "bash"
	}
	in.Commands = nil
	in.Text = &facts.Text{Dialect: dialect, Complete: true, Programs: []string{}}
	mem := scratches.Get().(*scratch)
	r := &mem.run
	*r = run{x: x, ctx: ctx, in: in, tx: in.Text, mem: mem, meta: mem.meta}
	switch dialect {
	case "bash":
		r.dialect = syntax.LangBash
	case "sh":
		r.dialect = syntax.LangPOSIX
	case "zsh":
		r.dialect = syntax.LangZsh
	default:
		in.Text.Dialect = "bash"
		r.dialect = syntax.LangBash
		r.incomplete("dialect")
	}
	in.Accesses = append(mem.accesses, in.Accesses...)
	r.ov = &mem.over
	r.ov.Reset(x.cfg.FS)
	r.fs = r.ov
	r.res = *x.cfg.Resolver
	r.res.FS = r.ov
	r.whole(text)
	return r
}

// release gives back the memory that the run worked in. Nothing of the run may
// be used after it.
func (r *run) release() {
	if r.panicked != nil {
		return // nobody knows who still holds what
	}
	m := r.mem
	m.meta, m.accesses = r.meta, r.accesses
	*r = run{}
	m.release()
}

// whole reads the text and never panics.
func (r *run) whole(s string) {
	defer func() {
		if p := recover(); p != nil {
			r.panicked = p
			r.stopped = true
			r.incomplete("steps")
			r.tx.Tags.Truncated = addInt(r.tx.Tags.Truncated, -1)
			r.repair()
		}
	}()
	r.setEnv()
	s = r.checkText(s)
	st := r.freshState()
	f := &frame{}
	r.shellText(s, r.dialect, st, f)
	r.afterwards(st, f)
	r.finish()
	r.credentials(s)
	r.accesses, r.in.Accesses = r.in.Accesses, nil
	if len(r.accesses) > 0 {
		r.in.Accesses = slices.Clone(r.accesses) // out of the run's own memory
	}
}

// repair makes the document whole after a panic: every list that a command
// carries is there.
func (r *run) repair() {
	for len(r.meta) < len(r.in.Commands) {
		r.meta = append(r.meta, meta{})
	}
	for i := range r.in.Commands {
		c := &r.in.Commands[i]
		if c.FedBy == nil {
			c.FedBy = []int{}
		}
		if c.Feeds == nil {
			c.Feeds = []int{}
		}
		r.tx.Programs = addString(r.tx.Programs, c.Program)
	}
}

func (r *run) setEnv() {
	ws := &r.res.Workspace
	r.env = r.x.cfg.Env
	_, home := r.env["HOME"]
	if home || ws.Home == "" {
		return
	}
	r.env = make(map[string]string, len(r.x.cfg.Env)+1)
	for k, v := range r.x.cfg.Env {
		r.env[k] = v
	}
	r.env["HOME"] = ws.Home
}

func (r *run) freshState() *state {
	cwd := r.in.Workspace.CWD
	if cwd == "" {
		cwd = r.res.Workspace.CWD
	}
	st := r.mem.states.one()
	st.mem, st.posLoose = r.mem, true
	st.dirs = append(r.mem.cwd[:0], place{path: cwd, known: cwd != ""})
	if old, ok := r.env["OLDPWD"]; ok {
		st.old = []place{{path: old, known: true}}
	}
	return st
}

// checkText looks at the characters of the text and cuts it to its bound.
func (r *run) checkText(s string) string {
	if n := r.x.cfg.Limits.Text; len(s) > n {
		cut := strings.LastIndexByte(s[:n], '\n')
		if cut < 0 {
			cut = n
		}
		s = strings.ToValidUTF8(s[:cut], "")
		r.incomplete("size")
		r.tx.Tags.Truncated = addInt(r.tx.Tags.Truncated, -1)
	}
	plain, cr, odd := true, false, false
	for i := 0; i < len(s); i++ {
		c := s[i]
		plain = plain && c < 0x80
		cr = cr || c == '\r'
		odd = odd || c < 0x20 && c != '\t' && c != '\n' && c != '\r' || c == 0x7f
		if c == '|' || c == '&' || c == '(' || c == ';' {
			r.joints++
		}
	}
	if cr {
		s = strings.ReplaceAll(s, "\r\n", "\n")
		s = strings.TrimSuffix(s, "\r")
		odd = odd || strings.IndexByte(s, '\r') >= 0
	}
	if !plain {
		if !utf8.ValidString(s) {
			r.incomplete("encoding")
		}
		for _, c := range s {
			if isBidi(c) {
				r.tx.Tags.Bidi = addInt(r.tx.Tags.Bidi, -1)
			}
			odd = odd || c >= 0x80 && c <= 0x9f
		}
	}
	if odd {
		r.tx.Tags.ControlCharacter = addInt(r.tx.Tags.ControlCharacter, -1)
		if strings.IndexByte(s, 0) >= 0 {
			r.incomplete("encoding")
			s = strings.ReplaceAll(s, "\x00", "")
		}
	}
	return s
}

// afterwards reads what would run later: trap bodies with what the shell
// knows at the end, and functions that nothing called.
func (r *run) afterwards(st *state, f *frame) {
	r.runTraps(0, st)
	for i := 0; i < len(r.functions); i++ {
		fn := r.functions[i]
		if fn.called || r.stopped {
			continue
		}
		s := st.clone()
		s.dead = false
		s.pos, s.posLoose = nil, true
		s.locals = append(s.locals, map[string]*variable{})
		fn.called = true
		g := *f
		g.src, g.inFunction, g.conditional = fn.src, true, true
		g.calls = []*function{fn}
		r.stmt(fn.body, s, &g)
	}
}

var parsers = map[syntax.LangVariant]*sync.Pool{
	syntax.LangBash:       pool(syntax.LangBash),
	syntax.LangPOSIX:      pool(syntax.LangPOSIX),
	syntax.LangZsh:        pool(syntax.LangZsh),
	syntax.LangMirBSDKorn: pool(syntax.LangMirBSDKorn),
}

func pool(l syntax.LangVariant) *sync.Pool {
	return &sync.Pool{New: func() any { return syntax.NewParser(syntax.Variant(l)) }}
}

// parsed is a text with what the parser made of it.
type parsed struct {
	strings.Reader
	stmts []*syntax.Stmt
	err   error // the first
}

// parse gives the statements that stand before the first error.
func (r *run) parse(s string, d syntax.LangVariant) ([]*syntax.Stmt, error) {
	p := parsers[d].Get().(*syntax.Parser)
	defer parsers[d].Put(p)
	c := &r.mem.parsed
	c.Reset(s)
	c.stmts, c.err = make([]*syntax.Stmt, 0, min(1+strings.Count(s, "\n"), 64)), nil
	for stmt, err := range p.StmtsSeq(&c.Reader) {
		// The parser may go on after an error that was told; so the loop may
		// not be left.
		switch {
		case c.err != nil:
		case err != nil:
			c.err = err
		default:
			c.stmts = append(c.stmts, stmt)
		}
	}
	out, err := c.stmts, c.err
	*c = parsed{}
	return out, err
}

// newShell runs a text in a shell of its own, whose traps run when it ends.
func (r *run) newShell(t text, d syntax.LangVariant, st *state, f *frame) {
	n := len(r.traps)
	r.shellField(t, d, st, f)
	if n < len(r.traps) {
		r.runTraps(n, st)
		r.traps = r.traps[:n]
	}
}

// shellField runs a text that may hold unknown parts.
func (r *run) shellField(t text, d syntax.LangVariant, st *state, f *frame) {
	if len(t) == 0 {
		return
	}
	if t.hasDyn() {
		readable := false
		for i := range t {
			readable = readable || t[i].kind != pieceDyn && strings.TrimSpace(t[i].s) != ""
		}
		if !readable {
			return // nothing of it can be read
		}
	}
	r.shellText(r.markText(t), d, st, f)
}

// shellText parses and runs a text in the given state.
func (r *run) shellText(s string, d syntax.LangVariant, st *state, f *frame) {
	if r.stopped || s == "" {
		return
	}
	// A tree costs many times its text.
	if len(s) > max(r.x.cfg.Limits.Script, r.x.cfg.Limits.Text) {
		r.truncate("size")
		return
	}
	if !r.grow(0, 16*len(s)) {
		return
	}
	if !r.nestable(s) {
		r.tooDeep()
		s = shallowPart(s)
		if s == "" {
			return
		}
	}
	stmts, err := r.parse(s, d)
	text := s
	for n := 0; err != nil && n < 16; n++ {
		// A here-document that is not closed ends with the text, as in bash.
		word, ok := openHeredoc(err)
		if !ok {
			break
		}
		text = strings.TrimSuffix(text, "\n") + "\n" + word + "\n"
		stmts, err = r.parse(text, d)
	}
	if err != nil {
		r.incomplete("syntax")
		r.tx.Tags.ParseError = addInt(r.tx.Tags.ParseError, r.at())
		if d != syntax.LangBash {
			// What the dialect's parser does not have, bash's may.
			if more, err := r.parse(text, syntax.LangBash); err == nil || len(more) > len(stmts) {
				stmts = more
			}
		}
	}
	if len(r.in.Commands) == 0 {
		r.expect(len(stmts))
	}
	g := r.frame(f)
	g.src = &source{text: text}
	saved, dialect := r.pick, r.dialect
	r.dialect = d
	if st.sub || len(f.calls) > 0 {
		r.stmts(stmts, st, g)
	} else {
		r.lines(stmts, st, g)
	}
	r.pick, r.dialect = saved, dialect
}

// expect makes room for the commands of a text with so many statements.
func (r *run) expect(stmts int) {
	n := min(stmts+min(r.joints, 2*stmts), r.x.cfg.Limits.Commands)
	r.in.Commands = slices.Grow(r.in.Commands, n)
	r.meta = slices.Grow(r.meta, n)
	r.lists.options.first, r.lists.words.first = n, n // about as many of both
}

// openHeredoc gives the delimiter of an unclosed here-document.
func openHeredoc(err error) (string, bool) {
	var pe syntax.ParseError
	if !errors.As(err, &pe) || !strings.HasPrefix(pe.Text, "unclosed here-document") {
		return "", false
	}
	s := pe.Text
	i := strings.IndexAny(s, "'`\"")
	j := strings.LastIndexAny(s, "'`\"")
	if i < 0 || j <= i {
		return "", false
	}
	return s[i+1 : j], true
}

// maxNesting bounds open brackets and compound words, which the parser reads
// recursively.
const maxNesting = 300

// nestable says whether a text nests no deeper than the parser should go. Most
// texts have too few brackets and words to.
func (r *run) nestable(s string) bool {
	n := 0
	for i := 0; i < len(s); i++ {
		if nests[s[i]] {
			n++
		}
	}
	return n < maxNesting || nesting(s) <= maxNesting
}

// nests are the bytes that nesting looks at.
var nests = func() (out [256]bool) {
	for _, c := range "({[ \t\n;&|" {
		out[c] = true
	}
	return out
}()

func nesting(s string) int {
	depth, deepest, ticks := 0, 0, 0
	word := func(w string) bool {
		switch w {
		case "if", "while", "until", "case", "for", "select", "time", "coproc", "function", "!", "elif":
			return true
		}
		return false
	}
	start := 0
	for i := 0; i <= len(s); i++ {
		c := byte(' ')
		if i < len(s) {
			c = s[i]
		}
		switch c {
		case '(', '{', '[':
			depth++
		case ')', '}', ']':
			depth = max(depth-1, 0)
		case '`':
			ticks++
		case ' ', '\t', '\n', ';', '&', '|':
			if w := s[start:min(i, len(s))]; len(w) <= 8 && word(w) {
				depth++
			} else if w == "fi" || w == "done" || w == "esac" {
				depth = max(depth-1, 0)
			}
			start = i + 1
			if c == '\n' && depth < 40 && ticks == 0 {
				depth = min(depth, 40)
			}
		}
		deepest = max(deepest, depth)
	}
	return deepest
}

// shallowPart is the part of a text before it nests too deep: whole lines.
func shallowPart(s string) string {
	lines := strings.SplitAfter(s, "\n")
	n := 0
	for lo, hi := 0, len(lines); lo < hi; {
		mid := (lo + hi + 1) / 2
		if nesting(strings.Join(lines[:mid], "")) <= maxNesting {
			lo = mid
			n = mid
		} else {
			hi = mid - 1
		}
		if lo == hi {
			n = lo
		}
	}
	return strings.Join(lines[:n], "")
}
