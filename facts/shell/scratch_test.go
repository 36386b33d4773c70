package shell

import (
	"context"
	"encoding/json"
	"sync"
	"testing"

	"regent/facts"
)

// The memory that extractions share must never show: facts stay as they were
// when other texts are read, and a text has the same facts whatever was read
// before it.
func TestFactsOutliveTheCall(t *testing.T) {
	x := newExtractor(t, caseFS(), nil)
	written := func(in *facts.Input) string {
		b, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	var first []*facts.Input
	var texts, said []string
	for _, text := range goldenTexts {
		in := extract(t, x, text)
		first, texts, said = append(first, in), append(texts, text), append(said, written(in))
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range texts {
				at := len(texts) - 1 - i
				in := &facts.Input{Workspace: caseWorkspace}
				if err := x.Extract(context.Background(), in, texts[at]); err != nil {
					t.Error(err)
				}
				if got := written(in); got != said[at] {
					t.Errorf("%s\nread again: %s\nat first:   %s", texts[at], got, said[at])
				}
			}
		})
	}
	wg.Wait()
	for i, in := range first {
		if got := written(in); got != said[i] {
			t.Errorf("%s\nafterwards: %s\nat first:   %s", texts[i], got, said[i])
		}
	}
}

// A slab gives zero values that do not overlap, over and over.
func TestSlabGivesFreshValues(t *testing.T) {
	var s slab[int]
	for round := range 3 {
		var all [][]int
		for i := range 4000 {
			got := s.take(i % 40)
			for j, v := range got {
				if v != 0 {
					t.Fatalf("round %d, list %d: value %d is %d", round, i, j, v)
				}
				got[j] = i + 1
			}
			all = append(all, got)
		}
		for i, list := range all {
			for _, v := range list {
				if v != i+1 {
					t.Fatalf("round %d: list %d holds what was written into list %d", round, i, v-1)
				}
			}
			_ = append(list, -1)
		}
		s.reset()
	}
}
