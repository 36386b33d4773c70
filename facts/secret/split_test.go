package secret

import (
	"strings"
	"testing"
)

// pieces masks text in pieces cut at the given offsets.
func pieces(e *Engine, text string, cuts ...int) string {
	w := &writer{names: newNames()}
	st := &state{}
	from := 0
	for _, c := range cuts {
		e.scan(st, []byte(text[from:c]), false, w)
		from = c
	}
	e.scan(st, []byte(text[from:]), true, w)
	return string(w.out)
}

func TestEverySplitOfEveryClass(t *testing.T) {
	e := engine(t)
	for name, c := range shipped(t).Classes {
		for i, text := range append(append([]string{}, c.Positive...), c.Negative...) {
			text = "a line before\n" + Fill(text, 7) + "\nand one after it " + strings.Repeat("z", 30)
			whole := e.Mask(text)
			if again := e.Mask(whole); again != whole {
				t.Errorf("%s %d: masking twice changes the text", name, i)
			}
			for cut := range len(text) + 1 {
				if got := pieces(e, text, cut); got != whole {
					t.Errorf("%s %d: cut at %d of %d changes the masked text:\n%q\n%q", name, i, cut, len(text), got, whole)
					break
				}
			}
			every := make([]int, len(text))
			for j := range every {
				every[j] = j
			}
			if got := pieces(e, text, every...); got != whole {
				t.Errorf("%s %d: single bytes change the masked text:\n%q\n%q", name, i, got, whole)
			}
		}
	}
}
