package secret

// unwrap looks for a class in base64 text. The keyword's own characters begin
// at k; skip bytes stand before it in its group of three.
func (s *scan) unwrap(c *class, k, skip int) (match, verdict) {
	from := k - []int{0, 2, 3}[skip]
	if from < s.last {
		return match{}, no
	}
	for q := from; q < k; q++ {
		if sextet[s.text[q]] < 0 {
			return match{}, no
		}
	}
	p := c.ready()
	at := s.sh.fromAt(from)
	st := uint16(start)
	acc, bits, drop, length := 0, 0, skip, 0
	if s.wrapped == nil {
		s.wrapped = make([]byte, 0, s.e.pattern)
	}
	value := s.wrapped[:0]
	best, till := 0, 0
	j := from
	defer func() { s.st.work += j - from }()
	for ; ; j++ {
		if s.far(at, j) {
			break
		}
		if j == len(s.text) {
			if !s.final {
				return match{}, unsure
			}
			break
		}
		v := sextet[s.text[j]]
		if v < 0 {
			break
		}
		acc, bits = acc<<6|int(v), bits+6
		if bits < 8 {
			continue
		}
		bits -= 8
		b := byte(acc >> bits)
		acc &= 1<<bits - 1
		if drop > 0 {
			drop--
			continue
		}
		if st = p.dfa.step(st, b); st == dead {
			break
		}
		value = append(value, b)
		length++
		if p.dfa.accept[st] {
			best, till = length, j+1
		}
	}
	if best == 0 || c.entropy > 0 && entropy(value[:best]) < c.entropy {
		return match{}, no
	}
	return match{class: c, from: from, till: till, tail: wrapTail, block: p.block != nil}, yes
}

// sextet is the value of a base64 character of either alphabet, -1 for others.
var sextet = func() (t [256]int8) {
	for b := range t {
		c := byte(b)
		switch {
		case c >= 'A' && c <= 'Z':
			t[b] = int8(c - 'A')
		case c >= 'a' && c <= 'z':
			t[b] = int8(c - 'a' + 26)
		case c >= '0' && c <= '9':
			t[b] = int8(c - '0' + 52)
		case c == '+' || c == '-':
			t[b] = 62
		case c == '/' || c == '_':
			t[b] = 63
		default:
			t[b] = -1
		}
	}
	return t
}()

// wrapTail: all of the base64 text that follows belongs to the secret.
var wrapTail = func() *set {
	s := base64Byte
	s['-'], s['_'] = true, true
	return &s
}()
