package bundle

import (
	"encoding/json"
	"slices"
	"strings"
)

// How layers merge
//
// Objects merge member by member; any other value replaces the one above. A
// list is written as an object {"entry": true}, so layers add entries, and
// false takes one away. An object never gives way to a scalar or the reverse.
//
// Who may change what:
//
//   - data.regent.settings.floor: entries may be added, never taken away.
//   - A program that a layer above describes may be described anew by an org
//     layer, or when data.regent.permits.programs.<name> is true.
//   - A layer of kind repository, and every layer below one with tighten_only,
//     may only tighten: a decision word may rise; any other value may change in
//     the direction that data.regent.tighter.<section>.<path> declares (lower,
//     higher, true, false, add, remove; a declaration counts for everything
//     below it); what nobody declared stays. It adds no exception, no reviewed
//     program, and a new setting only as BLOCKED or as declared.

// gate judges one change: the value at path was above (nil: nothing) and
// becomes over (nil: taken away).
type gate func(path []string, above, over *node) error

// lay merges over onto what stands at path.
func (t *Tree) lay(path []string, over *node, g gate) error {
	at := t.root
	for _, name := range path {
		if err := at.split(); err != nil {
			return err
		}
		at.val = nil
		next := at.kids[name]
		if next == nil {
			next = &node{kids: map[string]*node{}, file: over.file}
			at.kids[name] = next
		}
		at = next
	}
	return at.lay(path, over, g)
}

