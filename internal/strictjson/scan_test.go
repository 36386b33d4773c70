package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestCheckRefuses(t *testing.T) {
	many := func(n int) string {
		var b strings.Builder
		b.WriteByte('{')
		for i := range n {
			fmt.Fprintf(&b, `"k%d":0,`, i)
		}
		return b.String()
	}
	for name, text := range map[string]string{
		"empty":                         "",
		"space":                         " \t\r\n",
		"invalid UTF-8":                 "\"\xff\"",
		"overlong UTF-8":                "\"\xc0\xaf\"",
		"surrogate as UTF-8":            "\"\xed\xa0\x80\"",
		"byte order mark":               "\ufeff{}",
		"NaN":                           `{"a":NaN}`,
		"Infinity":                      `[Infinity]`,
		"minus Infinity":                `-Infinity`,
		"number too large":              `1e999`,
		"negative too large":            `[-1e309]`,
		"many digits":                   strings.Repeat("9", 310),
		"many digits with exponent":     "0." + strings.Repeat("0", 400) + "1e800",
		"duplicate":                     `{"a":1,"a":2}`,
		"duplicate escaped":             `{"a":1,"\u0061":2}`,
		"duplicate by upper hex":        `{"\u00E9":1,"é":2}`,
		"duplicate astral":              `{"😀":1,"\ud83d\ude00":2}`,
		"duplicate deep":                `[{"x":[{"k":{},"k":[]}]}]`,
		"duplicate after nested":        `{"a":{"a":1},"b":{"a":2},"a":3}`,
		"duplicate empty name":          `{"":1,"":2}`,
		"duplicate among many":          many(500) + `"k250":1}`,
		"duplicate among many, escaped": many(500) + `"\u006b250":1}`,
		"depth 65":                      strings.Repeat("[", 65) + strings.Repeat("]", 65),
		"depth 65, mixed":               strings.Repeat(`{"a":[`, 32) + "[" + "]" + strings.Repeat(`]}`, 32),
		"markers 8193":                  "[" + strings.Repeat("0,", 8191) + "0]",
		"two values":                    `{} {}`,
		"comma after":                   `{},`,
		"trailing comma":                `[1,]`,
		"trailing comma in object":      `{"a":1,}`,
		"no comma":                      `[1 2]`,
		"no colon":                      `{"a" 1}`,
		"no value":                      `{"a":}`,
		"single quotes":                 `{'a':1}`,
		"bare name":                     `{a:1}`,
		"comment":                       `{} // x`,
		"leading zero":                  `01`,
		"plus":                          `+1`,
		"bare point":                    `1.`,
		"bare exponent":                 `1e`,
		"minus alone":                   `-`,
		"hex":                           `0x10`,
		"control in string":             "\"a\x01\"",
		"newline in string":             "\"a\n\"",
		"bad escape":                    `"\x41"`,
		"short unicode escape":          `"\u00e"`,
		"bad unicode escape":            `"\u00eg"`,
		"unterminated string":           `"abc`,
		"unterminated escape":           `"abc\`,
		"unterminated object":           `{"a":1`,
		"unterminated array":            `[1`,
		"closing the wrong way":         `[}`,
		"word cut":                      `tru`,
		"word continued":                `trueish`,
		"upper-case word":               `True`,
		"vertical tab is no space":      "\v{}",
		"no-break space is no space":    "\u00a0{}",
		"byte order mark after space":   " \ufeff{}",
		"null byte after":               "{}\x00",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Check([]byte(text))
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("Check(%.60q) = %v, want an *Error", text, err)
			}
			if e.Offset < 0 || e.Offset > len(text) {
				t.Errorf("offset %d lies outside the text", e.Offset)
			}
		})
	}
}

func TestCheckAccepts(t *testing.T) {
	for name, text := range map[string]string{
		"spaces":               " \t\r\n{ \"a\" : [ 1 , 2 ] } \n",
		"depth 64":             strings.Repeat("[", 64) + strings.Repeat("]", 64),
		"markers 8192":         "[" + strings.Repeat("0,", 8190) + "0]",
		"brackets in strings":  `"` + strings.Repeat("[{,:", 5000) + `"`,
		"largest float":        `1.7976931348623157e308`,
		"underflow":            `1e-999`,
		"big integer":          `123456789012345678901234567890`,
		"minus zero":           `-0`,
		"same name elsewhere":  `{"a":{"a":{"a":1}},"b":{"a":1}}`,
		"names differ in case": `{"id":1,"ID":2,"Id":3}`,
		"names differ in form": `{"\u00e9":1,"e\u0301":2}`,
		"escapes":              `"\"\\\/\b\f\n\r\t\u0000"`,
		"inner zero width":     "\"a\ufeffb\"",
	} {
		if _, err := Check([]byte(text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCheckReportsLoneSurrogates(t *testing.T) {
	for text, want := range map[string]bool{
		`"\ud83d\ude00"`:       false,
		`"\ud83d"`:             true,
		`"\ude00"`:             true,
		`"\ud83d\ud83d\ude00"`: true,
		`"\ude00\ud83d"`:       true,
		`{"\udfff":1}`:         true,
		`"\\ud83d"`:            false,
		`"\ud83dx"`:            true,
		`"\uD83D\uDE00"`:       false,
	} {
		info, err := Check([]byte(text))
		if err != nil || info.LoneSurrogate != want {
			t.Errorf("Check(%s) = %v, %v; want lone %v", text, info.LoneSurrogate, err, want)
		}
		if got := Checked([]byte(text)).LoneSurrogate(); got != want {
			t.Errorf("LoneSurrogate(%s) = %v, want %v", text, got, want)
		}
	}
}

func TestCheckAllocatesNothing(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector empties pools")
	}
	text := []byte(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"x","arguments":{"command":"ls -la \"a\""}}}`)
	if n := testing.AllocsPerRun(200, func() { _, _ = Check(text) }); n > 0 {
		t.Errorf("Check allocates %v times", n)
	}
}

// reference decides with encoding/json's decoder what Check decides with its
// own scanner. It is slow and obvious.
func reference(text []byte) bool {
	if !utf8.Valid(text) || bytes.HasPrefix(text, []byte("\ufeff")) || !json.Valid(text) {
		return false
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	type open struct {
		object bool
		names  map[string]bool
		name   bool // a name is next
	}
	var stack []open
	for {
		tok, err := d.Token()
		if err != nil {
			break
		}
		isName := len(stack) > 0 && stack[len(stack)-1].object && stack[len(stack)-1].name
		switch x := tok.(type) {
		case json.Delim:
			switch x {
			case '{', '[':
				stack = append(stack, open{x == '{', map[string]bool{}, x == '{'})
				if len(stack) > MaxDepth {
					return false
				}
				continue
			default:
				stack = stack[:len(stack)-1]
			}
		case string:
			if isName {
				top := &stack[len(stack)-1]
				if top.names[x] {
					return false
				}
				top.names[x], top.name = true, false
				continue
			}
		case json.Number:
			if f, err := strconv.ParseFloat(x.String(), 64); err != nil || math.IsInf(f, 0) {
				return false
			}
		}
		if len(stack) > 0 {
			stack[len(stack)-1].name = stack[len(stack)-1].object
		}
	}
	markers, inString := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case !inString && strings.IndexByte("{}[]:,", c) >= 0:
			markers++
		}
	}
	return markers <= MaxMarkers
}

func FuzzCheck(f *testing.F) {
	for _, s := range []string{
		`{"a":1,"\u0061":2}`, `[1e999]`, `{"a":[{"b":null}]}`, "\ufeff{}", `"\ud83d\ude00"`, `"\ud83d"`, `-0.0e+1`,
		`{"\ud800":1,"\ufffd":2}`, strings.Repeat("[", 70), `{"a":"b\\"}`, ` [true , false,null] `, "\xff", `1E400`,
		`{"k":{"k":1},"l":[{"k":1},{"k":2}],"k":0}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		_, err := Check(text)
		if want := reference(text); (err == nil) != want {
			t.Fatalf("Check(%q) = %v, reference says %v", text, err, want)
		}
		if err != nil {
			return
		}
		var want any
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		if err := d.Decode(&want); err != nil {
			t.Fatal(err)
		}
		if err := sameTree(Checked(text), want); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
	})
}

// sameTree walks v beside what encoding/json made of the same text.
func sameTree(v Value, want any) error {
	switch w := want.(type) {
	case nil:
		if v.Kind() != Null {
			return fmt.Errorf("kind %d, want null", v.Kind())
		}
	case bool:
		if b, ok := v.Bool(); !ok || b != w {
			return fmt.Errorf("%v, %v; want %v", b, ok, w)
		}
	case json.Number:
		if v.Kind() != Number || string(v.Raw()) != w.String() {
			return fmt.Errorf("%q, want %s", v.Raw(), w)
		}
	case string:
		if s, ok := v.Text(); !ok || s != w {
			return fmt.Errorf("%q, %v; want %q", s, ok, w)
		}
	case []any:
		i := 0
		for e := range v.Elements() {
			if i >= len(w) {
				return errors.New("too many elements")
			}
			if err := sameTree(e, w[i]); err != nil {
				return err
			}
			i++
		}
		if v.Kind() != Array || i != len(w) {
			return fmt.Errorf("%d elements, want %d", i, len(w))
		}
	case map[string]any:
		n := 0
		for name, m := range v.Members() {
			e, ok := w[name]
			if !ok {
				return fmt.Errorf("surplus member %q", name)
			}
			if err := sameTree(m, e); err != nil {
				return err
			}
			if string(v.Get(name).Raw()) != string(m.Raw()) {
				return fmt.Errorf("Get(%q) differs", name)
			}
			n++
		}
		if v.Kind() != Object || n != len(w) {
			return fmt.Errorf("%d members, want %d", n, len(w))
		}
	}
	return nil
}

func BenchmarkCheck(b *testing.B) {
	text := []byte(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"dry_run_command","arguments":{"command":"git status --short && ls -la","cwd":"/code/app"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Check(text); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCheckManyMembers(b *testing.B) {
	var t strings.Builder
	t.WriteString(`{"x":0`)
	for i := range 4000 {
		fmt.Fprintf(&t, `,"%d":0`, i)
	}
	t.WriteString("}")
	text := []byte(t.String())
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := Check(text); err != nil {
			b.Fatal(err)
		}
	}
}
