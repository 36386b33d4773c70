package shell

import (
	gopath "path"
	"strconv"
	"strings"

	"regent/facts"
	"regent/facts/path"
)

func itoa(n int) string { return strconv.Itoa(n) }

// access says how a path is touched.
type access struct {
	access    facts.Access
	source    string
	recursive bool
	only      []string
	mode      string
	noFollow  bool
	whole     bool
	quiet     bool // an unknown path is not worth a tag
}

// shape is what is known of a path word.
type shape struct {
	word   string      // as for path.Request
	known  facts.Known // static, prefix or dynamic
	names  bool
	whole  bool
	rec    bool
	empty  bool
	only   []string
	listed bool // every name of a listing
}

// shapes says where a path word may lead. Listed names may come from several
// directories.
func (r *run) shapes(t text) []shape {
	if s, ok := t.static(); ok {
		return []shape{{word: s, known: facts.KnownStatic}}
	}
	// Fresh names and patterns that were matched count as written.
	parts := make(text, len(t))
	copy(parts, t)
	for i := range parts {
		if parts[i].kind != pieceDyn {
			continue
		}
		switch u := parts[i].u; {
		case u.fresh != "":
			parts[i] = piece{s: u.fresh, src: parts[i].src}
		case u.glob != "":
			parts[i] = piece{kind: pieceGlob, s: u.glob, src: parts[i].src}
		}
	}
	prefix, i := "", 0
	for ; i < len(parts) && parts[i].kind == pieceLit; i++ {
		prefix += parts[i].s
	}
	if i == len(parts) {
		return []shape{{word: prefix, known: facts.KnownStatic}}
	}
	rest := parts[i:]
	dir, base := cutLast(prefix)
	climbs := false
	for _, p := range rest {
		if p.kind == pieceLit && strings.Contains(p.s, "..") {
			climbs = true
		}
	}
	if !rest.hasDyn() {
		if climbs {
			return []shape{{word: dir, known: facts.KnownDynamic}}
		}
		tail := base + rest.show()
		if starTail(tail) {
			return []shape{{word: dir, known: facts.KnownStatic, whole: true, rec: true}}
		}
		return []shape{{word: dir, known: facts.KnownPrefix, names: true, only: []string{tail}}}
	}
	u := rest[0].u
	if u != nil && prefix == "" && len(u.names) > 0 && !climbs {
		var out []shape
		for _, n := range u.names {
			s := shape{word: n, known: facts.KnownDynamic, names: true, only: u.only}
			if u.base {
				s.word = "."
			}
			if u.whole && len(rest) == 1 {
				s.known, s.names, s.whole, s.rec, s.only, s.listed = facts.KnownStatic, false, true, !u.base, nil, true
			}
			out = append(out, s)
		}
		return out
	}
	if prefix == "" {
		s := shape{known: facts.KnownDynamic}
		j, empty := 0, true
		for ; j < len(rest) && rest[j].kind == pieceDyn; j++ {
			empty = empty && rest[j].u.empty
		}
		if j < len(rest) && strings.HasPrefix(rest[j].s, "/") {
			s.empty = empty
			s.whole = !rest[j:].hasDyn() && strings.Trim(rest[j:].show(), "/") != "" && starTail(rest[j:].show())
		}
		if !climbs {
			s.only = ending(rest)
		}
		return []shape{s}
	}
	s := shape{word: dir, known: facts.KnownPrefix}
	s.names = !climbs
	for _, p := range rest {
		if p.kind == pieceDyn && !p.u.noSlash && !p.u.word {
			s.names = false
		}
		if p.kind == pieceDyn && len(p.u.names) > 0 && p.u.base {
			s.names = !climbs
		}
	}
	if !climbs {
		s.only = ending(append(text{{s: base}}, rest...))
	}
	return []shape{s}
}

// ending is what a path ends in when only something before its last slash is
// not known: "/home/$who/.ssh/config" ends in "*/.ssh/config" below /home.
func ending(t text) []string {
	var b strings.Builder
	for _, p := range t {
		if p.kind == pieceDyn {
			b.WriteByte('*')
		} else {
			b.WriteString(p.s)
		}
	}
	s := strings.Trim(b.String(), "/")
	if i := strings.LastIndexByte(s, '/'); i < 0 || strings.Contains(s[i:], "*") {
		return nil
	}
	return []string{s}
}

// cutLast cuts a path at its last slash; the directory is "." when there is
// none.
func cutLast(p string) (dir, base string) {
	i := strings.LastIndexByte(p, '/')
	switch {
	case i < 0:
		return ".", p
	case i == 0:
		return "/", p[1:]
	}
	return p[:i], p[i+1:]
}

// starTail says whether a pattern selects all there is in a directory.
func starTail(s string) bool {
	s = strings.Trim(s, "/")
	for part := range strings.SplitSeq(s, "/") {
		switch part {
		case "*", "**", ".*", "?*", "*?", ".[!.]*", ".[^.]*", "..?*", ".??*", "*.*", "":
		default:
			return false
		}
	}
	return true
}