func (n *node) lay(path []string, over *node, g gate) error {
	if err := n.split(); err != nil {
		return err
	}
	if err := over.split(); err != nil {
		return err
	}
	if n.kids == nil || over.kids == nil {
		return problem(over.file, 0, "give an object", "%s must be an object", dotted(path))
	}
	n.val = nil
	list := n.isList()
	for _, name := range over.names() {
		kid := over.kids[name]
		at := append(slices.Clone(path), name)
		err := kid.split()
		if err != nil {
			return err
		}
		have := n.kids[name]
		if have != nil {
			if err := have.split(); err != nil {
				return err
			}
		}
		switch {
		case list && kid.is("false"):
			if have == nil {
				continue
			}
			if err := g(at, have, nil); err != nil {
				return err
			}
			delete(n.kids, name)
		case have == nil && kid.kids != nil:
			if err := g(at, nil, kid); err != nil {
				return err
			}
			if n.kids[name], err = kid.copy(); err != nil {
				return err
			}
		case have != nil && have.kids != nil && kid.kids != nil:
			if err := have.lay(at, kid, g); err != nil {
				return err
			}
		case have != nil && (have.kids != nil) != (kid.kids != nil):
			return problem(kid.file, 0, "keep the shape that "+have.file+" gives it", "%s changes between an object and a plain value", dotted(at))
		default:
			if err := g(at, have, kid); err != nil {
				return err
			}
			if n.kids[name], err = kid.copy(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (n *node) copy() (*node, error) {
	raw, err := n.text(nil)
	return &node{raw: raw, file: n.file}, err
}

// String shows a value in a message.
func (n *node) String() string {
	raw, err := n.text(nil)
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

func (n *node) is(literal string) bool {
	return n.kids == nil && strings.TrimSpace(string(n.raw)) == literal
}

// isList reports whether n is an object used as a list: all of it true.
func (n *node) isList() bool {
	for _, kid := range n.kids {
		if !kid.is("true") {
			return false
		}
	}
	return len(n.kids) > 0
}

// overlay lays configuration over settings. It is no layer and needs no
// permission, but the floor stays.
func (t *Tree) overlay(path []string, raw []byte, from string) error {
	return t.lay(path, &node{raw: raw, file: from}, func(path []string, _, over *node) error {
		return keepFloor(path, over, from)
	})
}

func isFloor(path []string) bool {
	return len(path) > 2 && path[1] == "settings" && path[2] == "floor"
}

// keepFloor refuses a change that would take a rule out of the floor.
func keepFloor(path []string, over *node, from string) error {
	if !isFloor(path) || over != nil && (over.is("true") || over.kids != nil && over.isList()) {
		return nil
	}
	return problem(from, 0, "leave it", "%s is part of the floor, which no layer lowers", dotted(path))
}

// gate returns the judge of a layer's changes.
func (s *Set) gate(l Layer) (gate, error) {
	tightenOnly := l.Kind == "repository"
	for _, above := range s.Layers {
		tightenOnly = tightenOnly || above.TightenOnly
	}
	programs, err := s.described()
	if err != nil {
		return nil, err
	}
	return func(path []string, above, over *node) error {
		section := path[1]
		from := l.Dir
		if over != nil {
			from = over.file
		}
		if err := keepFloor(path, over, from); err != nil || isFloor(path) {
			return err
		}
		if section == "programs" && l.Kind != "org" && len(path) > 2 && programs[path[2]] && !s.permits("programs", path[2]) {
			return problem(from, 0, "describe it in an org layer, or ask for data.regent.permits.programs."+path[2],
				"the program %q is already described above", path[2])
		}
		if !tightenOnly {
			return nil
		}
		if s.tighter(path, above, over) {
			return nil
		}
		return problem(from, 0, "move the change to a layer that may loosen, or declare its direction in data.regent.tighter",
			"the layer %q may only tighten, and its change of %s does not", l.Name, dotted(path))
	}, nil
}

// described names the programs that layers so far describe.
func (s *Set) described() (map[string]bool, error) {
	names := map[string]bool{}
	for _, at := range []string{"program", "programs"} {
		n, _, err := s.Data.find([]string{"regent", at})
		if err != nil {
			return nil, err
		}
		if n == nil {
			continue
		}
		if err := n.split(); err != nil {
			return nil, err
		}
		for name := range n.kids {
			names[name] = true
		}
	}
	return names, nil
}

func (s *Set) permits(section, name string) bool {
	n, rest, err := s.Data.find([]string{"regent", "permits", section, name})
	return err == nil && n != nil && len(rest) == 0 && n.is("true")
}

// Ranks of decision words, for layers that may only raise them.
var wordRank = map[string]int{"SAFE": 0, "NEEDS_CONFIRMATION": 1, "BLOCKED": 2}

// tighter reports whether a change surely tightens.
func (s *Set) tighter(path []string, above, over *node) bool {
	switch path[1] {
	case "exceptions":
		return false
	case "programs":
		return above == nil && over != nil && unreviewed(over)
	}
	if over != nil && over.kids != nil {
		if above != nil {
			return false
		}
		for _, name := range over.names() {
			kid := over.kids[name]
			if kid.split() != nil || !s.tighter(append(slices.Clone(path), name), nil, kid) {
				return false
			}
		}
		return true
	}
	if over != nil {
		if to, ok := rankOf(over); ok {
			if above == nil {
				return to == wordRank["BLOCKED"]
			}
			from, ok := rankOf(above)
			return ok && to >= from
		}
	}
	switch s.direction(path) {
	case "add":
		return above == nil && over != nil && over.is("true")
	case "remove":
		return over == nil
	case "true":
		return over != nil && over.is("true")
	case "false":
		return over != nil && over.is("false")
	case "lower":
		return ordered(over, above, -1)
	case "higher":
		return ordered(over, above, 1)
	}
	return false
}

// direction finds the nearest declaration at or above path.
func (s *Set) direction(path []string) string {
	for n := len(path); n > 1; n-- {
		at := append([]string{"regent", "tighter"}, path[1:n]...)
		d, rest, err := s.Data.find(at)
		if err != nil || d == nil || len(rest) > 0 || d.kids != nil {
			continue
		}
		var word string
		if json.Unmarshal(d.raw, &word) == nil {
			return word
		}
	}
	return ""
}

func unreviewed(program *node) bool {
	var spec struct {
		Reviewed bool     `json:"reviewed"`
		Aliases  []string `json:"aliases"`
	}
	raw, err := program.text(nil)
	return err == nil && json.Unmarshal(raw, &spec) == nil && !spec.Reviewed && len(spec.Aliases) == 0
}

func rankOf(n *node) (int, bool) {
	var word string
	if n.kids != nil || json.Unmarshal(n.raw, &word) != nil {
		return 0, false
	}
	r, ok := wordRank[word]
	return r, ok
}

// ordered reports whether both are numbers and a stands on the wanted side of b,
// or on it.
func ordered(a, b *node, side int) bool {
	var x, y float64
	if a == nil || a.kids != nil || json.Unmarshal(a.raw, &x) != nil {
		return false
	}
	if b == nil {
		return true
	}
	if json.Unmarshal(b.raw, &y) != nil {
		return false
	}
	return (x-y)*float64(side) >= 0
}
