package secret

import "bytes"

// The shadow is the text as a reader would see it: without terminal sequences
// and invisible characters, with JSON and percent escapes read. Patterns run on
// the shadow; what is masked is the stretch of the original that it came from.
//
// How a byte of the shadow is read depends only on the original from its own
// start on, so a text may be cut at any byte of the shadow.

// Escaped quotes keep apart from plain ones, so that a string within a string
// ends at its own quote.
const (
	escapedDouble = 0x11
	escapedSingle = 0x12
)

// Bounds of the sequences that are taken out. A longer one is not a sequence;
// its first byte then stands for itself.
const (
	maxBackslashes = 8
	maxPercents    = 3
	maxCSI         = 64
	maxOSC         = 512
)

type shadow struct {
	// opaque says that a terminal sequence's own text (a title, a link) must not
	// be skipped: it holds a secret.
	opaque func(text []byte) bool

	b          []byte
	from, till []int32 // original bounds of each byte; nil when shadow and original are the same
	size       int     // original bytes that the shadow covers
}

// kind of a piece of the original.
type kind uint8

const (
	plain kind = iota // one byte that stands for itself
	noise             // nothing of it is seen
	read              // an escape that stands for another byte
	short             // cannot be told before more bytes arrive
)

var special = func() (s set) {
	for _, b := range []byte{0, '\b', 0x1b, '\\', '%', 0xC2, 0xCD, 0xE1, 0xE2, 0xEF, 0xF3} {
		s[b] = true
	}
	return s
}()

// build makes the shadow of buf. When final is false, what cannot be told yet
// is left out at the end.
func (s *shadow) build(buf []byte, final bool) {
	i := 0
	for i < len(buf) && !special[buf[i]] {
		i++
	}
	if i == len(buf) {
		n := len(buf)
		if !final && n > 0 && buf[n-1] > ' ' { // a backspace may follow
			n--
		}
		s.b, s.from, s.till, s.size = buf[:n], nil, nil, n
		return
	}
	n := len(buf)
	s.b = make([]byte, 0, n)
	s.from = make([]int32, 0, n)
	s.till = make([]int32, 0, n)
	p := 0
	for p < n {
		k, b, w := s.piece(buf[p:], final)
		if k == short {
			break
		}
		if k != noise {
			s.b = append(s.b, b)
			s.from = append(s.from, int32(p))
			s.till = append(s.till, int32(p+w))
		}
		p += w
	}
	s.size = p
}

func (s *shadow) fromAt(i int) int {
	if s.from == nil {
		return i
	}
	if i == len(s.from) {
		return s.size
	}
	return int(s.from[i])
}

func (s *shadow) tillAt(i int) int {
	if s.till == nil {
		return i + 1
	}
	return int(s.till[i])
}

// gapBefore says that noise stands between byte i-1 and byte i (or the end).
func (s *shadow) gapBefore(i int) bool {
	if s.from == nil {
		return false
	}
	if i == 0 {
		return s.fromAt(0) > 0
	}
	return s.fromAt(i) > s.tillAt(i-1)
}

// piece reads the first piece of p.
func (s *shadow) piece(p []byte, final bool) (kind, byte, int) {
	b := p[0]
	if b > ' ' { // a character that is struck over is not seen
		if len(p) == 1 && !final {
			return short, 0, 0
		}
		if len(p) > 1 && p[1] == '\b' {
			return noise, 0, 2
		}
	}
	if !special[b] {
		return plain, b, 1
	}
	switch b {
	case 0, '\b':
		return noise, 0, 1
	case 0x1b:
		return s.escape(p, 1, final)
	case '\\':
		return s.backslash(p, final)
	case '%':
		return percent(p, final)
	}
	return invisible(p, final)
}

