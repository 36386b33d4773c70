package secret

import (
	"strings"
	"testing"
)

// FuzzMask: no panic, the same result however the text is cut, masking twice
// changes nothing, and what is no secret keeps its bytes.
func FuzzMask(f *testing.F) {
	for _, name := range []string{"corpus.jsonl", "traps.jsonl"} {
		for _, s := range corpus(f, name) {
			f.Add(s.text, uint(len(s.text)/2), uint(len(s.text)/3))
		}
	}
	for _, text := range hostile(512) {
		f.Add(text, uint(100), uint(17))
	}
	e, err := compiled()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string, a, b uint) {
		if len(text) > 1<<16 {
			return
		}
		whole := e.Mask(text)
		if again := e.Mask(whole); again != whole {
			t.Fatalf("masking twice changes the text:\n%q\n%q\n%q", text, whole, again)
		}
		n := uint(len(text) + 1)
		lo, hi := int(a%n), int(b%n)
		if lo > hi {
			lo, hi = hi, lo
		}
		if got := pieces(e, text, lo, hi); got != whole {
			t.Fatalf("cuts at %d and %d change the text:\n%q\n%q\n%q", lo, hi, text, whole, got)
		}
		rest := text
		for i, part := range number.Split(whole, -1) {
			if i > 0 && part == "" {
				continue
			}
			at := strings.Index(rest, strings.TrimPrefix(part, "]"))
			if at < 0 {
				t.Fatalf("%q is not of the text %q", part, text)
			}
			rest = rest[at:]
		}
	})
}
