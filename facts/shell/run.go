package shell

import (
	"context"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"regent/facts"
	"regent/facts/path"
)

// run is one extraction.
type run struct {
	x   *Extractor
	ctx context.Context
	in  *facts.Input
	mem *scratch
	tx  *facts.Text
	fs  path.FS
	ov  *path.Overlay
	res path.Resolver
	env map[string]string

	steps, words, bytes int
	elements            int
	joints              int // characters of the text between which commands may stand
	depth               int
	stopped             bool
	panicked            any // what whole recovered from

	meta      []meta
	accesses  []facts.PathUse // the document's, before they were copied
	files     map[string]*file
	aborted   []*state // states in which the rest of a line would be left out
	marks     []*piece // unknown pieces that stand in re-read text
	pick      *chooser
	functions []*function
	scripts   map[string]bool   // scripts being read, against recursion
	search    string            // the PATH that mem.search holds
	searches  int               // programs that were looked up along it
	heads     map[string]string // branches by place
	switched  map[string]string // branches that the text checks out, by the repository's folder
	lastHead  string            // the branch before the last change
	trees     map[string]flow   // directories that the text fills
	configs   map[string]*gitConfig
	dialect   syntax.LangVariant
	traps     []trapBody
	extglob   bool     // extended patterns were switched on somewhere
	nocase    bool     // patterns may match either case
	lastpipe  bool     // the last stage of a pipeline may be the shell itself
	nullglob  bool     // patterns that match nothing may vanish
	inTrap    bool     // a trap's text is being run
	mayEnd    bool     // set -e or set -u may end the shell at any command
	returns   *leaving // what return leaves
	breaks    *leaving // what break and continue leave
	lists     stocks
}

// meta is what the extractor remembers of a command beside its facts.
type meta struct {
	sends  []facts.Flow // accesses of its own that flow to its endpoints
	sendIn bool         // what it reads on standard input flows there too
	fed    []int        // commands whose output stands in its words
	inText []int
	out    output
	argv   []field
}

// output is what a command prints.
type output struct {
	t    text
	cmds []int
}

// source is one shell text being read.
type source struct {
	text string
}

func (s *source) slice(n syntax.Node) string {
	if s == nil || n == nil {
		return ""
	}
	from, to := n.Pos(), n.End()
	if !from.IsValid() || !to.IsValid() {
		return ""
	}
	a, b := int(from.Offset()), int(to.Offset())
	if a < 0 || b > len(s.text) || a > b {
		return ""
	}
	return s.text[a:b]
}

// frame is the setting of a statement: what is around it, not what it knows.
type frame struct {
	src         *source
	via         []string
	privilege   bool
	remote      bool
	container   bool
	background  bool
	conditional bool
	inFunction  bool
	inLoop      bool
	code        bool // the text came out of code in another language
	run         bool // the text came out of a script that would be run
	calls       []*function
	stdin       *input
	stdout      *sink
	stderrOut   bool   // standard error goes to stdout's sink too
	noFunc      bool   // command, builtin: functions are skipped
	noBuiltin   bool   // a program runs it: neither functions nor builtins exist
	lookup      string // where a wrapper looks programs up first: "node_modules"
	assigns     []facts.Assignment
	loops       int
	alias       []string
	inEnv       []string // variables whose commands are being followed
	fedBy       []int    // beside stdin
	lastArgs    []field  // arguments of the function call around it
	widened     bool     // a recursion was opened up
}

// frame makes a copy of a frame for what stands in it.
func (r *run) frame(f *frame) *frame {
	g := r.mem.frames.one()
	*g = *f
	return g
}

// input is what stands on standard input.
type input struct {
	kind   string // pipe, heredoc, file
	t      text
	known  bool // t is all of it
	cmds   []int
	access int // index of the access that reads it, or -1
	pos    int // how much of t was consumed by read
	eof    bool
	pipe   bool // reached through a pipe
}

// sink collects what commands print.
type sink struct {
	t      text
	broken bool // more was printed than t holds
	cut    bool // what is printed from here on may not be: the text was left
	cmds   []int
	tee    []*sink
}

func (k *sink) add(o output) {
	if k == nil {
		return
	}
	k.cmds = addInts(k.cmds, o.cmds)
	if k.cut && len(o.t) > 0 {
		o.t = blur(o.t)
	}
	k.t = k.t.join(o.t)
	for _, s := range k.tee {
		s.add(o)
	}
}

// step counts one step and says whether the run may go on.
func (r *run) step() bool {
	if r.stopped {
		return false
	}
	r.steps++
	if r.steps > r.x.cfg.Limits.Steps {
		r.truncate("steps")
		return false
	}
	if r.steps&255 == 0 && r.ctx.Err() != nil {
		r.truncate("steps")
		return false
	}
	return true
}

// another counts one more element of the document and says whether it may be
// stated. Rules look at elements one by one, so there may not be too many.
func (r *run) another() bool {
	if r.stopped {
		return false
	}
	r.elements++
	if r.elements > r.x.cfg.Limits.Facts {
		r.truncate("many")
		return false
	}
	return true
}

// grow counts bytes and words made by expansion.
func (r *run) grow(words, bytes int) bool {
	r.words += words
	r.bytes += bytes
	if r.words > r.x.cfg.Limits.Words || r.bytes > r.x.cfg.Limits.Bytes {
		r.truncate("steps")
		return false
	}
	return !r.stopped
}

