package secret

import (
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Engine is a compiled class table. It does not change and may be used by any
// number of goroutines.
type Engine struct {
	filter    *prefilter
	classes   []*class
	back      []*class // classes whose literal stands in the middle
	notBefore map[string]bool
	notLast   map[string]bool
	notValues map[string]*regexp.Regexp
	words     map[string]bool // placeholder words
	maxWord   int
	maxBack   int
	span      int // original bytes that a match may stretch over
}

// class is a compiled class.
type class struct {
	name        string
	placeholder string
	dfa         *dfa
	longest     int
	capture     *regexp.Regexp // set when group > 0
	group       int
	tail, inner *set
	block       *dfa
	left, right bool // sides that must not be touched by a word byte
	entropy     float64
	after       bool
	back        int
	named       bool
	filters     []*regexp.Regexp
	digit       bool
	notNext     *set
	generic     bool
}

// word is what a placeholder's class may be made of.
var word = regexp.MustCompile(`^[A-Z][A-Z0-9_]{0,39}$`)

// Compile checks a table and builds its engine. The error names every class
// that is refused, and why; it never holds a test value.
func Compile(t Table) (*Engine, error) {
	e := &Engine{notBefore: keep(t.NotNames.Before), notLast: keep(t.NotNames.Last), notValues: map[string]*regexp.Regexp{}, words: map[string]bool{}, span: t.Engine.SpanBytes}
	if t.Engine.PatternBytes <= 0 || t.Engine.States <= 0 || t.Engine.Instructions <= 0 || t.Engine.SpanBytes <= 0 {
		return nil, fmt.Errorf("secret table: engine bounds are missing")
	}
	var faults []error
	for _, name := range slices.Sorted(maps.Keys(t.NotValues)) {
		re, err := regexp.Compile(`^(?:` + t.NotValues[name] + `)$`)
		if err != nil {
			faults = append(faults, fmt.Errorf("secret table: not_values %s: pattern is not RE2", name))
			continue
		}
		e.notValues[name] = re
	}
	uses := map[string]*keyword{}
	for _, name := range slices.Sorted(maps.Keys(t.Classes)) {
		c, words, err := e.compileClass(name, t.Classes[name], &t)
		if err != nil {
			faults = append(faults, fmt.Errorf("secret class %s: %w", name, err))
			continue
		}
		e.classes = append(e.classes, c)
		e.words[c.placeholder] = true
		e.maxWord = max(e.maxWord, len(c.placeholder))
		e.maxBack = max(e.maxBack, c.back)
		if c.back > 0 {
			e.back = append(e.back, c)
		}
		for _, w := range words {
			addUse(uses, w, false, use{class: c})
			if t.Classes[name].Wrapped {
				for skip := range 3 {
					if enc := wrappedWord(w, skip); len(enc) >= 4 {
						addUse(uses, enc, true, use{class: c, wrap: skip + 1})
						e.maxBack = max(e.maxBack, 3)
					}
				}
			}
		}
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	uses[redacted] = &keyword{text: strings.ToLower(redacted)} // no class: what is masked is stepped over
	list := make([]keyword, 0, len(uses))
	for _, k := range slices.Sorted(maps.Keys(uses)) {
		list = append(list, *uses[k])
	}
	e.filter = newPrefilter(list)
	return e, nil
}

func addUse(uses map[string]*keyword, text string, exact bool, u use) {
	id := text
	if exact {
		id = "=" + text
	} else {
		text = strings.ToLower(text)
		id = text
	}
	k := uses[id]
	if k == nil {
		k = &keyword{text: text, exact: exact}
		uses[id] = k
	}
	k.uses = append(k.uses, u)
}

// wrappedWord is the part of base64 text that is the same wherever the word
// stands skip bytes behind a multiple of three.
func wrappedWord(w string, skip int) string {
	enc := base64.RawStdEncoding.EncodeToString([]byte("\x00\x00"[:skip] + w))
	from := []int{0, 2, 3}[skip]
	whole := (skip + len(w)) * 8 / 6 // characters whose bits are all known
	return enc[from:whole]
}

func keep(m map[string]bool) map[string]bool {
	out := map[string]bool{}
	for k, v := range m {
		if v {
			out[strings.ToLower(k)] = true
		}
	}
	return out
}

func (e *Engine) compileClass(name string, t Class, table *Table) (*class, []string, error) {
	c := &class{
		name: name, placeholder: t.Placeholder, group: t.Group, entropy: t.Entropy, after: t.After, back: t.Back,
		named: t.Name, digit: t.Digit, generic: t.Generic,
		left: t.Loose != "left" && t.Loose != "both", right: t.Loose != "right" && t.Loose != "both",
	}
	if !word.MatchString(t.Placeholder) {
		return nil, nil, fmt.Errorf("placeholder must be capital letters, digits and underscores, at most 40")
	}
	words, err := keywords(t, table)
	if err != nil {
		return nil, nil, err
	}
	re, err := parse(t.Pattern, table.Engine)
	if err != nil {
		return nil, nil, err
	}
	_, c.longest, _ = length(re)
	if c.after || c.back > 0 {
		if c.after && c.back > 0 {
			return nil, nil, fmt.Errorf("after and back exclude each other")
		}
	}
	if c.dfa, err = newDFA(re, table.Engine); err != nil {
		return nil, nil, err
	}
	if t.Group < 0 || t.Group > re.MaxCap() {
		return nil, nil, fmt.Errorf("group %d: the pattern has %d", t.Group, re.MaxCap())
	}
	if t.Group > 0 {
		c.capture, err = regexp.Compile(`^(?:` + t.Pattern + `)$`)
		if err != nil {
			return nil, nil, fmt.Errorf("pattern is not RE2")
		}
		c.capture.Longest()
	}
	if t.Tail != "" {
		if c.tail, err = parseSet(t.Tail); err != nil {
			return nil, nil, fmt.Errorf("tail: %w", err)
		}
	}
	if t.Inner != "" {
		if c.inner, err = parseSet(t.Inner); err != nil {
			return nil, nil, fmt.Errorf("inner: %w", err)
		}
	}
	if t.NotNext != "" {
		if c.notNext, err = parseSet(t.NotNext); err != nil {
			return nil, nil, fmt.Errorf("not_next: %w", err)
		}
	}
	for _, name := range t.Filter {
		re, ok := e.notValues[name]
		if !ok {
			return nil, nil, fmt.Errorf("no not_values %q", name)
		}
		c.filters = append(c.filters, re)
	}
	if t.Block != "" {
		end, err := parse(t.Block, table.Engine)
		if err == nil {
			c.block, err = newDFA(end, table.Engine)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("block: %w", err)
		}
	}
	return c, words, nil
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
		return nil, fmt.Errorf("no keywords")
	}
	for _, w := range words {
		if len(w) < 3 {
			return nil, fmt.Errorf("keyword of %d bytes: at least 3", len(w))
		}
		for i := range len(w) {
			if w[i] > 0x7E || w[i] < 0x20 {
				return nil, fmt.Errorf("keyword is not printable ASCII")
			}
		}
	}
	return words, nil
}
