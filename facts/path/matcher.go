package path

import (
	gopath "path"
	"slices"
	"strings"
	"sync"

	"regent/facts"
)

// Matcher names the classes of a path. It is compiled once and safe for
// concurrent use; a match costs a few map look-ups for each component,
// whatever the number of patterns.
type Matcher struct {
	start   *node
	classes []class
	order   map[facts.Access][]precedence

	mu     sync.RWMutex
	briefs map[brief]Match
}

// brief is a match without Holds that was asked for before. Programs are few,
// and every command has one.
type brief struct {
	path, kind string
	access     facts.Access
}

const mostBriefs = 1024

type class struct {
	name      string
	rank      int
	exactCase bool
	treeOnly  bool
	temporary bool
}

type precedence struct{ first, then string }

// Match is what a matcher says of one path.
type Match struct {
	Classes   []string // narrowest first
	Holds     []string // classes of places below it that the table names
	BelowTemp bool
	IsTemp    bool
}

// found is one class of the path at hand with its narrowest pattern.
type found struct {
	class int
	end   int // components up to the end of what the pattern names
	a     accept
}

// narrower orders by what a pattern says of the path: how far down it names
// it, whether by a full name, and how firmly it is anchored.
func narrower(x, y found) bool {
	switch {
	case x.end != y.end:
		return x.end > y.end
	case x.a.last != y.a.last:
		return x.a.last > y.a.last
	case x.a.anchor != y.a.anchor:
		return x.a.anchor > y.a.anchor
	}
	return x.a.literals > y.a.literals
}

// matching is the work on one path.
type matching struct {
	m         *Matcher
	elsewhere bool
	isFile    bool
	manyNames bool // the last component is a glob
	total     int
	found     []found
	excepted  []int
	here      []*node
	next      []*node
	temp      bool
	isTemp    bool
}

// Match gives the classes of a canonical path for one access. kind is the
// word of Info.Type.
func (m *Matcher) Match(p string, access facts.Access, kind string) Match {
	return m.match(p, access, kind, false, true)
}

// MatchElsewhere is Match for a path of another machine: patterns that begin
// with places of this workspace are left out.
func (m *Matcher) MatchElsewhere(p string, access facts.Access) Match {
	return m.match(p, access, TypeUnknown, true, true)
}

// brief is Match without Holds. The classes are shared and must not change.
func (m *Matcher) brief(p string, access facts.Access, kind string) Match {
	if m == nil {
		return m.match(p, access, kind, false, false)
	}
	b := brief{p, kind, access}
	m.mu.RLock()
	out, ok := m.briefs[b]
	m.mu.RUnlock()
	if ok {
		return out
	}
	out = m.match(p, access, kind, false, false)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.briefs == nil || len(m.briefs) >= mostBriefs {
		m.briefs = map[brief]Match{}
	}
	m.briefs[brief{strings.Clone(p), kind, access}] = out
	return out
}

func (m *Matcher) match(p string, access facts.Access, kind string, elsewhere, holds bool) Match {
	if m == nil {
		return Match{Classes: none, Holds: none}
	}
	w := m.begin(kind == TypeFile, elsewhere, depthOf(p))
	defer w.end()
	states := w.walk(p)
	out := w.result(access)
	if holds {
		out.Holds = w.holds(states, out.Classes)
	}
	return out
}

