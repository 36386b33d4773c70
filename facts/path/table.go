package path

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"regent/facts"
)

// Table is the path table, data.regent.paths: classes by name.
type Table map[string]Class

// Class is one kind of place. Lists are objects with true for what counts, so
// that a policy layer can take an entry out with false.
type Class struct {
	// Patterns are globs over whole paths: "*" and "?" and "[a-z]" within a
	// component, "**" for any number of components. A pattern that ends in
	// "/**" is the directory itself too. "~", "{root}", "{temp}" and the names
	// in Variables stand at the beginning for the places of the call.
	Patterns map[string]bool `json:"patterns,omitempty"`
	// Names are components: each means "{root}/**/NAME/**".
	Names map[string]bool `json:"names,omitempty"`
	// Except takes paths out again.
	Except map[string]bool `json:"except,omitempty"`
	// Before lists, for an access, the classes that this one goes before
	// although it is wider.
	Before map[facts.Access]map[string]bool `json:"before,omitempty"`
	// Rank goes before narrowness; the shipped classes have 0.
	Rank int `json:"rank,omitempty"`
	// ExactCase: letters must agree. Otherwise case is folded, as it is on
	// file systems that do so. A class that is lighter than what is around it
	// needs this.
	ExactCase bool `json:"exact_case,omitempty"`
	// TreeOnly: the place itself counts only when it is no regular file.
	TreeOnly bool `json:"tree_only,omitempty"`
	// Temporary: the beginnings of the patterns are temporary trees
	// (facts.PathUse.BelowTemp, IsTemp).
	Temporary bool `json:"temporary,omitempty"`
	// Doc says what the class is, for people.
	Doc string `json:"doc,omitempty"`
}

// Variables are places that patterns may begin with, beside the workspace's:
// "guard" for {guard}. A variable without places makes its patterns match
// nothing.
type Variables map[string][]string

// Compile checks a table and makes it ready for one workspace, whose paths are
// canonical (see Canonical).
func Compile(t Table, ws facts.Workspace, vars ...Variables) (*Matcher, error) {
	m := newMatcher()
	bases := map[string][]string{"root": ws.Roots, "temp": ws.Temp, "home": nonEmpty(ws.Home)}
	for _, v := range vars {
		maps.Copy(bases, v)
	}
	for _, name := range slices.Sorted(maps.Keys(t)) {
		c := t[name]
		id := m.addClass(name, c)
		for _, p := range patternsOf(c) {
			if err := m.addPattern(id, p, bases, false); err != nil {
				return nil, fmt.Errorf("compile path class %q: pattern %q: %w", name, p, err)
			}
		}
		for _, p := range enabled(c.Except) {
			if err := m.addPattern(id, p, bases, true); err != nil {
				return nil, fmt.Errorf("compile path class %q: exception %q: %w", name, p, err)
			}
		}
	}
	for name, c := range t {
		for access, over := range c.Before {
			for _, other := range enabled(over) {
				if _, ok := t[other]; !ok {
					return nil, fmt.Errorf("compile path class %q: goes before %q for %s, which is no class", name, other, access)
				}
				m.before(access, name, other)
			}
		}
	}
	m.finish()
	return m, nil
}

func patternsOf(c Class) []string {
	all := enabled(c.Patterns)
	for _, n := range enabled(c.Names) {
		all = append(all, "{root}/**/"+n+"/**")
	}
	return all
}

func enabled(list map[string]bool) []string {
	out := make([]string, 0, len(list))
	for _, k := range slices.Sorted(maps.Keys(list)) {
		if list[k] {
			out = append(out, k)
		}
	}
	return out
}

func nonEmpty(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}

// expand replaces the variable that a pattern begins with. The second result
// is the length of each base.
func expand(pattern string, bases map[string][]string) ([]string, []int, error) {
	rest, list := pattern, []string{""}
	switch {
	case pattern == "~" || strings.HasPrefix(pattern, "~/"):
		rest, list = pattern[1:], bases["home"]
	case strings.HasPrefix(pattern, "{"):
		name, tail, ok := strings.Cut(pattern[1:], "}")
		if !ok || (tail != "" && tail[0] != '/') {
			return nil, nil, fmt.Errorf("a variable is written {name}/…")
		}
		known, ok := bases[name]
		if !ok {
			return nil, nil, fmt.Errorf("unknown variable {%s}", name)
		}
		rest, list = tail, known
	case strings.HasPrefix(pattern, "**/"):
		rest = "/" + pattern
	case !strings.HasPrefix(pattern, "/"):
		return nil, nil, fmt.Errorf("a pattern begins with /, **/, ~ or a variable")
	}
	var out []string
	var lens []int
	for _, b := range list {
		b = strings.TrimSuffix(b, "/")
		out, lens = append(out, b+rest), append(lens, len(b))
	}
	return out, lens, nil
}
