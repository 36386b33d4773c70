package server

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestPlainStopsAtTheFirst(t *testing.T) {
	for c := range 256 {
		stands := c >= 0x20 && c < 0x80 && c != '"' && c != '\\'
		for at := range 20 {
			text := bytes.Repeat([]byte{'!'}, 20) // '!' lies beside the quote
			text[at] = byte(c)
			text = append(text, "\"\\\x00\xff]"...)
			want := at
			if stands {
				want = 20
			}
			if got := plain(text); got != want {
				t.Fatalf("byte %02x at %d: %d", c, at, got)
			}
		}
	}
}

// Frames are what the standard library would have said of them, whatever the
// text: pieces of JSON put together at random, broken and whole.
func TestWrittenAsTheLibraryWould(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pieces := []string{`{`, `}`, `"`, `\`, `\"`, `\u00e9`, `\ud83d`, `:`, `,`, `[`, `]`, "é", "🙂", "\n", "\t", "\x01", "\x7f", "1", "null", "plain text ", strings.Repeat("x", 9)}
	long := `{"a":"` + strings.Repeat("all of it plain, é and \\n ", 300)
	for i := range 20000 {
		var b strings.Builder
		if i%2 == 0 {
			b.WriteString(long)
		}
		for range r.IntN(8) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		if i%4 < 2 {
			b.WriteString(`"}`)
		}
		text := b.String()
		if got, want := validObject([]byte(text)), strings.HasPrefix(text, "{") && json.Valid([]byte(text)); got != want {
			t.Fatalf("%q: %v", text, got)
		}
		quoted := appendQuoted(nil, []byte(text))
		var back string
		if err := json.Unmarshal(quoted, &back); err != nil || back != text {
			t.Fatalf("%q is written as %s: %v", text, quoted, err)
		}
		if json.Valid([]byte(text)) {
			ascii := appendASCII(nil, []byte(text))
			var a, b any
			if json.Unmarshal(ascii, &a) != nil || json.Unmarshal([]byte(text), &b) != nil || !jsonEqual(a, b) {
				t.Fatalf("%q is written as %s", text, ascii)
			}
			if bytes.IndexFunc(ascii, func(r rune) bool { return r >= utf8.RuneSelf || r == '\n' }) >= 0 {
				t.Fatalf("%q is not one line of ASCII", ascii)
			}
		}
	}
}

func jsonEqual(a, b any) bool {
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return bytes.Equal(x, y)
}
