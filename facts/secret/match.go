package secret

import (
	"bytes"
	"unicode/utf8"
)

// verdict of an attempt to match.
type verdict uint8

const (
	no verdict = iota
	yes
	unsure // the text ends before it can be told
)

// match is a secret in the shadow.
type match struct {
	class      *class
	from, till int
	tail       *set // the secret goes on with these bytes
	block      bool
	word       int // length of the keyword
}

// inner is the set that counts only when a tail byte follows.
func (m match) inner() *set {
	if p := m.class.ready(); m.tail == p.tail {
		return p.inner
	}
	return nil // base64 around the secret
}

// better says that m is to be preferred to o at the same keyword place.
func (m match) better(o match) bool {
	switch {
	case o.class == nil:
		return true
	case m.class.generic != o.class.generic:
		return o.class.generic
	case m.from != o.from:
		return m.from < o.from
	case (m.tail != nil || m.block) != (o.tail != nil || o.block):
		return m.tail != nil || m.block
	case m.till != o.till:
		return m.till > o.till
	case m.word != o.word:
		return m.word > o.word
	}
	return m.class.name < o.class.name
}

// best tries every class whose keyword stands at p and reaches beyond covered.
func (s *scan) best(p int, words []keyword, covered int) (match, verdict) {
	var best match
	for w := range words {
		k := &words[w]
		if p+len(k.text) <= covered {
			continue
		}
		ok, more := k.at(s.text, p)
		if more && !s.final {
			return match{}, unsure
		}
		if !ok {
			continue
		}
		for _, u := range k.uses {
			m, v := s.use(u, p, len(k.text))
			if v == unsure {
				return match{}, unsure
			}
			if v == yes && m.better(best) {
				best = m
			}
		}
	}
	if best.class == nil {
		return match{}, no
	}
	if best.class.generic {
		return s.refine(best)
	}
	return best, yes
}

// use tries one class at the keyword at p.
func (s *scan) use(u use, p, length int) (m match, v verdict) {
	c := u.class
	switch {
	case u.wrap > 0:
		m, v = s.unwrap(c, p, u.wrap-1)
	case c.after:
		if c.left && s.joined(p) {
			return match{}, no
		}
		m, v = s.try(c, p, p+length)
	case c.back > 0:
		m, v = s.before(c, p)
	default:
		if c.left && s.joined(p) {
			return match{}, no
		}
		m, v = s.try(c, p, p)
	}
	m.word = length
	return m, v
}

// before tries a class that begins up to c.back bytes before the keyword at p.
func (s *scan) before(c *class, p int) (match, verdict) {
	q := p
	for q > s.last && p-q < c.back && backByte[s.text[q-1]] {
		q--
	}
	for ; q <= p; q++ {
		if c.left && s.joined(q) {
			continue
		}
		if m, v := s.try(c, q, q); v != no {
			return m, v
		}
	}
	return match{}, no
}

// try runs a class's automaton from byte from. The match belongs to the keyword
// (or begin) at byte at.
func (s *scan) try(c *class, at, from int) (match, verdict) {
	p := c.ready()
	till, v := s.run(p.dfa, from, c.right && p.tail == nil && p.block == nil)
	if v != yes {
		return match{}, v
	}
	m := match{class: c, from: from, till: till, block: p.block != nil}
	if c.group > 0 {
		a, b := group(c, s.text[from:till])
		if a < 0 || a == b {
			return match{}, no
		}
		m.from, m.till = from+a, from+b
	}
	if p.tail != nil && m.till == till {
		m.tail = p.tail
	}
	if !s.secretName(c, at, from, m.from) {
		return match{}, no
	}
	value := s.text[m.from:m.till]
	if p.notFirst != nil && p.notFirst[value[0]] {
		return match{}, no
	}
	if c.generic && s.placeholder(m.till) { // a value of which the rest is masked was looked at before
		return match{}, no
	}
	if !s.goesOn(m) {
		if blank(p.filters, value) || p.notNext != nil && m.till < len(s.text) && p.notNext[s.text[m.till]] {
			return match{}, no
		}
	}
	if c.digit && !bytes.ContainsAny(value, "0123456789") {
		return match{}, no
	}
	if c.entropy > 0 && entropy(value) < c.entropy {
		return match{}, no
	}
	return m, yes
}

