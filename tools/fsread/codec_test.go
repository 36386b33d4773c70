package fsread

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/ianaindex"
	"pgregory.net/rapid"
)

// golden holds what Python's codecs say: the table of every single-byte
// encoding (U+FFFD where a byte means nothing), and samples and refused bytes
// of the others.
type golden struct {
	Single map[string]string `json:"single"`
	Multi  map[string]struct {
		Samples []struct{ Hex, Text string } `json:"samples"`
		Invalid []string                     `json:"invalid"`
	} `json:"multi"`
}

func readGolden(t testing.TB) golden {
	t.Helper()
	data, err := os.ReadFile("testdata/codecs.json")
	if err != nil {
		t.Fatal(err)
	}
	var g golden
	if err := json.Unmarshal(data, &g); err != nil {
		t.Fatal(err)
	}
	if n := len(g.Single) + len(g.Multi); n < 40 {
		t.Fatalf("only %d encodings", n)
	}
	return g
}

func lookup(t testing.TB, name string) Codec {
	t.Helper()
	c, err := Lookup(name)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return c
}

func refuses(t *testing.T, c Codec, data []byte) {
	t.Helper()
	text, _, err := c.Decode(data, false)
	var ee *EncodingError
	if !errors.As(err, &ee) || text != "" {
		t.Errorf("%s: %x gives %q, %v", c.Name(), data, text, err)
	}
}

func TestSingleByteEncodingsByTheirTables(t *testing.T) {
	for name, table := range readGolden(t).Single {
		c := lookup(t, name)
		for b, want := range []rune(table) {
			data := []byte{'a', byte(b)}
			if want == utf8.RuneError {
				refuses(t, c, data)
				continue
			}
			text, used, err := c.Decode(data, false)
			first, _, _ := c.Decode(data[:1], false)
			if err != nil || used != 2 || text != first+string(want) {
				t.Errorf("%s: byte %02x gives %q, %d, %v; want %q", name, b, text, used, err, want)
			}
		}
	}
}

func TestOtherEncodingsBySamples(t *testing.T) {
	for name, m := range readGolden(t).Multi {
		c := lookup(t, name)
		for _, s := range m.Samples {
			data, err := hex.DecodeString(s.Hex)
			if err != nil {
				t.Fatal(err)
			}
			text, used, err := c.Decode(data, false)
			if err != nil || text != s.Text || used != len(data) {
				t.Errorf("%s: got %.80q, %d of %d, %v; want %.80q", name, text, used, len(data), err, s.Text)
			}
		}
		for _, h := range m.Invalid {
			data, err := hex.DecodeString(h)
			if err != nil {
				t.Fatal(err)
			}
			refuses(t, c, data)
		}
	}
}

// A limit may fall anywhere. What is decoded is then the whole text up to the
// last character that is all there, and the rest follows from where it ended.
func TestCutAnywhere(t *testing.T) {
	for name, m := range readGolden(t).Multi {
		c := lookup(t, name)
		for _, s := range m.Samples {
			data, _ := hex.DecodeString(s.Hex)
			data = data[:min(len(data), 120)]
			whole, all, err := c.Decode(append([]byte(nil), data...), true)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			for n := range data {
				text, used, err := c.Decode(append([]byte(nil), data[:n]...), true)
				if err != nil {
					t.Errorf("%s: cut at %d: %v", name, n, err)
					continue
				}
				if !strings.HasPrefix(whole, text) || used > n || n-used > 4 && used > 0 {
					t.Errorf("%s: cut at %d of %d: %d used, %q of %q", name, n, all, used, text, whole)
				}
			}
		}
	}
}

func TestCutIsNoLicenceForWrongBytes(t *testing.T) {
	for _, c := range []struct{ name, data string }{
		{"utf-8", "ab\xff"},
		{"utf-8", "\xc3A"},
		{"utf-8", "ab\xed\xa0\x80"},
		{"utf-16-le", "\x00\xdca\x00"},
		{"utf-32-le", "\x00\x00\x11\x00"},
		{"ascii", "ab\x80"},
		{"shift_jis", "\xa0"},
		{"gb18030", "\xff"},
	} {
		if text, _, err := lookup(t, c.name).Decode([]byte(c.data), true); err == nil {
			t.Errorf("%s: %q gives %q", c.name, c.data, text)
		}
	}
}

