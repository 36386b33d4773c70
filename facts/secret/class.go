package secret

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// class is a class of the table. What its pattern compiles to is in parts.
type class struct {
	name        string
	placeholder string
	group       int
	left, right bool // sides that must not be touched by a word byte
	entropy     float64
	after       bool
	back        int
	digit       bool
	generic     bool
	notBefore   map[string]bool // words of names
	notLast     map[string]bool

	once  sync.Once
	build func() (*parts, error)
	parts *parts
}

// parts are what takes time to build.
type parts struct {
	dfa         *dfa
	capture     *regexp.Regexp // set when the class has a group
	tail, inner *set
	block       *dfa
	filters     []*regexp.Regexp
	notFirst    *set
	notNext     *set
	fault       error
}

// ready returns the class's parts, built when they are needed first.
func (c *class) ready() *parts {
	c.once.Do(func() {
		p, err := c.build()
		c.build = nil
		if err != nil { // fail closed: the word at the keyword is masked
			p = &parts{dfa: anyWord.dfa, tail: anyWord.tail, fault: err}
			c.group, c.entropy, c.digit, c.notBefore, c.notLast = 0, 0, false, nil, nil
		}
		c.parts = p
	})
	return c.parts
}

// anyWord matches up to the next white space.
var anyWord = func() parts {
	re, err := parse(`\S`, Bounds{PatternBytes: 1})
	if err != nil {
		panic(err) // a constant
	}
	d, err := newDFA(re, Bounds{States: 8, Instructions: 8})
	if err != nil {
		panic(err)
	}
	tail, err := parseSet(`\S`)
	if err != nil {
		panic(err)
	}
	return parts{dfa: d, tail: tail}
}()

// word is what a placeholder's class may be made of.
var word = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Z][A-Z0-9_]{0,39}$`)
})

// newClass checks what a class costs nothing to check, and returns its keywords.
func newClass(name string, t Class, table *Table) (*class, []string, error) {
	if !word().MatchString(t.Placeholder) {
		return nil, nil, errors.New("placeholder must be capital letters, digits and underscores, at most 40")
	}
	if t.After && t.Back > 0 {
		return nil, nil, errors.New("after and back exclude each other")
	}
	if t.Back < 0 || t.Back > maxBack {
		return nil, nil, fmt.Errorf("back must be 0 to %d", maxBack)
	}
	words, err := keywords(t, table)
	if err != nil {
		return nil, nil, err
	}
	c := &class{
		name: name, placeholder: t.Placeholder, group: t.Group, entropy: t.Entropy, after: t.After, back: t.Back,
		digit: t.Digit, generic: t.Generic,
		left: t.Loose != "left" && t.Loose != "both", right: t.Loose != "right" && t.Loose != "both",
	}
	if c.notBefore, err = join(t.NotBefore, table); err != nil {
		return nil, nil, fmt.Errorf("not_before: %w", err)
	}
	if c.notLast, err = join(t.NotLast, table); err != nil {
		return nil, nil, fmt.Errorf("not_last: %w", err)
	}
	bounds, notValues := table.Engine, table.NotValues
	c.build = func() (*parts, error) { return compileClass(t, bounds, notValues) }
	return c, words, nil
}

// maxBack is how far a class may begin before its keyword. The stretch is held
// back in streams.
const maxBack = 64

func compileClass(t Class, bounds Bounds, notValues map[string]string) (*parts, error) {
	p := &parts{}
	re, err := parse(t.Pattern, bounds)
	if err != nil {
		return nil, err
	}
	if p.dfa, err = newDFA(re, bounds); err != nil {
		return nil, err
	}
	if t.Group < 0 || t.Group > re.MaxCap() {
		return nil, fmt.Errorf("group %d: the pattern has %d", t.Group, re.MaxCap())
	}
	if t.Group > 0 {
		if p.capture, err = regexp.Compile(`^(?:` + t.Pattern + `)$`); err != nil {
			return nil, errors.New("pattern is not RE2")
		}
		p.capture.Longest()
	}
	for _, s := range []struct {
		name, class string
		into        **set
	}{{"tail", t.Tail, &p.tail}, {"inner", t.Inner, &p.inner}, {"not_first", t.NotFirst, &p.notFirst}, {"not_next", t.NotNext, &p.notNext}} {
		if s.class == "" {
			continue
		}
		if *s.into, err = parseSet(s.class); err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
	}
	if p.inner != nil && p.tail == nil {
		return nil, errors.New("inner without tail")
	}
	for _, name := range t.Filter {
		pattern, ok := notValues[name]
		if !ok {
			return nil, fmt.Errorf("no not_values %q", name)
		}
		re, err := notValue(pattern)
		if err != nil {
			return nil, fmt.Errorf("not_values %s: %w", name, err)
		}
		p.filters = append(p.filters, re)
	}
	if t.Block != "" {
		end, err := parse(t.Block, bounds)
		if err == nil {
			p.block, err = newDFA(end, bounds)
		}
		if err != nil {
			return nil, fmt.Errorf("block: %w", err)
		}
	}
	return p, nil
}

// notValue compiles a pattern of values that are no secrets. Classes share it.
func notValue(pattern string) (*regexp.Regexp, error) {
	if re, ok := compiledValues.Load(pattern); ok {
		return re.(*regexp.Regexp), nil
	}
	re, err := regexp.Compile(`^(?:` + pattern + `)$`)
	if err != nil {
		return nil, errors.New("pattern is not RE2")
	}
	compiledValues.Store(pattern, re)
	return re, nil
}

// compiledValues holds the patterns of the tables in use; there are a dozen.
var compiledValues sync.Map

// join returns the entries of the named lists, nil when none is named.
func join(lists []string, table *Table) (map[string]bool, error) {
	var out map[string]bool
	for _, name := range lists {
		entries, known := table.Lists[name]
		if !known {
			return nil, fmt.Errorf("no list %q", name)
		}
		if out == nil {
			out = map[string]bool{}
		}
		maps.Copy(out, keep(entries))
	}
	return out, nil
}

// keywords resolves a class's keywords.
func keywords(t Class, table *Table) ([]string, error) {
	var words []string
	for _, w := range t.Keywords {
		if list, ok := strings.CutPrefix(w, "@"); ok {
			entries, known := table.Lists[list]
			if !known {
				return nil, fmt.Errorf("no keyword list %q", list)
			}
			words = append(words, slices.Sorted(maps.Keys(keep(entries)))...)
			continue
		}
		words = append(words, w)
	}
	if len(words) == 0 {
		return nil, errors.New("no keywords")
	}
	for _, w := range words {
		if len(w) < 3 {
			return nil, fmt.Errorf("keyword of %d bytes: at least 3", len(w))
		}
		for i := range len(w) {
			if w[i] > 0x7E || w[i] < 0x20 {
				return nil, errors.New("keyword is not printable ASCII")
			}
		}
	}
	return words, nil
}
