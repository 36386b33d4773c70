package shell

import (
	"slices"
	"strings"

	"regent/facts"
)

// A text is an abstract string: pieces that are exact, pieces that would be
// expanded against the file system, and pieces that nobody knows before the
// text runs.
type text []piece

type pieceKind uint8

const (
	pieceLit  pieceKind = iota // exact
	pieceGlob                  // an active pattern; s holds it as written
	pieceDyn                   // only known at run time; u says what is known of it
)

// piece is one stretch of a text. src names the commands whose output it holds.
type piece struct {
	kind pieceKind
	s    string
	u    *unknown
	src  []int
	flow flow
}

// unknown says what is known of a value that the text does not fix.
type unknown struct {
	empty   bool     // it may be empty
	noSlash bool     // it holds no slash
	word    bool     // it is one word of letters and digits, whatever it is
	names   []string // it is the name of something below one of these directories
	only    []string // … with one of these base name patterns
	whole   bool     // … and all of them, the directory itself included
	base    bool     // names are base names, without the directory
	glob    string   // it is what this pattern matches
	fresh   string   // a name that a program makes up, after this template
	flow    flow     // where the value came from
}

// flow says how a text came about.
type flow uint8

const (
	flowFetched  flow = 1 << iota // from the network
	flowDecoded                   // decoded from another form
	flowSettings                  // settings that a local tool prints
	flowTool                      // printed by a program

	flowAll = flowFetched | flowDecoded | flowSettings | flowTool
)

var anyValue = &unknown{empty: true}

func lit(s string) text {
	if s == "" {
		return nil
	}
	return text{{s: s}}
}

func dyn(u *unknown, src ...int) text {
	if u == nil {
		u = anyValue
	}
	return text{{kind: pieceDyn, u: u, src: src}}
}

// static returns the exact string, when there is one.
func (t text) static() (string, bool) {
	switch len(t) {
	case 0:
		return "", true
	case 1:
		if t[0].kind == pieceLit {
			return t[0].s, true
		}
		return "", false
	}
	n := 0
	for i := range t {
		if t[i].kind != pieceLit {
			return "", false
		}
		n += len(t[i].s)
	}
	b := make([]byte, 0, n)
	for i := range t {
		b = append(b, t[i].s...)
	}
	return string(b), true
}

func (t text) isStatic() bool {
	for i := range t {
		if t[i].kind != pieceLit {
			return false
		}
	}
	return true
}

// settled says whether nothing of the text is unknown but names that programs
// make up, which hold no sign of the shell.
func (t text) settled() bool {
	for i := range t {
		if t[i].kind == pieceDyn && t[i].u.fresh == "" || t[i].kind == pieceGlob {
			return false
		}
	}
	return true
}

// prefix returns the exact beginning.
func (t text) prefix() string {
	if len(t) == 1 && t[0].kind == pieceLit {
		return t[0].s
	}
	var b strings.Builder
	for i := range t {
		if t[i].kind != pieceLit {
			break
		}
		b.WriteString(t[i].s)
	}
	return b.String()
}

// suffix returns the exact end.
func (t text) suffix() string {
	out := ""
	for i := len(t) - 1; i >= 0 && t[i].kind == pieceLit; i-- {
		out = t[i].s + out
	}
	return out
}

// show writes the text for people and for the facts: an unknown piece is "*"
// in a pattern's place and nothing else.
func (t text) show() string {
	if s, ok := t.static(); ok {
		return s
	}
	var b strings.Builder
	for i := range t {
		if t[i].kind != pieceDyn {
			b.WriteString(t[i].s)
		}
	}
	return b.String()
}

// known is the facts' word for how much of the text is fixed.
func (t text) known() facts.Known {
	if t.isStatic() {
		return facts.KnownStatic
	}
	for i := range t {
		if t[i].kind != pieceDyn {
			return facts.KnownPartial
		}
	}
	return facts.KnownDynamic
}

func (t text) hasDyn() bool {
	for i := range t {
		if t[i].kind == pieceDyn {
			return true
		}
	}
	return false
}

func (t text) hasGlob() bool {
	for i := range t {
		if t[i].kind == pieceGlob {
			return true
		}
	}
	return false
}