// escape reads a terminal sequence whose introducer is the first n bytes of p.
func (s *shadow) escape(p []byte, n int, final bool) (kind, byte, int) {
	if len(p) <= n {
		return more(final, n)
	}
	switch c := p[n]; {
	case c == '[':
		if fits, more := placeholderHead(p[n:]); fits {
			return noise, 0, n
		} else if more && !final {
			return short, 0, 0
		}
		k, b, w := csi(p, n+1, final)
		if k == noise && w == n+1 { // not a sequence
			w = n
		}
		return k, b, w
	case c == ']' || c == 'P' || c == '_' || c == '^' || c == 'X':
		for i := n + 1; i < len(p) && i < n+maxOSC; i++ {
			if p[i] == 0x07 {
				return s.sequence(p[n+1:i], n, i+1)
			}
			if p[i] == 0x1b {
				if i+1 == len(p) {
					return more(final, n)
				}
				if p[i+1] == '\\' {
					return s.sequence(p[n+1:i], n, i+2)
				}
				return noise, 0, n
			}
			if p[i] < 0x20 {
				return noise, 0, n
			}
		}
		if len(p) < n+maxOSC {
			return more(final, n)
		}
	case c == '(' || c == ')' || c == '#' || c == '%':
		if len(p) < n+2 {
			return more(final, n)
		}
		return noise, 0, n + 2
	case c >= 0x30 && c <= 0x7E:
		return noise, 0, n + 1
	}
	return noise, 0, n
}

// sequence takes out a whole sequence of size bytes, or only its introducer of
// n bytes when its text must be looked at.
func (s *shadow) sequence(text []byte, n, size int) (kind, byte, int) {
	if bytes.Contains(text, []byte(redacted)) || s.opaque != nil && s.opaque(text) {
		return noise, 0, n
	}
	return noise, 0, size
}

// placeholderHead says whether p begins like a placeholder, or may when more of
// it is there.
func placeholderHead(p []byte) (fits, more bool) {
	n := min(len(p), len(redacted))
	if string(p[:n]) != redacted[:n] {
		return false, false
	}
	return n == len(redacted), n < len(redacted)
}

// csi reads what follows the introducer that is the first n bytes of p.
func csi(p []byte, n int, final bool) (kind, byte, int) {
	for i := n; i < len(p) && i < n+maxCSI; i++ {
		if p[i] >= 0x40 && p[i] <= 0x7E {
			return noise, 0, i + 1
		}
		if p[i] < 0x20 || p[i] > 0x3F {
			return noise, 0, n
		}
	}
	if len(p) < n+maxCSI {
		return more(final, n)
	}
	return noise, 0, n
}

// more asks for more bytes; at the end of the text it takes n bytes as noise.
func more(final bool, n int) (kind, byte, int) {
	if final {
		return noise, 0, n
	}
	return short, 0, 0
}

// backslash reads an escape of JSON, at any depth of quoting.
func (s *shadow) backslash(p []byte, final bool) (kind, byte, int) {
	n := 1
	for n < len(p) && n <= maxBackslashes && p[n] == '\\' {
		n++
	}
	if n > maxBackslashes {
		return plain, '\\', 1
	}
	if n == len(p) {
		if final {
			return plain, '\\', 1
		}
		return short, 0, 0
	}
	switch p[n] {
	case 'n':
		return read, '\n', n + 1
	case 'r':
		return read, '\r', n + 1
	case 't':
		return read, '\t', n + 1
	case '/':
		return read, '/', n + 1
	case '"':
		return read, escapedDouble, n + 1
	case '\'':
		return read, escapedSingle, n + 1
	case 'e':
		if n+1 == len(p) && !final {
			return short, 0, 0
		}
		if n+1 < len(p) && p[n+1] == '[' {
			return s.escape(p, n+1, final)
		}
	default:
		v, w, more := character(p[n:])
		switch {
		case more && !final:
			return short, 0, 0
		case w > 0:
			return s.coded(p, v, n+w, final)
		}
	}
	return plain, '\\', 1
}

// character reads what may follow a backslash to name a character: uXXXX, u{X…},
// UXXXXXXXX, xXX and three octal digits. w is its length, 0 for none; more says
// that it may be one when more bytes are there.
func character(p []byte) (v, w int, more bool) {
	digits := 0
	switch {
	case p[0] >= '0' && p[0] <= '3':
		for i, c := range p[:min(3, len(p))] {
			if c < '0' || c > '7' {
				return 0, 0, false
			}
			v, w = v<<3|int(c-'0'), i+1
		}
		if w < 3 {
			return 0, 0, true
		}
		return v, w, false
	case p[0] == 'x':
		digits = 2
	case p[0] == 'U':
		digits = 8
	case p[0] == 'u' && len(p) > 1 && p[1] == '{':
		for i := 2; i < 9; i++ {
			if i == len(p) {
				return 0, 0, true
			}
			if p[i] == '}' && i > 2 {
				return v, i + 1, false
			}
			d, _, ok := hex(p[i:], 1)
			if !ok {
				break
			}
			v = v<<4 | d
		}
		return 0, 0, false
	case p[0] == 'u':
		digits = 4
	default:
		return 0, 0, false
	}
	v, more, ok := hex(p[1:], digits)
	if !ok {
		return 0, 0, more
	}
	return v, digits + 1, false
}

