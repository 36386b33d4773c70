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
	j, v := s.advance(o.tail, o.inner, i, len(s.text))
	o.mac.Write(s.text[i:j])
	if j > i {
		o.till = s.st.base + s.sh.tillAt(j-1)
	}
	return j, v != unsure
}

// advance returns where a secret that goes on with tail and inner bytes ends,
// looking no further than limit: no when it goes on there, unsure when more of
// the text is needed.
func (s *scan) advance(tail, inner *set, j, limit int) (int, verdict) {
	n, from := len(s.text), j
	defer func() { s.st.work += j - from }()
	for ; ; j++ {
		if s.far(s.edge(j), j) {
			return j, yes
		}
		if j == n {
			if s.final {
				return j, yes
			}
			return j, unsure
		}
		if j >= limit {
			return j, no
		}
		b := s.text[j]
		if b == '[' {
			n, more := s.e.placeholderAt(s.text[j:])
			if more && !s.final {
				return j, unsure
			}
			if n > 0 {
				return j, yes
			}
		}
		switch {
		case tail[b]:
		case inner != nil && inner[b]:
			if j+1 == n && !s.final {
				return j, unsure
			}
			if j+1 == n || !tail[s.text[j+1]] {
				return j, yes
			}
		default:
			return j, yes
		}
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
			var v verdict
			if j, v = s.space(i); v == unsure {
				return i, false
			}
			if s.far(s.edge(i), j) || j-i > blankStretch {
				return i, true
			}
			if j == n {
				return i, s.final
			}
			if s.text[j] == '-' {
				end, v := s.run(o.class.parts.block, j, false)
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
			if _, v := s.run(o.class.parts.block, k, false); v == unsure {
				return i, false
			} else if v == no {
				return i, true
			}
		case k < n && !blockSpace[s.text[k]] && s.text[k] != '%':
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

// space returns where the stretch between two segments ends that begins at i:
// white space and quoting, the operator that joins strings, escapes of a URL,
// and the number of a line.
func (s *scan) space(i int) (int, verdict) {
	n := len(s.text)
	line := false
	j := i
	for j-i <= blankStretch {
		switch {
		case j == n:
			if s.final {
				return j, yes
			}
			return j, unsure
		case blockSpace[s.text[j]]:
			line = line || s.text[j] == '\n'
			j++
			continue
		case s.text[j] == '%':
			if n < j+3 && !s.final {
				return j, unsure
			}
			if n >= j+3 && (string(s.text[j+1:j+3]) == "0A" || string(s.text[j+1:j+3]) == "0D" || string(s.text[j+1:j+3]) == "20") {
				j += 3
				continue
			}
		case s.text[j] == '+' && j > i:
			if j+1 == n && !s.final {
				return j, unsure
			}
			if j+1 < n && blockSpace[s.text[j+1]] {
				j++
				continue
			}
		case line:
			k, v := s.lineNumber(j)
			if v == unsure {
				return j, unsure
			}
			if v == yes {
				line = false
				j = k
				continue
			}
		}
		return j, yes
	}
	return j, yes
}

// lineNumber returns where the number that a pager puts before a line ends: up
// to six digits, then a colon, a bar, an arrow or a tab.
func (s *scan) lineNumber(i int) (int, verdict) {
	n, j := len(s.text), i
	for j < n && j-i < 6 && s.text[j] >= '0' && s.text[j] <= '9' {
		j++
	}
	for _, mark := range []string{":", "|", "\t", "\u2192"} {
		switch rest := s.text[j:min(n, j+len(mark))]; {
		case j == i:
			return i, no
		case string(rest) == mark:
			return j + len(mark), yes
		case string(rest) == mark[:len(rest)] && !s.final:
			return i, unsure
		}
	}
	return i, no
}

// took feeds bytes i to k of the shadow to the open secret.
func (s *scan) took(i, k int) int {
	o := s.st.open
	for from, j := i, i; j <= k; j++ { // without the space between
		if j == k || blockSpace[s.text[j]] {
			o.mac.Write(s.text[from:j])
			from = j + 1
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
