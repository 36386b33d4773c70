package secret

import (
	"bufio"
	"encoding/json"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sample is one text of the corpus. In the file a secret is written
// «PLACEHOLDER|value»; want is the text with those replaced.
type sample struct {
	line    int
	text    string
	want    string // with placeholders without numbers
	secrets []string
}

var (
	marked = regexp.MustCompile(`(?s)«([A-Z0-9_]+)\|(.*?)»`)
	number = regexp.MustCompile(`(\[REDACTED_[A-Z0-9_]+)_[0-9]+\]`)
)

func corpus(t testing.TB, name string) []sample {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []sample
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		var row struct{ Text string }
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatalf("%s:%d: %v", name, n, err)
		}
		text := Fill(row.Text, uint64(n))
		s := sample{line: n, text: marked.ReplaceAllString(text, "$2"), want: marked.ReplaceAllString(text, "[REDACTED_$1]")}
		for _, m := range marked.FindAllStringSubmatch(text, -1) {
			s.secrets = append(s.secrets, m[2])
		}
		out = append(out, s)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestCorpusIsMaskedExactly(t *testing.T) {
	e := engine(t)
	samples := corpus(t, "corpus.jsonl")
	if len(samples) < 400 {
		t.Errorf("%d texts, want at least 400", len(samples))
	}
	for _, s := range samples {
		if len(s.secrets) == 0 {
			t.Errorf("line %d: no secret is marked", s.line)
		}
		got := e.Mask(s.text)
		if bare := number.ReplaceAllString(got, "$1]"); bare != s.want {
			t.Errorf("line %d:\n text %q\n got  %q\n want %q", s.line, s.text, bare, s.want)
		}
		if again := e.Mask(got); again != got {
			t.Errorf("line %d: masking twice changes the text:\n%q\n%q", s.line, got, again)
		}
	}
}

func TestTrapsAreLeftAlone(t *testing.T) {
	e := engine(t)
	for _, s := range corpus(t, "traps.jsonl") {
		if got := e.Mask(s.text); got != s.text {
			t.Errorf("line %d: %q became %q (%v)", s.line, s.text, got, e.Detect(s.text))
		}
	}
}

// Splits of a text at every offset, at every byte, and at random offsets are
// masked like the whole.
func TestEverySplitOfTheCorpus(t *testing.T) {
	e := engine(t)
	r := rand.New(rand.NewPCG(1, 2))
	for _, s := range slices.Concat(corpus(t, "corpus.jsonl"), corpus(t, "traps.jsonl")) {
		whole := e.Mask(s.text)
		check := func(cuts ...int) bool {
			if got := pieces(e, s.text, cuts...); got != whole {
				t.Errorf("line %d: cuts at %v of %d change the text:\n%q\n%q", s.line, cuts, len(s.text), got, whole)
				return false
			}
			return true
		}
		for cut := 0; cut <= len(s.text) && check(cut); cut++ {
		}
		for range 20 {
			cuts := make([]int, 1+r.IntN(8))
			for i := range cuts {
				cuts[i] = r.IntN(len(s.text) + 1)
			}
			slices.Sort(cuts)
			check(cuts...)
		}
		every := make([]int, len(s.text))
		for i := range every {
			every[i] = i
		}
		check(every...)
	}
}

// No prefix of a secret that completes later is emitted, however the text comes.
func TestNothingOfASecretIsEmittedEarly(t *testing.T) {
	e := engine(t)
	for _, s := range corpus(t, "corpus.jsonl") {
		whole := e.Mask(s.text)
		st, w := &state{}, &writer{names: newNames()}
		for i := range len(s.text) {
			e.scan(st, []byte(s.text[i:i+1]), false, w)
			if !strings.HasPrefix(whole, string(w.out)) {
				t.Errorf("line %d: after %d bytes %q was emitted", s.line, i+1, w.out)
				break
			}
		}
	}
}

func TestDetectAgreesWithMask(t *testing.T) {
	e := engine(t)
	for _, s := range corpus(t, "corpus.jsonl") {
		var b strings.Builder
		from := 0
		for _, f := range e.Detect(s.text) {
			b.WriteString(s.text[from:f.From])
			b.WriteString("[]")
			from = f.Till
		}
		b.WriteString(s.text[from:])
		if want := number.ReplaceAllString(e.Mask(s.text), "[]"); b.String() != want {
			t.Errorf("line %d: %q, want %q", s.line, b.String(), want)
		}
	}
}