// coded reads the character v, which an escape of n bytes stands for.
func (s *shadow) coded(p []byte, v, n int, final bool) (kind, byte, int) {
	switch {
	case v == 0x1b:
		return s.escape(p, n, final)
	case v == '"':
		return read, escapedDouble, n
	case v == '\'':
		return read, escapedSingle, n
	case v >= 0x20 && v < 0x7F || v == '\n' || v == '\r' || v == '\t':
		return read, byte(v), n
	case v == 0 || v == '\b' || unseen(v):
		return noise, 0, n
	}
	return read, byte(v) | 0x80, n // some byte that is no letter
}

// percent reads %XX of letters, digits and a few marks. Marks that end a value
// (/ @ & ? and white space) stay as they are written: inside a value they are
// part of it.
//
// The sign itself may be written so too (%253D), up to maxPercents deep.
func percent(p []byte, final bool) (kind, byte, int) {
	n := 1
	for n < 1+2*maxPercents && len(p) > n+1 && p[n] == '2' && p[n+1] == '5' {
		n += 2
	}
	v, w, ok := hex(p[n:], 2)
	if !ok && n > 1 && !(w && !final) { // %25 of something else
		n -= 2
		v, w, ok = hex(p[n:], 2)
	}
	if !ok {
		if w && !final {
			return short, 0, 0
		}
		return plain, '%', 1
	}
	if wordByte[byte(v)] || v == '-' || v == '.' || v == '~' || v == '=' || v == ':' || v == '+' {
		return read, byte(v), n + 2
	}
	return plain, '%', 1
}

// hex reads n hexadecimal digits. When there are too few bytes, short is true if
// those that are there fit.
func hex(p []byte, n int) (v int, short, ok bool) {
	for i := range n {
		if i == len(p) {
			return 0, true, false
		}
		c := p[i]
		switch {
		case c >= '0' && c <= '9':
			v = v<<4 | int(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			v = v<<4 | int(c|0x20-'a'+10)
		default:
			return 0, false, false
		}
	}
	return v, false, true
}

// invisible reads a character of UTF-8 that has no width.
func invisible(p []byte, final bool) (kind, byte, int) {
	n, lead := 3, p[0]
	switch lead {
	case 0xC2, 0xCD:
		n = 2
	case 0xF3:
		n = 4
	}
	v := int(lead & (0xFF >> (n + 1)))
	for i := 1; i < n; i++ {
		if i == len(p) {
			if final {
				return plain, lead, 1
			}
			return short, 0, 0
		}
		if p[i]&0xC0 != 0x80 {
			return plain, lead, 1
		}
		v = v<<6 | int(p[i]&0x3F)
	}
	if v == 0x9B { // the one-byte introducer of a terminal sequence
		return csi(p, 2, final)
	}
	if unseen(v) {
		return noise, 0, n
	}
	return plain, lead, 1
}

// unseen says that a character has no width of its own.
func unseen(v int) bool {
	switch {
	case v == 0xAD, v == 0x34F, v == 0x180E, v == 0xFEFF:
	case v >= 0x200B && v <= 0x200F:
	case v >= 0x202A && v <= 0x202E:
	case v >= 0x2060 && v <= 0x206F:
	case v >= 0xFE00 && v <= 0xFE0F:
	case v >= 0xE0000 && v <= 0xE01EF:
	default:
		return false
	}
	return true
}

// wordByte are the bytes that join: two of them in a row are one word.
var wordByte = func() (s set) {
	for b := range s {
		c := byte(b)
		s[b] = c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '_'
	}
	return s
}()