func (r *run) truncate(why string) {
	r.stopped = true
	r.incomplete(why)
	r.tx.Tags.Truncated = addInt(r.tx.Tags.Truncated, r.at())
}

// shallow notes a bound of depth: what is deeper is not looked at.
func (r *run) tooDeep() {
	r.incomplete("depth")
	r.tx.Tags.Truncated = addInt(r.tx.Tags.Truncated, r.at())
}

// tagFlow says how text that a command runs came about.
func (r *run) tagFlow(f flow, cmd int) {
	if f&flowFetched != 0 {
		r.tag(&r.tx.Tags.FetchedThenRun, cmd)
	}
	if f&flowDecoded != 0 {
		r.tag(&r.tx.Tags.DecodedThenRun, cmd)
	}
}

func (r *run) incomplete(why string) {
	r.tx.Complete = false
	if r.tx.Error == "" {
		r.tx.Error = why
	}
}

func (r *run) at() int {
	if len(r.in.Commands) == 0 {
		return -1
	}
	return len(r.in.Commands) - 1
}

func (r *run) down() bool {
	if r.depth >= r.x.cfg.Limits.Depth {
		r.tooDeep()
		return false
	}
	r.depth++
	return true
}

func (r *run) up() { r.depth-- }

// A chooser walks through the alternatives that one command's words may take.
type chooser struct {
	picks []choice
	used  int
	all   bool // take alternatives as unknown
}

type choice struct {
	v    any
	i, n int
}

// choose picks one of n alternatives of v; -1 for "any of them".
func (r *run) choose(v any, n int) int {
	c := r.pick
	if n <= 1 {
		return 0
	}
	if c == nil || c.all {
		return -1
	}
	for i := range c.used {
		if c.picks[i].v == v {
			return c.picks[i].i
		}
	}
	if c.used >= maxChoices {
		return -1
	}
	if c.used == len(c.picks) {
		c.picks = append(c.picks, choice{v: v, n: n})
	}
	c.picks[c.used].v, c.picks[c.used].n = v, n
	if c.picks[c.used].i >= n {
		c.picks[c.used].i = 0
	}
	c.used++
	return c.picks[c.used-1].i
}

// next moves to the next combination.
func (c *chooser) next() bool {
	c.picks = c.picks[:c.used]
	c.used = 0
	for len(c.picks) > 0 {
		last := &c.picks[len(c.picks)-1]
		if last.i+1 < last.n {
			last.i++
			return true
		}
		c.picks = c.picks[:len(c.picks)-1]
	}
	return false
}

// maxCombinations bounds how many combinations of alternatives one command is
// stated for; maxChoices, how many words of it may have alternatives.
const (
	maxCombinations = 16
	maxChoices      = 32
)

// everyChoice runs do for each combination of alternatives and joins the
// states that come out.
func (r *run) everyChoice(st *state, f *frame, do func(*state)) {
	saved := r.pick
	defer func() { r.pick = saved }()
	c := &chooser{}
	r.pick = c
	if !r.grow(0, len(st.vars)) {
		return
	}
	pre := st.clone()
	var printed text
	if f.stdout != nil {
		printed = f.stdout.t
	}
	do(st)
	if c.used == 0 {
		return
	}
	var outs []*state
	outs = append(outs, st.clone())
	n := 1
	var texts []text
	next := func() {
		if f.stdout != nil {
			texts = append(texts, f.stdout.t)
			f.stdout.t = printed
		}
	}
	for c.next() {
		next()
		if n++; n > maxCombinations {
			c = &chooser{all: true}
			r.pick = c
			s := pre.clone()
			do(s)
			outs = append(outs, s)
			break
		}
		s := pre.clone()
		do(s)
		outs = append(outs, s)
		if r.stopped {
			break
		}
	}
	for _, t := range texts {
		if x, ok := t.static(); ok {
			if y, ok := f.stdout.t.static(); ok && x == y {
				continue
			}
		}
		f.stdout.t = dyn(&unknown{empty: true, flow: flowTool}, f.stdout.cmds...)
		break
	}
	acc := outs[0]
	for _, o := range outs[1:] {
		j := &state{}
		joinState(j, acc, o)
		acc = j
	}
	st.copyFrom(acc)
}

// hasAlternatives says whether any variable or the directory is not single.
func (s *state) hasAlternatives() bool {
	if len(s.dirs) > 1 || len(s.old) > 1 {
		return true
	}
	if !s.branched {
		return false
	}
	for _, v := range s.vars {
		if len(v.alts) > 1 {
			return true
		}
	}
	return false
}

// finish sorts what is sorted and fills what is empty.
func (r *run) finish() {
	if len(r.in.Commands) == 0 {
		r.in.Commands = nil
	}
	progs := r.mem.names
	for i := range r.in.Commands {
		if p := r.in.Commands[i].Program; p != "" {
			progs[p] = struct{}{}
		}
	}
	r.tx.Programs = make([]string, 0, len(progs))
	for p := range progs {
		r.tx.Programs = append(r.tx.Programs, p)
	}
	slices.Sort(r.tx.Programs)
	r.link()
}

// shown is a statement as people are told of it: without what ends it.
func shown(s string) string {
	s = strings.TrimRight(s, " \t\n")
	if !strings.HasSuffix(s, `\;`) {
		s = strings.TrimRight(s, "; \t")
	}
	return clip(s, 200)
}

func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return strings.ToValidUTF8(s[:n], "")
}