func TestNames(t *testing.T) {
	for _, names := range [][]string{
		{"utf-8", "utf8", "UTF_8", "U8", "utf", "cp65001"},
		{"utf-8-sig", "utf_8_sig", "UTF-8-SIG"},
		{"latin-1", "latin1", "L1", "iso-8859-1", "ISO8859_1", "iso_8859-1", "8859", "cp819", "latin"},
		{"ascii", "US-ASCII", "646", "ANSI_X3.4-1968"},
		{"cp1252", "windows-1252", "Windows1252", "1252"},
		{"shift_jis", "sjis", "SJIS", "s_jis", "cp932", "ms932", "windows-31j"},
		{"euc-kr", "cp949", "uhc", "ks_c-5601-1987"},
		{"gbk", "gb2312", "cp936", "chinese"},
		{"iso2022-jp", "iso-2022-jp", "ISO2022JP"},
		{"iso8859-15", "latin-9", "iso-8859-15", "l9"},
		{"cp037", "ibm037", "037"},
		{"mac-roman", "macintosh", "macroman"},
		{"koi8-r", "KOI8_R"},
		{"utf-16", "u16"},
		{"utf-32", "u32"},
		{"big5", "big5-hkscs", "cp950"},
	} {
		first := lookup(t, names[0])
		for _, n := range names[1:] {
			if c, err := Lookup(n); err != nil || c.Name() != first.Name() {
				t.Errorf("%s means %s (%v), want %s", n, c.Name(), err, first.Name())
			}
		}
	}
	for _, n := range []string{"", "base64", "zlib", "rot13", "rot-13", "hex", "bz2", "quopri", "uu", "utf-7", "idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined", "mbcs", "oem", "nope", "utf-8\x00", "utf/8", "ütf-8", "../utf-8"} {
		if c, err := Lookup(n); err == nil {
			t.Errorf("%q means %s", n, c.Name())
		}
	}
}

// IANA's names of what is known here mean the same to the library.
func TestNamesAgreeWithIANA(t *testing.T) {
	for name, table := range readGolden(t).Single {
		enc, err := ianaindex.IANA.Encoding(lookup(t, name).Name())
		if err != nil || enc == nil {
			continue // a name that IANA has not
		}
		for b, want := range []rune(table) {
			if b >= 0x80 && b < 0xA0 || want == utf8.RuneError {
				continue
			}
			got, err := enc.NewDecoder().Bytes([]byte{byte(b)})
			if err != nil || string(got) != string(want) {
				if name == "koi8_u" && (b == 0xAE || b == 0xBE) {
					continue // see koi8u
				}
				t.Errorf("%s: byte %02x is %q there, %q here", name, b, got, want)
			}
		}
	}
}

// Whatever the bytes: the result is text, or an error; never U+FFFD that was
// not written.
func TestDecodeIsTextOrError(t *testing.T) {
	var all []Codec
	seen := map[string]bool{}
	for _, c := range codecs() {
		if !seen[c.name] {
			seen[c.name] = true
			all = append(all, *c)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		data := rapid.SliceOfN(rapid.Byte(), 0, 24).Draw(t, "data")
		cut := rapid.Bool().Draw(t, "cut")
		for _, c := range all {
			text, used, err := c.Decode(append([]byte(nil), data...), cut)
			switch {
			case err != nil:
				if text != "" {
					t.Errorf("%s: text beside an error", c.name)
				}
			case !utf8.ValidString(text), used > len(data), !cut && used != len(data):
				t.Errorf("%s: %x gives %q, %d", c.name, data, text, used)
			case strings.ContainsRune(text, utf8.RuneError) && !strings.HasPrefix(c.name, "utf") && c.name != "gb18030":
				t.Errorf("%s: %x gives a replacement character", c.name, data)
			}
		}
	})
}

func FuzzDecode(f *testing.F) {
	for name := range codecs() {
		f.Add(name, []byte("abc\xff\xfe\x84\x31\xa4\x37\x1b$B"), true)
	}
	f.Fuzz(func(t *testing.T, name string, data []byte, cut bool) {
		c, err := Lookup(name)
		if err != nil {
			return
		}
		text, used, err := c.Decode(data, cut)
		if err == nil && (!utf8.ValidString(text) || used > len(data)) {
			t.Fatalf("%s: %x gives %q, %d", name, data, text, used)
		}
	})
}