// mayBeEmpty says that no piece is sure to give a character.
func (t text) mayBeEmpty() bool {
	for i := range t {
		if t[i].kind != pieceDyn || !t[i].u.empty {
			return false
		}
	}
	return true
}

// sources adds the commands whose output the text holds.
func (t text) sources(to []int) []int {
	for i := range t {
		for _, s := range t[i].src {
			to = addInt(to, s)
		}
	}
	return to
}

func (t text) flows() flow {
	var f flow
	for i := range t {
		f |= t[i].flow
		if t[i].kind == pieceDyn {
			f |= t[i].u.flow
		}
	}
	return f
}

// join appends u to t, merging exact pieces of the same origin.
func (t text) join(u text) text {
	if len(t) == 0 {
		return u
	}
	if len(u) == 0 {
		return t
	}
	last := t[len(t)-1]
	if len(t)+len(u) > mostPieces || len(last.s)+len(u[0].s) > mostBytes {
		return blur(t, u)
	}
	if last.kind == pieceLit && u[0].kind == pieceLit && len(last.src) == 0 && len(u[0].src) == 0 && last.flow == u[0].flow {
		out := make(text, 0, len(t)+len(u)-1)
		out = append(out, t[:len(t)-1]...)
		out = append(out, piece{s: last.s + u[0].s, flow: last.flow})
		return append(out, u[1:]...)
	}
	out := make(text, 0, len(t)+len(u))
	out = append(out, t...)
	return append(out, u...)
}

// A text of more than this is no longer followed piece by piece: streams that
// are copied into one another double at every stage.
const (
	mostPieces = 256
	mostBytes  = 1 << 20
	// mostMarks bounds the sources that the pieces of one text carry together.
	mostMarks = 2048
	// mostSources bounds where one thing comes from. A list of this length may
	// have lost some: link says so.
	mostSources = 256
)

// blur forgets what texts hold and keeps where they came from.
func blur(ts ...text) text {
	u := &unknown{empty: true}
	var src []int
	for _, t := range ts {
		u.flow |= t.flows()
		for i := range t {
			src = addInts(src, t[i].src)
		}
	}
	return dyn(u, src...)
}

// withSource marks every piece as coming out of the given commands.
func (t text) withSource(src []int) text {
	if len(src) == 0 {
		return t
	}
	total := len(t) * len(src)
	for i := range t {
		total += len(t[i].src)
	}
	if total > mostMarks {
		b := blur(t)
		b[0].src = addInts(b[0].src, src)
		return b
	}
	out := make(text, len(t))
	for i := range t {
		out[i] = t[i]
		out[i].src = addInts(append([]int(nil), t[i].src...), src)
	}
	return out
}

// matched turns patterns into what they match: "for f in *" gives names.
func (t text) matched() text {
	if !t.hasGlob() {
		return t
	}
	t = bracketsMatched(t)
	out := make(text, len(t))
	for i, p := range t {
		if p.kind == pieceGlob {
			p.u = &unknown{noSlash: true, empty: p.s == "*", glob: p.s}
			p.kind, p.s = pieceDyn, ""
		}
		out[i] = p
	}
	return out
}

// bracketsMatched makes one unknown piece of the stretch that bracket
// expressions may span, whose letters stand for others.
func bracketsMatched(t text) text {
	from, to := -1, -1
	for i := range t {
		if from < 0 && t[i].kind == pieceGlob && t[i].s == "[" {
			from = i
		}
		if from >= 0 && strings.IndexByte(t[i].s, ']') >= 0 {
			to = i
		}
	}
	if to < 0 {
		return t
	}
	out := append(text(nil), t[:from]...)
	out = append(out, blur(t[from:to+1])...)
	if rest := t[to]; rest.kind == pieceLit {
		if rest.s = rest.s[strings.LastIndexByte(rest.s, ']')+1:]; rest.s != "" {
			out = append(out, rest)
		}
	}
	return append(out, t[to+1:]...)
}

// unglob makes patterns plain again, as an assignment does.
func (t text) unglob() text {
	if !t.hasGlob() {
		return t
	}
	out := make(text, len(t))
	for i, p := range t {
		if p.kind == pieceGlob {
			p.kind = pieceLit
		}
		out[i] = p
	}
	return out.merged()
}