// touch states accesses of a path word. It returns the index of the last one,
// -1 when there is none.
func (r *run) touch(t text, st *state, f *frame, a access, cmd int) int {
	idx := -1
	if r.pipeOf(t) != nil {
		return -1
	}
	if s, ok := t.static(); ok && s == "" {
		return -1 // no file has an empty name: every call with it fails
	}
	if s, ok := t.static(); ok {
		return r.touchShape(&shape{word: s, known: facts.KnownStatic}, t, st, f, a, cmd)
	}
	shapes := r.shapes(t)
	for i := range shapes {
		idx = r.touchShape(&shapes[i], t, st, f, a, cmd)
	}
	return idx
}

func (r *run) touchShape(s *shape, t text, st *state, f *frame, a access, cmd int) int {
	if s.listed && (a.access == facts.AccessRead || a.access == facts.AccessList) {
		// Each is read by its name; what is done to all of them is not worse.
		a.recursive = a.recursive || s.rec
		s.known, s.names, s.whole, s.rec = facts.KnownDynamic, true, false, false
	}
	q := &path.Request{
		Word: s.word, Known: s.known, Access: a.access, NoFollow: a.noFollow && !s.whole, Names: s.names,
		Whole: s.whole || a.whole, Recursive: a.recursive || (s.rec && a.recursive),
		OnlyNames: s.only, EmptyFallback: s.empty, Remote: f.remote || f.container,
	}
	if len(a.only) > 0 {
		q.OnlyNames = a.only
	}
	here := r.here(st)
	q.CWD = here.path
	absolute := strings.HasPrefix(s.word, "/")
	switch {
	case q.Remote:
		if !absolute {
			q.Word, q.Known, q.Names = "", facts.KnownDynamic, false
		}
	case !here.known && !absolute && q.Known != facts.KnownDynamic:
		q.Known, q.Names, q.Word = facts.KnownDynamic, false, ""
	case !here.known && !absolute:
		q.Names = false
	case strings.HasPrefix(q.Word, "~"):
		q.Word = "./" + q.Word
	}
	if !r.another() {
		return -1
	}
	r.in.Accesses = append(r.in.Accesses, facts.PathUse{})
	u := &r.in.Accesses[len(r.in.Accesses)-1]
	r.res.ResolveTo(u, q)
	u.Command = cmd
	u.Source = a.source
	u.Mode = a.mode
	u.Raw = clip(t.show(), 256)
	if u.Known == facts.KnownDynamic && !u.Names && !u.EmptyFallback && !a.quiet && !u.Remote {
		r.tag(&r.tx.Tags.UnknownOperand, cmd)
	}
	if a.access == facts.AccessWrite && r.isDevice(u) {
		r.tag(&r.tx.Tags.WritesDevice, cmd)
	}
	// A path holds the names of everything above it: deep ones are heavy, and
	// slow to look up.
	r.grow(max(0, len(u.Segments)-usualDepth), weight(u))
	return len(r.in.Accesses) - 1
}

// usualDepth is the depth of a path up to which looking it up is free.
const usualDepth = 16

// weight is the number of bytes of the strings of an access.
func weight(u *facts.PathUse) int {
	n := len(u.Raw) + len(u.Absolute) + len(u.Resolved) + len(u.Relative) + len(u.Root) + len(u.LinkTarget) + len(u.MovesTo)
	for _, list := range [][]string{u.Ancestors, u.Segments, u.Classes, u.OnlyNames} {
		for _, s := range list {
			n += len(s)
		}
	}
	return n
}

// isDevice says whether a path lies below /dev or is a device; which of them
// are harmless is for the policy.
func (r *run) isDevice(u *facts.PathUse) bool {
	return u.Type == "device" || strings.HasPrefix(u.Resolved, "/dev/") || strings.HasPrefix(u.Absolute, "/dev/")
}

// locate gives the canonical name of a static path word, "" when it has none.
func (r *run) locate(t text, st *state) string {
	w, ok := r.exactPath(t)
	if !ok {
		return ""
	}
	return r.locateString(w, st)
}

func (r *run) locateString(w string, st *state) string {
	here := r.here(st)
	if w == "" || (!strings.HasPrefix(w, "/") && !here.known) {
		return ""
	}
	if strings.HasPrefix(w, "~") {
		w = "./" + w
	}
	loc := r.res.Locate(here.path, w, false)
	return loc.Path
}

// goTo is the place that a directory word leads to from here.
func (r *run) goTo(t text, st *state) place {
	s, ok := r.exactPath(t)
	if !ok || s == "" {
		return place{}
	}
	here := r.here(st)
	if !strings.HasPrefix(s, "/") {
		if !here.known {
			return place{}
		}
		// cd is logical: ".." takes away the last name as it is written.
		s = gopath.Join(here.path, s)
	}
	return place{path: gopath.Clean(s), known: true}
}

// exactPath is the path of a word, with fresh names as their template.
func (r *run) exactPath(t text) (string, bool) {
	if s, ok := t.static(); ok {
		return s, true
	}
	ss := r.shapes(t)
	if len(ss) != 1 || ss[0].known != facts.KnownStatic || ss[0].whole {
		return "", false
	}
	return ss[0].word, true
}

func (r *run) tag(list *[]int, cmd int) { *list = addInt(*list, cmd) }

// tagHere tags the command that is being read, or the text when there is none
// yet.
func (r *run) tagHere(list *[]int) { *list = addInt(*list, r.at()) }
