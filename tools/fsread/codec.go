package fsread

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
	"unsafe"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/transform"
)

// ErrUnknownEncoding says that a name means no text encoding that can be read.
var ErrUnknownEncoding = errors.New("unknown text encoding")

// EncodingError says that bytes are no text in the named encoding. It holds
// nothing of the bytes.
type EncodingError struct {
	Encoding string
	Offset   int // of the first byte that does not fit, -1 when not known
}

func (e *EncodingError) Error() string {
	if e.Offset < 0 {
		return "decode the file: it is not " + e.Encoding
	}
	return fmt.Sprintf("decode the file: byte %d is not %s", e.Offset, e.Encoding)
}

// Codec decodes one text encoding, strictly.
type Codec struct {
	name   string
	decode func(c *Codec, data []byte, cut bool) (text string, used int, bad int)
	table  *[256]rune // of single-byte encodings
	multi  encoding.Encoding
}

// Name is the name that errors carry.
func (c Codec) Name() string { return c.name }

// Decode turns data into text. With cut the data goes on: a character of which
// only the beginning is there is left out, and used says how many bytes count.
// The text may share data's memory; data must not change afterwards.
func (c Codec) Decode(data []byte, cut bool) (text string, used int, err error) {
	text, used, bad := c.decode(&c, data, cut)
	if bad != fits {
		return "", 0, &EncodingError{c.name, bad}
	}
	return text, used, nil
}

const (
	fits      = -2 // every byte fits
	somewhere = -1 // some byte does not
)

// Lookup finds an encoding by name. Case, spaces, "-" and "_" do not matter.
func Lookup(name string) (Codec, error) {
	c, ok := codecs()[squeeze(name)]
	if !ok {
		return Codec{}, ErrUnknownEncoding
	}
	return *c, nil
}

func squeeze(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r == '-' || r == '_' || r == ' ' || r == '.' || r == ':':
			return -1
		}
		return utf8.RuneError // fits no name
	}, name)
}

// asString shares the memory of bytes that nobody else holds.
func asString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

func decodeUTF8(_ *Codec, data []byte, cut bool) (string, int, int) {
	if cut {
		data = data[:len(data)-unfinished(data)]
	}
	if !utf8.Valid(data) {
		return "", 0, firstInvalid(data)
	}
	return asString(data), len(data), fits
}

// unfinished counts the bytes at the end that begin a rune and do not end it.
func unfinished(data []byte) int {
	for n := 1; n <= min(utf8.UTFMax-1, len(data)); n++ {
		tail := data[len(data)-n:]
		if utf8.RuneStart(tail[0]) {
			if utf8.FullRune(tail) {
				return 0
			}
			return n
		}
	}
	return 0
}

func firstInvalid(data []byte) int {
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return somewhere
}

func decodeUTF8Sig(c *Codec, data []byte, cut bool) (string, int, int) {
	const bom = "\xEF\xBB\xBF"
	text, used, bad := decodeUTF8(c, data, cut)
	return strings.TrimPrefix(text, bom), used, bad
}

func decodeSingle(c *Codec, data []byte, _ bool) (string, int, int) {
	ascii := true
	for i, b := range data {
		if c.table[b] == utf8.RuneError {
			return "", 0, i
		}
		ascii = ascii && b < utf8.RuneSelf && c.table[b] == rune(b)
	}
	if ascii {
		return asString(data), len(data), fits
	}
	out := make([]byte, 0, len(data)+len(data)/2)
	for _, b := range data {
		out = utf8.AppendRune(out, c.table[b])
	}
	return asString(out), len(data), fits
}

func decodeMulti(c *Codec, data []byte, cut bool) (string, int, int) {
	dst := make([]byte, 2*len(data)+64)
	var nDst, nSrc int
	dec := c.multi.NewDecoder()
	for {
		d, s, err := dec.Transform(dst[nDst:], data[nSrc:], !cut)
		nDst, nSrc = nDst+d, nSrc+s
		switch {
		case err == nil:
		case errors.Is(err, transform.ErrShortDst):
			dst = append(dst, make([]byte, len(dst))...)
			continue
		case cut && errors.Is(err, transform.ErrShortSrc):
		default:
			return "", 0, nSrc
		}
		break
	}
	text := asString(dst[:nDst])
	// No decoder of the library fails; what it does not know becomes U+FFFD.
	if n := strings.Count(text, "\uFFFD"); n > 0 && n != c.replacements(data[:nSrc]) {
		return "", 0, somewhere
	}
	return text, nSrc, fits
}

// replacements counts the places where data itself says U+FFFD. Of the
// encodings here only GB18030 can.
func (c *Codec) replacements(data []byte) int {
	if c.name != "gb18030" {
		return 0
	}
	n := 0
	for i := 0; i < len(data); {
		switch {
		case data[i] < 0x81:
			i++
		case i+1 < len(data) && data[i+1] >= 0x30 && data[i+1] <= 0x39:
			if i+3 < len(data) && string(data[i:i+4]) == "\x84\x31\xA4\x37" {
				n++
			}
			i += 4
		default:
			i += 2
		}
	}
	return n
}

// single makes the table of a single-byte encoding. change lists bytes that the
// encoding's own definition maps otherwise than the library's.
func single(m *charmap.Charmap, change map[byte]rune) *[256]rune {
	var t [256]rune
	for i := range t {
		t[i] = m.DecodeByte(byte(i))
		if r, ok := change[byte(i)]; ok {
			t[i] = r
		}
	}
	return &t
}
