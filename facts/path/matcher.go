package path

import (
	gopath "path"
	"slices"
	"strings"

	"regent/facts"
)

// Matcher names the classes of a path. It is compiled once and safe for
// concurrent use; a match costs a few map look-ups for each component,
// whatever the number of patterns.
type Matcher struct {
	start   *node
	classes []class
	order   map[facts.Access][]precedence
}

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
	temp      bool
	isTemp    bool
}

// Match gives the classes of a canonical path for one access. kind is the
// word of Info.Type.
func (m *Matcher) Match(p string, access facts.Access, kind string) Match {
	return m.match(p, access, kind, false)
}

// MatchElsewhere is Match for a path of another machine: patterns that begin
// with places of this workspace are left out.
func (m *Matcher) MatchElsewhere(p string, access facts.Access) Match {
	return m.match(p, access, TypeUnknown, true)
}

func (m *Matcher) match(p string, access facts.Access, kind string, elsewhere bool) Match {
	if m == nil {
		return Match{Classes: none, Holds: none}
	}
	var foundBuf [12]found
	var exceptBuf [8]int
	var bufA, bufB [24]*node
	w := matching{
		m: m, elsewhere: elsewhere, isFile: kind == TypeFile, total: depthOf(p),
		found: foundBuf[:0], excepted: exceptBuf[:0],
	}
	states := w.walk(p, bufA[:0], bufB[:0])
	out := w.result(access)
	out.Holds = w.holds(states, out.Classes)
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
	var foundBuf [12]found
	var exceptBuf [8]int
	var bufA, bufB [24]*node
	for _, name := range names {
		depth := depthOf(dir)
		w := matching{m: m, total: depth + 1 + strings.Count(strings.Trim(name, "/"), "/"), found: foundBuf[:0], excepted: exceptBuf[:0]}
		states := w.walk(dir, bufA[:0], bufB[:0])
		for part := range parts(name) {
			depth++
			states = w.step(states, nil, part, depth, true)
		}
		for _, c := range w.result(access).Classes {
			if slices.Contains(dirClasses, c) {
				break
			}
			if !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	slices.Sort(out)
	return out
}

func depthOf(p string) int { return strings.Count(strings.TrimSuffix(p, "/"), "/") }

// walk goes down a path and returns where it is in the tree of patterns.
func (w *matching) walk(p string, states, next []*node) []*node {
	states = w.enter(states, w.m.start, 0)
	depth := 0
	for part := range parts(p) {
		depth++
		states, next = w.step(states, next[:0], part, depth, false), states
	}
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
	for _, g := range s.globs {
		name := part
		if g.fold {
			name = folded
		}
		if ok, _ := gopath.Match(g.pattern, name); ok {
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
	w.found = slices.DeleteFunc(w.found, func(f found) bool { return slices.Contains(w.excepted, f.class) })
	slices.SortFunc(w.found, func(x, y found) int {
		cx, cy := &w.m.classes[x.class], &w.m.classes[y.class]
		switch {
		case cx.rank != cy.rank:
			return cy.rank - cx.rank
		case narrower(x, y):
			return -1
		case narrower(y, x):
			return 1
		}
		return strings.Compare(cx.name, cy.name)
	})
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
	out := none
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
	return out
}
