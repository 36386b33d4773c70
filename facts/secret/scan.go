package secret

import (
	"errors"

	"regent/internal/residue"
)

// sink takes what a scan decides, in the order of the text.
type sink interface {
	// raw takes a stretch that holds no secret.
	raw(p []byte)
	// mac returns the hash that a secret's value is fed to.
	mac() *mac
	// secret takes a secret: the hash of its value and its bounds, counted in
	// bytes from the begin of the text.
	secret(c *class, sum digest, from, till int)
}

// state is what stays between two pieces of a text.
type state struct {
	held  []byte // original bytes not decided yet
	base  int    // offset of held in the text
	prev  byte   // byte of the shadow before held, 0 for none
	apart bool   // noise or a secret stands between prev and held
	left  []byte // the end of the shadow before held, back to the last secret
	open  *open  // a secret whose begin was seen
	work  int    // bytes looked at so far, by all attempts
}

// open is a secret that goes on: its value is hashed, not kept.
type open struct {
	class *class
	tail  *set
	inner *set
	block bool
	seg   int  // block: bytes of the present segment that are already taken
	brief bool // block: a short segment, which is the last one, was seen
	mac   *mac
	from  int // in the text
	till  int
}

// leftBytes is how much of a name before a keyword is looked at.
const leftBytes = 32

// scan is one pass over a piece of text.
type scan struct {
	e     *Engine
	st    *state
	sh    shadow
	text  []byte
	buf   []byte
	final bool
	out   sink
	sent  int // original bytes of buf that were emitted or swallowed
	last  int // end of the last secret in the shadow
	cut   bool
	next  []match // matches that are decided and come before everything else

	wrapped []byte // bytes out of base64
	name    []byte // the word of a name that is looked up
}

// scan reads a piece of text. After the final piece the state is as new.
func (e *Engine) scan(st *state, piece []byte, final bool, out sink) {
	buf := piece
	if len(st.held) > 0 {
		buf = residue.Append(residue.Append(make([]byte, 0, len(st.held)+len(piece)), st.held), piece)
	}
	s := &scan{e: e, st: st, buf: buf, final: final, out: out}
	defer s.wipe(len(buf) != len(piece))
	s.sh.opaque = e.opaque
	s.sh.build(buf, final)
	st.work += len(buf)
	s.text = s.sh.b
	hold := s.walk()
	s.keep(hold)
	if final {
		*st = state{base: st.base, work: st.work}
	}
}

// wipe clears what the pass copied of the text.
func (s *scan) wipe(copied bool) {
	if copied {
		clear(s.buf)
	}
	if s.sh.from != nil {
		clear(s.sh.b)
	}
	clear(s.wrapped[:cap(s.wrapped)])
	clear(s.name[:cap(s.name)])
	residue.Clear()
}

// safely is scan with a panic turned into an error that holds nothing of the
// text.
func (e *Engine) safely(st *state, piece []byte, final bool, out sink) (err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("masking the text: internal fault")
		}
	}()
	e.scan(st, piece, final, out)
	return nil
}

// walk decides as much as it can and returns the original offset from which on
// the text is held back.
func (s *scan) walk() int {
	i := 0
	for {
		if s.st.open != nil {
			end, done := s.resume(i)
			if !done {
				at := s.edge(end)
				s.sent = at
				s.last, s.cut = end, true
				return at
			}
			s.close(end)
			i = end
			continue
		}
		if len(s.next) > 0 {
			m := s.next[0]
			s.next = s.next[1:]
			i = s.take(m)
			continue
		}
		p, words := s.e.filter.next(s.text, i)
		if words == nil {
			if s.final {
				p = len(s.text)
			}
			return s.retreat(p)
		}
		if s.text[p] == '[' {
			n, more := s.e.placeholderAt(s.text[p:])
			if more && !s.final {
				return s.retreat(p)
			}
			if n > 0 {
				i = p + n
				continue
			}
		}
		m, v := s.best(p, words, 0)
		if v == yes {
			s.next, v = s.plan(p, m)
		}
		switch v {
		case unsure:
			return s.retreat(p)
		case no:
			i = p + 1
		}
	}
}

// take emits what stands before a match and opens or closes its secret. It
// returns where the scan goes on.
func (s *scan) take(m match) int {
	from := s.sh.fromAt(m.from)
	s.out.raw(s.buf[s.sent:from])
	s.sent = from
	mac := s.out.mac()
	mac.Write(s.text[m.from:m.till])
	s.st.open = &open{class: m.class, tail: m.tail, block: m.block, seg: firstSegment, mac: mac, from: s.st.base + from, till: s.st.base + s.sh.tillAt(m.till-1)}
	s.st.open.inner = m.inner()
	if m.tail == nil && !m.block {
		s.close(m.till)
	}
	return m.till
}

