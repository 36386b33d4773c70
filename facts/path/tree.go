package path

import (
	"fmt"
	gopath "path"
	"slices"
	"strings"

	"regent/facts"
)

// node is a place in the tree of patterns; edges are components.
type node struct {
	exact map[string]*node
	fold  map[string]*node
	globs []globEdge
	deep  *node // what follows "**"
	loop  bool  // this node follows "**": any component leads back to it
	here  []accept
	tree  []accept // "/**": this place and everything below
	holds []int    // classes of places strictly below that need no "**"
}

type globEdge struct {
	pattern string
	begin   string // literal, up to the first wildcard
	end     string // literal, after the last one
	plain   bool   // begin*end is all of it
	fold    bool
	next    *node
}

// fits says whether a name matches the pattern. Most names fail, and most of
// those by how they begin or end.
func (g *globEdge) fits(name string) bool {
	if len(name) < len(g.begin)+len(g.end) || !strings.HasPrefix(name, g.begin) || !strings.HasSuffix(name, g.end) {
		return false
	}
	if g.plain {
		return true
	}
	ok, _ := gopath.Match(g.pattern, name)
	return ok
}

func newGlobEdge(pattern string, fold bool) globEdge {
	g := globEdge{pattern: pattern, fold: fold, next: &node{}}
	if strings.IndexByte(pattern, '\\') >= 0 {
		return g // what is literal takes reading
	}
	first, last := strings.IndexAny(pattern, "*?["), strings.LastIndexAny(pattern, "*?]")
	g.begin, g.end = pattern[:first], pattern[last+1:]
	g.plain = first == last && pattern[first] == '*'
	return g
}

// accept says that a pattern ends here, and how narrow it is.
type accept struct {
	class    int
	except   bool
	based    bool // begins with a place of this workspace
	last     int8 // 2: the last component is literal, 1: a glob, 0: none
	anchor   int  // literal components before the first glob
	literals int
}

func newMatcher() *Matcher {
	return &Matcher{start: &node{}, order: map[facts.Access][]precedence{}}
}

func (m *Matcher) addClass(name string, c Class) int {
	m.classes = append(m.classes, class{name, c.Rank, c.ExactCase, c.TreeOnly, c.Temporary})
	return len(m.classes) - 1
}

func (m *Matcher) before(access facts.Access, first, then string) {
	m.order[access] = append(m.order[access], precedence{first, then})
}

func (m *Matcher) addPattern(id int, pattern string, bases map[string][]string, except bool) error {
	full, base, err := expand(pattern, bases)
	if err != nil {
		return err
	}
	for i, p := range full {
		if err := m.add(id, p, base[i], except); err != nil {
			return err
		}
	}
	return nil
}

func (m *Matcher) add(id int, p string, base int, except bool) error {
	for strings.Contains(p[base:], "/**/**") {
		p = p[:base] + strings.Replace(p[base:], "/**/**", "/**", 1)
	}
	a := accept{class: id, except: except, based: base > 0}
	at, n := 0, m.start
	anchored, isTree := true, false
	for part := range parts(p) {
		at += strings.Index(p[at:], part)
		inBase := at < base
		at += len(part)
		isTree = false
		switch {
		case !inBase && part == "**":
			if strings.Trim(p[at:], "/") == "" {
				isTree = true
				continue
			}
			anchored = false
			if n.deep == nil {
				n.deep = &node{loop: true}
			}
			n = n.deep
		case !inBase && strings.Contains(part, "**"):
			return fmt.Errorf("** stands alone in a component")
		case part == "." || part == "..":
			return fmt.Errorf("a component is %q", part)
		case !inBase && strings.ContainsAny(part, `*?[\`):
			if _, err := gopath.Match(part, ""); err != nil {
				return fmt.Errorf("component %q: %w", part, err)
			}
			anchored, a.last = false, 1
			n = n.glob(part, !m.classes[id].exactCase)
		default:
			if anchored {
				a.anchor++
			}
			a.literals++
			a.last = 2
			n = n.literal(part, !inBase && !m.classes[id].exactCase)
		}
	}
	if isTree {
		n.tree = append(n.tree, a)
	} else {
		n.here = append(n.here, a)
	}
	return nil
}

func (n *node) literal(part string, fold bool) *node {
	edges := &n.exact
	if fold {
		edges, part = &n.fold, Fold(part)
	}
	if *edges == nil {
		*edges = map[string]*node{}
	}
	next := (*edges)[part]
	if next == nil {
		next = &node{}
		(*edges)[part] = next
	}
	return next
}

func (n *node) glob(part string, fold bool) *node {
	if fold {
		part = Fold(part)
	}
	for _, g := range n.globs {
		if g.pattern == part && g.fold == fold {
			return g.next
		}
	}
	g := newGlobEdge(part, fold)
	n.globs = append(n.globs, g)
	return g.next
}

// finish computes what every node holds.
func (m *Matcher) finish() { m.start.finish() }

func (n *node) finish() {
	add := func(kid *node) {
		kid.finish()
		for _, list := range [2][]accept{kid.here, kid.tree} {
			for _, a := range list {
				if !a.except {
					n.holds = append(n.holds, a.class)
				}
			}
		}
		n.holds = append(n.holds, kid.holds...)
	}
	for _, kid := range n.exact {
		add(kid)
	}
	for _, kid := range n.fold {
		add(kid)
	}
	for _, g := range n.globs {
		add(g.next)
	}
	if n.deep != nil {
		n.deep.finish()
	}
	slices.Sort(n.holds)
	n.holds = slices.Clip(slices.Compact(n.holds))
}