// merged joins neighbouring exact pieces of one origin.
func (t text) merged() text {
	if !t.mergeable() {
		return t
	}
	out := make(text, 0, len(t))
	for i := 0; i < len(t); {
		p := t[i]
		j := i + 1
		if p.kind == pieceLit {
			n := len(p.s)
			for j < len(t) && t[j].kind == pieceLit && t[j].flow == p.flow && len(p.src) == 0 && len(t[j].src) == 0 {
				n += len(t[j].s)
				j++
			}
			if j > i+1 {
				var b strings.Builder
				b.Grow(n)
				for k := i; k < j; k++ {
					b.WriteString(t[k].s)
				}
				p.s = b.String()
			}
			if p.s == "" && len(p.src) == 0 {
				i = j
				continue
			}
		}
		out = append(out, p)
		i = j
	}
	return out
}

// mergeable says whether merged would change the text.
func (t text) mergeable() bool {
	for i := range t {
		p := &t[i]
		if p.kind != pieceLit || len(p.src) > 0 {
			continue
		}
		if p.s == "" {
			return true
		}
		if i+1 < len(t) && t[i+1].kind == pieceLit && t[i+1].flow == p.flow && len(t[i+1].src) == 0 {
			return true
		}
	}
	return false
}

func equalText(a, b text) bool {
	if sa, ok := a.static(); ok {
		sb, okb := b.static()
		return okb && sa == sb && slices.Equal(a.sources(nil), b.sources(nil))
	}
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].kind != b[i].kind || a[i].s != b[i].s {
			return false
		}
		if a[i].u != b[i].u && (a[i].u == nil || b[i].u == nil || !sameUnknown(a[i].u, b[i].u)) {
			return false
		}
	}
	return slices.Equal(a.sources(nil), b.sources(nil))
}

func sameUnknown(a, b *unknown) bool {
	return a.empty == b.empty && a.noSlash == b.noSlash && a.whole == b.whole && a.flow == b.flow &&
		a.word == b.word && a.base == b.base && a.glob == b.glob && a.fresh == b.fresh && slices.Equal(a.names, b.names) && slices.Equal(a.only, b.only)
}

func addInt(to []int, n int) []int {
	for _, x := range to {
		if x == n {
			return to
		}
	}
	return append(to, n)
}

// only is the list of one number.
func only(n int) []int {
	if n >= 0 && n < len(numbers) {
		return numbers[n : n+1 : n+1]
	}
	return []int{n}
}

var numbers = func() (out [256]int) {
	for i := range out {
		out[i] = i
	}
	return out
}()

func addInts(to, ns []int) []int {
	if to == nil {
		return slices.Clip(ns) // lists hold no number twice
	}
	if len(to)*len(ns) <= 256 {
		for _, n := range ns {
			to = addInt(to, n)
		}
		return to
	}
	have := make(map[int]struct{}, len(to)+len(ns))
	for _, n := range to {
		have[n] = struct{}{}
	}
	for _, n := range ns {
		if _, is := have[n]; is {
			continue
		}
		if len(to) >= mostSources {
			break
		}
		have[n] = struct{}{}
		to = append(to, n)
	}
	return to
}

func addString(to []string, s string) []string {
	for _, x := range to {
		if x == s {
			return to
		}
	}
	return append(to, s)
}

// field is one word after expansion. many: it may stand for any number of
// words, none included.
type field struct {
	t    text
	many bool
	raw  string
}

func plain(s string) field { return field{t: lit(s)} }

// static returns the exact word.
func (f field) static() (string, bool) {
	if f.many {
		return "", false
	}
	return f.t.static()
}

// several says whether the field may stand for another number of words than
// one: a pattern does for as many as it matches.
func (f field) several() bool { return f.many || f.t.hasGlob() }

func (f field) known() facts.Known {
	if f.many && f.t.isStatic() {
		return facts.KnownPartial
	}
	return f.t.known()
}

func (f field) word() facts.Word {
	return facts.Word{Value: f.t.show(), Known: f.known()}
}
