package secret

// A class may read a stretch before the secret itself: a name, a header, a URL's
// user. Other secrets may stand in that stretch.

// plan returns the secrets of a match at p in the order of the text: those in
// the stretch before its own secret, then the match. Where they overlap, what
// begins first comes first and the rest follows. A keyword within m's own keyword does not count.
func (s *scan) plan(p int, m match) ([]match, verdict) {
	var out []match
	last, cut := s.last, s.cut
	defer func() { s.last, s.cut = last, cut }()
	for q := p + 1; q < m.from; {
		at, words := s.e.filter.next(s.text[:min(len(s.text), m.from+2)], q)
		if words == nil || at >= m.from {
			break
		}
		if s.text[at] == '[' {
			if n, more := s.e.placeholderAt(s.text[at:]); more && !s.final {
				return nil, unsure
			} else if n > 0 {
				q = at + n
				continue
			}
		}
		o, v := s.best(at, words, p+m.word)
		if v == unsure {
			return nil, unsure
		}
		if v == no || o.from >= m.from {
			q = at + 1
			continue
		}
		first, v := s.plan(at, o)
		if v == unsure {
			return nil, unsure
		}
		out = append(out, first...)
		o = first[len(first)-1]
		if o.block {
			return out, yes
		}
		end, v := o.till, yes
		if o.tail != nil {
			if end, v = s.advance(o.tail, o.inner(), o.till, m.from); v == unsure {
				return nil, unsure
			}
		}
		if v == no || end >= m.till { // it swallows what m would mask
			return out, yes
		}
		m.from = max(m.from, end)
		q = end
		s.last, s.cut = q, true
	}
	return append(out, m), yes
}