// close ends the open secret before byte end of the shadow.
func (s *scan) close(end int) {
	o := s.st.open
	s.st.open = nil
	if end > 0 && !(s.cut && end == s.last) {
		o.till = s.st.base + s.sh.tillAt(end-1)
	}
	s.sent = max(s.edge(end), 0)
	s.last, s.cut = end, true
	s.out.secret(o.class, o.mac.sum(), o.from, o.till)
}

// edge is the original offset behind byte i-1 of the shadow.
func (s *scan) edge(i int) int {
	if i == 0 {
		return 0
	}
	return s.sh.tillAt(i - 1)
}

// retreat returns the original offset to hold back from when the shadow is
// decided up to p: a class with Back may still begin before p.
func (s *scan) retreat(p int) int {
	if s.final {
		return len(s.buf)
	}
	h := p
	for h > s.last && p-h < s.e.maxBack && backByte[s.text[h-1]] {
		h--
	}
	at := s.sh.fromAt(h)
	if h == len(s.text) {
		at = s.sh.size
	}
	s.note(h)
	return at
}

// note keeps what a later piece must know of the shadow before byte h.
func (s *scan) note(h int) {
	st := s.st
	if h == 0 && !s.cut {
		st.apart = st.apart || s.sh.gapBefore(0)
		return
	}
	from := max(s.last, h-leftBytes)
	left := s.text[from:h]
	if !s.cut && len(left) < leftBytes {
		left = append(st.left, left...)
		left = left[max(0, len(left)-leftBytes):]
	}
	st.left = append([]byte(nil), left...)
	if h > 0 {
		st.prev = s.text[h-1]
	}
	st.apart = s.sh.gapBefore(h) || s.cut && h == s.last
}

// keep emits what is decided and stores the rest.
func (s *scan) keep(hold int) {
	if s.st.open == nil {
		s.out.raw(s.buf[s.sent:hold])
	} else {
		s.st.left, s.st.prev, s.st.apart = nil, 0, true
	}
	held := residue.Clone(s.buf[hold:])
	clear(s.st.held)
	s.st.held = held
	s.st.base += hold
}

// joined says that byte p and the one before it are one word.
func (s *scan) joined(p int) bool {
	switch {
	case p == len(s.text), s.cut && p == s.last, s.sh.gapBefore(p):
		return false
	case p == 0 && s.st.apart:
		return false
	}
	prev := s.st.prev
	if p > 0 {
		prev = s.text[p-1]
	}
	// An underscore joins the words of a name, and a credential is none.
	return wordByte[prev] && prev != '_' && wordByte[s.text[p]] && !s.escapeBefore(p)
}

// escapeBefore says that what stands before byte p is the end of an escape that
// is not read, such as %20, =3D, \b, or a colour that lost its first byte.
func (s *scan) escapeBefore(p int) bool {
	a, b, c := s.back(p, 1), s.back(p, 2), s.back(p, 3)
	switch {
	case (c == '%' || c == '=') && isHex(a) && isHex(b):
		return true
	case b == '\\' && (a == 'b' || a == 'f' || a == 'v' || a == 'a'):
		return true
	case a == 'm':
		for k := 2; k < 12; k++ {
			switch b := s.back(p, k); {
			case b == '[':
				return true
			case b != ';' && (b < '0' || b > '9'):
				return false
			}
		}
	}
	return false
}

// back is the byte of the shadow that stands k before p, 0 when a secret or the
// begin of the text is nearer.
func (s *scan) back(p, k int) byte {
	if s.cut && p-k < s.last {
		return 0
	}
	if p >= k {
		return s.text[p-k]
	}
	if left := s.st.left; !s.cut && len(left) >= k-p {
		return left[len(left)-(k-p)]
	}
	return 0
}

func isHex(b byte) bool {
	return b >= '0' && b <= '9' || b >= 'a' && b <= 'f' || b >= 'A' && b <= 'F'
}

// far says that byte j of the shadow, or the end of it, lies too far behind
// original offset at to belong together with it.
func (s *scan) far(at, j int) bool {
	return s.sh.from != nil && s.sh.fromAt(j)-at > s.e.span
}

// backByte are the bytes that may stand before a keyword in a class with Back.
var backByte = func() (s set) {
	s = wordByte
	for _, b := range []byte("-.~:+/") {
		s[b] = true
	}
	return s
}()
