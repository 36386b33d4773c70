package asciijson

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
		if got, want := Object([]byte(text)), strings.HasPrefix(text, "{") && json.Valid([]byte(text)); got != want {
			t.Fatalf("%q: %v", text, got)
		}
		quoted := AppendQuoted(nil, []byte(text))
		var back string
		if err := json.Unmarshal(quoted, &back); err != nil || back != text {
			t.Fatalf("%.200q is written as %.200s: %v", text, quoted, err)
		}
		if json.Valid([]byte(text)) {
			ascii := Append(nil, []byte(text))
			var a, b any
			if json.Unmarshal(ascii, &a) != nil || json.Unmarshal([]byte(text), &b) != nil || !jsonEqual(a, b) {
				t.Fatalf("%.200q is written as %.200s", text, ascii)
			}
			if bytes.IndexFunc(ascii, func(r rune) bool { return r >= utf8.RuneSelf || r == '\n' }) >= 0 {
				t.Fatalf("%.200q is not one line of ASCII", ascii)
			}
		}
	}
}

func jsonEqual(a, b any) bool {
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return bytes.Equal(x, y)
}

// One pass for both must say what one pass for each would.
func FuzzAppendTwice(f *testing.F) {
	for _, s := range []string{
		"", "plain", "a\nb\tc\"d\\e\x01f\x7f", "é🙂\uFFFD", "\xff\xc3", strings.Repeat("x", 1023) + "🙂" + strings.Repeat("\x00", 3000),
		strings.Repeat("seven  ", 400) + "é", strings.Repeat("\n", 1025), strings.Repeat("🙂", 2000),
	} {
		f.Add(s, 3)
	}
	f.Fuzz(func(t *testing.T, text string, room int) {
		once, twice := make([]byte, 1, 1+room&0xffff), make([]byte, 1, 1+room>>8&0xffff)
		once, twice = AppendTwice(once, twice, text)
		want := AppendQuoted([]byte{0}, []byte(text))
		if !bytes.Equal(once, want) {
			t.Fatalf("%.200q is written as %.200q, not %.200q", text, once, want)
		}
		again := AppendQuoted(nil, want[1:])
		if !bytes.Equal(twice[1:], again[1:len(again)-1]) {
			t.Fatalf("%.200q is written again as %.200q, not %.200q", text, twice, again)
		}
	})
}

func BenchmarkAppendTwice(b *testing.B) {
	text := strings.Repeat("The quick brown fox jumps over it.\n", 1<<16/35)
	var once, twice []byte
	b.Run("one pass", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			once, twice = AppendTwice(once[:0], twice[:0], text)
		}
	})
	b.Run("two passes", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			once = AppendQuoted(once[:0], []byte(text))
			twice = AppendQuoted(twice[:0], once)
		}
	})
}
