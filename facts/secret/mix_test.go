package secret

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mixer makes texts out of the corpus's own pieces in orders that nobody wrote:
// secrets that touch, that stand in each other's values, with noise within.
type mixer struct {
	parts []string
	r     *rand.Rand
}

func newMixer(t testing.TB, seed uint64) *mixer {
	m := &mixer{r: rand.New(rand.NewPCG(seed, 1))}
	for _, s := range slices.Concat(corpus(t, "corpus.jsonl"), corpus(t, "traps.jsonl")) {
		m.parts = append(m.parts, s.text)
		m.parts = append(m.parts, s.secrets...)
	}
	for _, text := range hostile(24) {
		m.parts = append(m.parts, text)
	}
	m.parts = append(m.parts, " ", "\n", "=", ":", "\"", "'", "\\", "\\n", "\\\"", "@", "/", "-", "_", ".", ",", "&", "[", "]", "(", ")", "\x1b[0m", "\u200b", "\x1b", "%", "%3D",
		"[REDACTED_GITHUB_TOKEN_1]", "[REDACTED_PASSWORD_12]", "[REDACTED_", "x", "A", "0", "\xff", "\xe2\x80", "password", "token", "://", "Bearer ", "eyJ", "-----BEGIN ", "PRIVATE KEY-----")
	return m
}

func (m *mixer) text() string {
	var b strings.Builder
	for range 1 + m.r.IntN(7) {
		p := m.parts[m.r.IntN(len(m.parts))]
		switch m.r.IntN(4) {
		case 0:
			p = p[m.r.IntN(len(p)+1):]
		case 1:
			p = p[:m.r.IntN(len(p)+1)]
		case 2:
			i := m.r.IntN(len(p) + 1)
			p = p[:i] + m.parts[m.r.IntN(len(m.parts))] + p[i:]
		}
		b.WriteString(p)
	}
	return b.String()
}

// REGENT_MIXES makes the test longer.
func TestMixedTexts(t *testing.T) {
	e := engine(t)
	rounds, _ := strconv.Atoi(os.Getenv("REGENT_MIXES"))
	rounds = max(rounds, 4000)
	m := newMixer(t, uint64(rounds))
	for range rounds {
		text := m.text()
		whole := e.Mask(text)
		if again := e.Mask(whole); again != whole {
			t.Fatalf("masking twice changes the text:\n%q\n%q\n%q", text, whole, again)
		}
		cuts := make([]int, 1+m.r.IntN(12))
		for i := range cuts {
			cuts[i] = m.r.IntN(len(text) + 1)
		}
		slices.Sort(cuts)
		if got := pieces(e, text, cuts...); got != whole {
			t.Fatalf("cuts at %v change the text:\n%q\n%q\n%q", cuts, text, whole, got)
		}
	}
}
