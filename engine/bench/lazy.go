package bench

import (
	"context"
	"fmt"
	"iter"
	"reflect"

	"regent/engine"
	"regent/facts"
)

// Corpus is named facts, in any order. An extractor makes one of labelled
// cases.
type Corpus = iter.Seq2[string, *facts.Input]

// Difference is a decision on which two ways of loading disagree.
type Difference struct {
	Case string
	Full engine.Decision
	Lazy engine.Decision
}

// String shows the difference on one line.
func (d Difference) String() string {
	return fmt.Sprintf("%s: full %s %s, lazy %s %s %s", d.Case, d.Full.Decision, d.Full.Rule, d.Lazy.Decision, d.Lazy.Rule, d.Lazy.Fault)
}

// LazyAgainstFull judges every case with all policies compiled and with only
// those that the case can reach, each time from a fresh start as a one-shot
// process does. The second result counts the cases.
func LazyAgainstFull(ctx context.Context, o engine.Options, corpus Corpus) ([]Difference, int, error) {
	o.Lazy = false
	full, err := engine.Open(ctx, o)
	if err != nil {
		return nil, 0, err
	}
	o.Lazy = true
	var ds []Difference
	n := 0
	for name, in := range corpus {
		lazy, err := engine.Open(ctx, o)
		if err != nil {
			return nil, n, err
		}
		n++
		d := Difference{name, full.Decide(ctx, in), lazy.Decide(ctx, in)}
		if !reflect.DeepEqual(d.Full, d.Lazy) {
			ds = append(ds, d)
		}
	}
	return ds, n, nil
}

// Fired counts the findings of each rule over a corpus, so that rules which
// only cases reach are not called silent.
func Fired(ctx context.Context, e *engine.Engine, corpus Corpus) map[string]int {
	fired := map[string]int{}
	for _, in := range corpus {
		for _, f := range e.Decide(ctx, in).Findings {
			fired[f.Rule]++
		}
	}
	return fired
}
