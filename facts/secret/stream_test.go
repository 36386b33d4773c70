package secret

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Streams of one caller that come by turns, cut anywhere, with empty pieces,
// finished with an empty one and begun again under the same ids, give what each
// text gives as a whole.
func TestStreamsByTurns(t *testing.T) {
	e := engine(t)
	m := NewMemory(e, 8)
	r := rand.New(rand.NewPCG(5, 6))
	samples := slices.Concat(corpus(t, "corpus.jsonl"), corpus(t, "traps.jsonl"))
	type running struct {
		sample sample
		rest   string
		got    strings.Builder
	}
	bound := shipped(t).Engine.SpanBytes + maxOSC
	open := map[int]*running{}
	next := 0
	for next < len(samples) || len(open) > 0 {
		id := r.IntN(16)
		s := open[id]
		if s == nil {
			if next == len(samples) {
				if len(open) < 16 && r.IntN(4) > 0 {
					for id = range open {
						s = open[id]
						break
					}
				}
				if s == nil {
					continue
				}
			} else {
				s = &running{sample: samples[next], rest: samples[next].text}
				open[id] = s
				next++
			}
		}
		n := r.IntN(len(s.rest) + 1)
		final := n == len(s.rest) && r.IntN(3) > 0
		out := mask(t, m, Piece{Session: fmt.Sprint("s", id%3), Stream: fmt.Sprint("id", id), Text: []byte(s.rest[:n]), Final: final})
		s.rest = s.rest[n:]
		s.got.WriteString(out.Text)
		if out.Held > bound+len(s.sample.text) {
			t.Errorf("line %d: %d bytes are held", s.sample.line, out.Held)
		}
		if final {
			want := number.ReplaceAllString(e.Mask(s.sample.text), "$1]")
			if got := number.ReplaceAllString(s.got.String(), "$1]"); got != want {
				t.Errorf("line %d: by turns %q, as a whole %q", s.sample.line, got, want)
			}
			delete(open, id)
		}
	}
	for c, v := range m.callers {
		for _, s := range v.streams {
			t.Errorf("caller %q: stream %v is left", c, s.id)
		}
	}
}

// However a value is written, it has the same number.
func TestOneValueInManyForms(t *testing.T) {
	m := NewMemory(engine(t), 8)
	const want = "[REDACTED_GITHUB_TOKEN_1]"
	body := tokenA[4:]
	var escaped, hexed, octal, percent strings.Builder
	for _, c := range []byte(tokenA) {
		fmt.Fprintf(&escaped, `\u%04x`, c)
		fmt.Fprintf(&hexed, `\x%02x`, c)
		fmt.Fprintf(&octal, `\%03o`, c)
		fmt.Fprintf(&percent, `%%%02X`, c)
	}
	for name, text := range map[string]string{
		"plain": tokenA, "JSON": escaped.String(), "hex": hexed.String(), "octal": octal.String(), "percent": percent.String(),
		"one escape": `\u0067hp_` + body, "braces": `\u{67}hp_` + body, "wide escape": `\U00000067hp_` + body, "double percent": "ghp%255F" + body,
		"colour within": "ghp_" + body[:9] + "\x1b[1;31m" + body[9:], "written colour within": "ghp_" + body[:9] + `\x1b[1;31m` + body[9:],
		"zero width": "ghp_" + body[:9] + "\u200b" + body[9:], "soft hyphen": "ghp_" + body[:9] + "\u00ad" + body[9:],
		"NUL": "ghp_" + body[:9] + "\x00" + body[9:], "written NUL": "ghp_" + body[:9] + `\u0000` + body[9:], "struck over": "ghx\bp_" + body,
	} {
		out := mask(t, m, Piece{Text: []byte("<" + text + ">")})
		if out.Text != "<"+want+">" {
			t.Errorf("%s: %q", name, out.Text)
		}
		if again := mask(t, m, Piece{Text: []byte(out.Text)}); again.Text != out.Text || again.Replaced != 0 {
			t.Errorf("%s: masked twice it is %q", name, again.Text)
		}
	}
}
