package secret

// Segments of a block: stretches of base64 between white space and quotes.
const (
	firstSegment = 256 // a segment is taken for sure from this length on
	briefSegment = 16  // a shorter one is the last
	blankStretch = 256 // more space than this ends a block
)

// resume goes on with the open secret from byte i of the shadow. It returns the
// end of what was taken and whether the secret ended there.
func (s *scan) resume(i int) (int, bool) {
	if s.st.open.block {
		return s.resumeBlock(i)
	}
	o := s.st.open
	from, j := i, i
	defer func() {
		o.mac.Write(s.text[from:j])
		if j > from {
			o.till = s.st.base + s.sh.tillAt(j-1)
		}
	}()
	for {
		if s.far(s.edge(j), j) {
			return j, true
		}
		if j == len(s.text) {
			return j, s.final
		}
		b := s.text[j]
		if b == '[' {
			n, more := s.e.placeholderAt(s.text[j:])
			if more && !s.final {
				return j, false
			}
			if n > 0 {
				return j, true
			}
		}
		switch {
		case o.tail[b]:
		case o.inner != nil && o.inner[b]:
			if j+1 == len(s.text) && !s.final {
				return j, false
			}
			if j+1 == len(s.text) || !o.tail[s.text[j+1]] {
				return j, true
			}
		default:
			return j, true
		}
		j++
	}
}

// resumeBlock takes segments until the last line of the block, or until
// something that cannot belong to it.
func (s *scan) resumeBlock(i int) (int, bool) {
	o := s.st.open
	n := len(s.text)
	for {
		j := i
		if o.seg == 0 {
			for j < n && blockSpace[s.text[j]] && j-i <= blankStretch {
				j++
			}
			if s.far(s.edge(i), j) || j-i > blankStretch {
				return i, true
			}
			if j == n {
				return i, s.final
			}
			if s.text[j] == '-' {
				end, v := s.run(o.class.block, j, false)
				if v == unsure {
					return i, false
				}
				if v == no {
					return i, true
				}
				return s.took(i, end), true
			}
		}
		k := j
		for k < n && base64Byte[s.text[k]] && !s.far(s.edge(k), k) {
			k++
		}
		size := o.seg + k - j
		open := k == n && !s.final && !s.far(s.edge(k), k)
		switch {
		case open && size >= firstSegment:
			o.seg = size
			return s.took(i, k), false
		case open:
			return i, false
		case size >= firstSegment:
		case k == j:
			return i, true
		case k < n && s.text[k] == '-': // the last line right behind
			if _, v := s.run(o.class.block, k, false); v == unsure {
				return i, false
			} else if v == no {
				return i, true
			}
		case k < n && !blockSpace[s.text[k]]:
			return i, true
		case s.text[j] == '=': // a checksum
		case o.brief:
			return i, true
		case size < briefSegment:
			o.brief = true
		}
		o.seg = 0
		i = s.took(i, k)
	}
}

// took feeds bytes i to k of the shadow to the open secret.
func (s *scan) took(i, k int) int {
	o := s.st.open
	for _, b := range s.text[i:k] {
		if !blockSpace[b] {
			o.mac.Write([]byte{b})
		}
	}
	if k > i {
		o.till = s.st.base + s.sh.tillAt(k-1)
	}
	return k
}

var base64Byte = func() (s set) {
	for b := range s {
		c := byte(b)
		s[b] = c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '+' || c == '/' || c == '='
	}
	return s
}()

// blockSpace may stand between the lines of a block: space, and the quoting of
// source code, JSON and mail.
var blockSpace = func() (s set) {
	for _, b := range []byte(" \t\r\n\"'`,\\>\x11\x12") {
		s[b] = true
	}
	return s
}()
