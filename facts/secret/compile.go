package secret

import (
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Engine is a compiled class table. It may be used by any number of goroutines.
type Engine struct {
	filter  *prefilter
	classes []*class
	back    []*class        // classes whose literal stands in the middle
	words   map[string]bool // placeholder words
	maxWord int
	maxBack int
	span    int // original bytes that a match may stretch over
	pattern int // bytes that a pattern may match
}

// Compile checks a table and builds its engine. The error names every class
// that is refused, and why; it never holds a test value.
func Compile(t Table) (*Engine, error) {
	e, err := Load(t)
	if err != nil {
		return nil, err
	}
	var faults []error
	for _, name := range slices.Sorted(maps.Keys(t.NotValues)) {
		if _, err := notValue(t.NotValues[name]); err != nil {
			faults = append(faults, fmt.Errorf("secret table: not_values %s: %w", name, err))
		}
	}
	for _, c := range e.classes {
		if err := c.ready().fault; err != nil {
			faults = append(faults, fmt.Errorf("secret class %s: %w", c.name, err))
		}
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	return e, nil
}

// Load builds the engine of a table that [Compile] accepted before, such as the
// shipped one. Patterns are compiled when their keyword is met first, so that a
// process that masks one line need not pay for all of them. A class that Compile
// would have refused masks the word at its keyword.
func Load(t Table) (*Engine, error) {
	e := &Engine{words: map[string]bool{}, span: t.Engine.SpanBytes, pattern: t.Engine.PatternBytes}
	if t.Engine.PatternBytes <= 0 || t.Engine.States <= 0 || t.Engine.Instructions <= 0 || t.Engine.SpanBytes <= 0 {
		return nil, errors.New("secret table: engine bounds are missing")
	}
	var faults []error
	uses := map[string]*keyword{}
	for _, name := range slices.Sorted(maps.Keys(t.Classes)) {
		c, words, err := newClass(name, t.Classes[name], &t)
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
	id := "=" + text
	if !exact {
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