// MatchNames gives the classes that entries of a directory with these names
// may have before any class of the directory itself. A name may be a glob, and
// lead through directories ("*/.ssh/config"); "*" alone stands for names
// without a leading dot.
func (m *Matcher) MatchNames(dir string, names, dirClasses []string, access facts.Access) []string {
	out := none
	if m == nil {
		return out
	}
	for _, name := range names {
		depth := depthOf(dir)
		w := m.begin(false, false, depth+1+strings.Count(strings.Trim(name, "/"), "/"))
		states := w.walk(dir)
		next := w.next
		for part := range parts(name) {
			depth++
			states, next = w.step(states, next[:0], part, depth, true), states
		}
		for _, c := range w.result(access).Classes {
			if slices.Contains(dirClasses, c) {
				break
			}
			if !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
		w.end()
	}
	slices.Sort(out)
	return out
}

// begin gives the work on a path of so many components; its buffers serve one
// path after the other.
func (m *Matcher) begin(isFile, elsewhere bool, total int) *matching {
	w := matchings.Get().(*matching)
	*w = matching{
		m: m, isFile: isFile, elsewhere: elsewhere, total: total,
		found: w.found[:0], excepted: w.excepted[:0], here: w.here[:0], next: w.next[:0],
	}
	return w
}

func (w *matching) end() {
	w.m = nil
	matchings.Put(w)
}

var matchings = sync.Pool{New: func() any { return &matching{} }}

func depthOf(p string) int { return strings.Count(strings.TrimSuffix(p, "/"), "/") }

// walk goes down a path and returns where it is in the tree of patterns.
func (w *matching) walk(p string) []*node {
	states, next := w.enter(w.here, w.m.start, 0), w.next
	depth := 0
	for part := range parts(p) {
		depth++
		states, next = w.step(states, next[:0], part, depth, false), states
	}
	w.here, w.next = states[:0], next[:0] // as far as they have grown
	return states
}

// step goes down one component. With glob it may be a pattern itself and
// meets every name it fits.
func (w *matching) step(states, next []*node, part string, depth int, glob bool) []*node {
	folded := Fold(part)
	meta := -1
	if glob {
		meta = strings.IndexAny(part, `*?[`)
		w.manyNames = meta >= 0
	}
	for _, s := range states {
		if s.loop {
			next = appendOnce(next, s)
		}
		if meta >= 0 {
			// A glob without a beginning fits a name somewhere in every
			// directory; that says nothing of this one.
			if s.loop && meta < 2 && part[0] != '.' {
				next = w.globs(s, next, part, folded, depth)
				continue
			}
			for name, kid := range s.exact {
				if globFits(part, name) {
					next = w.enter(next, kid, depth)
				}
			}
			for name, kid := range s.fold {
				if globFits(folded, name) {
					next = w.enter(next, kid, depth)
				}
			}
		} else {
			if kid := s.exact[part]; kid != nil {
				next = w.enter(next, kid, depth)
			}
			if kid := s.fold[folded]; kid != nil {
				next = w.enter(next, kid, depth)
			}
		}
		next = w.globs(s, next, part, folded, depth)
	}
	return next
}

func (w *matching) globs(s *node, next []*node, part, folded string, depth int) []*node {
	for i := range s.globs {
		g := &s.globs[i]
		name := part
		if g.fold {
			name = folded
		}
		if g.fits(name) {
			next = w.enter(next, g.next, depth)
		}
	}
	return next
}

// globFits is how a shell fits names: a leading dot is not met by a wildcard.
func globFits(glob, name string) bool {
	if name[0] == '.' && glob[0] != '.' {
		return false
	}
	ok, err := gopath.Match(glob, name)
	return ok || err != nil
}

// enter adds a node and what "**" reaches from it without a component.
func (w *matching) enter(states []*node, n *node, depth int) []*node {
	for _, a := range n.tree {
		w.accept(a, depth, true)
	}
	if depth == w.total {
		for _, a := range n.here {
			w.accept(a, depth, false)
		}
	}
	states = appendOnce(states, n)
	if n.deep != nil {
		states = appendOnce(states, n.deep)
	}
	return states
}

func appendOnce(states []*node, n *node) []*node {
	if slices.Contains(states, n) {
		return states
	}
	return append(states, n)
}

func (w *matching) accept(a accept, depth int, tree bool) {
	c := &w.m.classes[a.class]
	switch {
	case w.elsewhere && a.based && !a.except:
		return
	case a.except:
		// An exception for one of the names that a glob meets leaves the rest.
		if w.manyNames {
			return
		}
		if !w.elsewhere || !a.based {
			w.excepted = append(w.excepted, a.class)
		}
		return
	case c.treeOnly && w.isFile && depth == w.total:
		return
	}
	if c.temporary && tree {
		w.temp = true
		w.isTemp = w.isTemp || depth == w.total
	}
	f := found{a.class, depth, a}
	for i := range w.found {
		if w.found[i].class == a.class {
			if narrower(f, w.found[i]) {
				w.found[i] = f
			}
			return
		}
	}
	w.found = append(w.found, f)
}

var none = []string{}

func (w *matching) result(access facts.Access) Match {
	out := Match{Classes: none, Holds: none, BelowTemp: w.temp, IsTemp: w.isTemp}
	w.sort()
	if len(w.found) > 0 {
		out.Classes = make([]string, len(w.found))
		for i, f := range w.found {
			out.Classes[i] = w.m.classes[f.class].name
		}
		for _, p := range w.m.order[access] {
			putBefore(out.Classes, p)
		}
	}
	return out
}

// sort takes out what is excepted and orders the rest, the narrowest first. A
// path has a handful of classes: an insertion sort.
func (w *matching) sort() {
	n := 0
	for _, f := range w.found {
		if slices.Contains(w.excepted, f.class) {
			continue
		}
		i := n
		for ; i > 0 && w.before(f, w.found[i-1]); i-- {
			w.found[i] = w.found[i-1]
		}
		w.found[i] = f
		n++
	}
	w.found = w.found[:n]
}

func (w *matching) before(x, y found) bool {
	cx, cy := &w.m.classes[x.class], &w.m.classes[y.class]
	switch {
	case cx.rank != cy.rank:
		return cx.rank > cy.rank
	case narrower(x, y):
		return true
	case narrower(y, x):
		return false
	}
	return cx.name < cy.name
}

// putBefore moves the first of a pair to the place of the second when it
// stands after it.
func putBefore(classes []string, p precedence) {
	first, then := slices.Index(classes, p.first), slices.Index(classes, p.then)
	if then < 0 || first < then {
		return
	}
	copy(classes[then+1:first+1], classes[then:first])
	classes[then] = p.first
}

func (w *matching) holds(states []*node, classes []string) []string {
	var buf [16]string
	out := buf[:0]
	for _, s := range states {
		if s.loop {
			continue // "**" alone says nothing of this place
		}
		for _, id := range s.holds {
			name := w.m.classes[id].name
			if !slices.Contains(w.excepted, id) && !slices.Contains(classes, name) && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	slices.Sort(out)
	return orNone(out)
}
