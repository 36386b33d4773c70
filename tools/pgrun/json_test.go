package pgrun

import (
	"bytes"
	"encoding/json"
	"testing"
)

// Text is written as encoding/json writes it when it does not care for HTML.
func FuzzAppendText(f *testing.F) {
	for _, s := range []string{"", "plain", "q\"\\/", "\x00\x1f\x7f\b\f\n\r\t", "<a&b>", "\u2028\u2029", "é😀", "\xff\xc3", "a\xe2\x80", "\xed\xa0\x80"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, v []byte) {
		var want bytes.Buffer
		enc := json.NewEncoder(&want)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(string(v)); err != nil {
			t.Fatal(err)
		}
		if got := appendText([]byte("x"), v); string(got) != "x"+string(bytes.TrimRight(want.Bytes(), "\n")) {
			t.Errorf("%q is written %s, want %s", v, got, want.Bytes())
		}
	})
}

// What is taken for a number is one to encoding/json, and the other way round.
func FuzzIsNumber(f *testing.F) {
	for _, s := range []string{"0", "-0", "007", "+1", "1.", ".5", "1.50", "1e+100", "1E-7", "1e", "-", "NaN", "Infinity", "0x1p-2", "1_000", " 1", "1 "} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, v []byte) {
		want := json.Valid(v) && len(v) > 0 && (v[0] == '-' || v[0] >= '0' && v[0] <= '9') && !bytes.ContainsAny(v[len(v)-1:], " \t\r\n")
		if got := isNumber(v); got != want {
			t.Errorf("%q: %v, want %v", v, got, want)
		}
	})
}