// goesOn says that a match's secret has more bytes than its pattern took. The
// automaton has read the byte behind it, and a placeholder there as a whole.
func (s *scan) goesOn(m match) bool {
	return m.tail != nil && m.till < len(s.text) && m.tail[s.text[m.till]] && !s.placeholder(m.till)
}

// placeholder says that one begins at byte i.
func (s *scan) placeholder(i int) bool {
	n, _ := s.e.placeholderAt(s.text[i:])
	return n > 0
}

// run returns the end of the longest match of d from byte i on. With right, a
// match that touches a word byte on its right does not count.
func (s *scan) run(d *dfa, i int, right bool) (int, verdict) {
	at := s.sh.fromAt(i)
	best := -1
	st := uint16(start)
	j := i
	defer func() { s.st.work += j - i }()
	for ; ; j++ {
		if d.accept[st] && j > i && !(right && s.joined(j)) {
			best = j
		}
		if s.far(at, j) {
			break
		}
		if j == len(s.text) {
			if !s.final {
				return 0, unsure
			}
			break
		}
		b := s.text[j]
		if b == '[' {
			n, more := s.e.placeholderAt(s.text[j:])
			if more && !s.final {
				return 0, unsure
			}
			if n > 0 {
				break
			}
		}
		if st = d.step(st, b); st == dead {
			break
		}
	}
	if best < 0 {
		return 0, no
	}
	return best, yes
}

// refine gives a generic match the class of the shape that its value has.
func (s *scan) refine(m match) (match, verdict) {
	var best match
	consider := func(o match, v verdict) verdict {
		if v == yes && !o.class.generic && o.from == m.from && o.better(best) {
			best = o
		}
		return v
	}
	for _, c := range s.e.back {
		if consider(s.try(c, m.from, m.from)) == unsure {
			return match{}, unsure
		}
	}
	p, words := s.e.filter.next(s.text[:min(len(s.text), m.from+3)], m.from)
	if p == m.from && words == nil && !s.final && m.from+3 > len(s.text) {
		return match{}, unsure
	}
	if p == m.from {
		for w := range words {
			k := &words[w]
			ok, more := k.at(s.text, p)
			if more && !s.final {
				return match{}, unsure
			}
			if !ok {
				continue
			}
			for _, u := range k.uses {
				if u.class.generic || u.wrap > 1 {
					continue
				}
				if consider(s.use(u, p, len(k.text))) == unsure {
					return match{}, unsure
				}
			}
		}
	}
	best.word = m.word
	switch {
	case best.class == nil:
		return m, yes
	case best.tail != nil || best.block || best.till >= m.till:
		return best, yes
	case ender[s.text[best.till]]:
		return best, yes
	}
	return m, yes
}

// ender are the bytes that may follow a value in a list or call.
var ender = func() (s set) {
	for _, b := range []byte(" \t\r\n,;&\"'`)]}>|\\\x11\x12") {
		s[b] = true
	}
	return s
}()

// group returns the bounds of the class's capture group in a match.
func group(c *class, text []byte) (int, int) {
	wide := 0 // a pattern's rune is a byte, and here are runes of two bytes
	for _, b := range text {
		if b > 0x7F {
			wide++
		}
	}
	runes := text
	if wide > 0 {
		runes = make([]byte, 0, len(text)+wide)
		defer func() { clear(runes) }()
		for _, b := range text {
			runes = utf8.AppendRune(runes, rune(b))
		}
	}
	loc := c.parts.capture.FindSubmatchIndex(runes)
	if loc == nil {
		return -1, -1
	}
	a, b := loc[2*c.group], loc[2*c.group+1]
	if wide > 0 && a >= 0 {
		a, b = narrow(text, a), narrow(text, b)
	}
	return a, b
}

// narrow turns an offset in the widened text into one in text.
func narrow(text []byte, off int) int {
	for i, b := range text {
		if off <= 0 {
			return i
		}
		off--
		if b > 0x7F {
			off--
		}
	}
	return len(text)
}
