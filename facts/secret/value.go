package secret

import (
	"bytes"
	"math"
	"regexp"
)

// entropy is the Shannon entropy of the bytes, in bits a byte.
func entropy(p []byte) float64 {
	var count [256]int
	for _, b := range p {
		count[b]++
	}
	sum, n := 0.0, float64(len(p))
	for _, c := range count {
		if c > 0 {
			f := float64(c) / n
			sum -= f * math.Log2(f)
		}
	}
	return sum
}

// blank says that a value is one of those that are no secrets.
func blank(filters []*regexp.Regexp, value []byte) bool {
	for _, re := range filters {
		if re.Match(value) {
			return true
		}
	}
	return false
}

// secretName says whether the name that holds the keyword at p names a secret
// by the class's lists.
// The keyword ends at after, the name's end is searched up to value.
func (s *scan) secretName(c *class, p, after, value int) bool {
	if c.notBefore == nil && c.notLast == nil {
		return true
	}
	if s.name == nil {
		s.name = make([]byte, 0, 2*leftBytes)
	}
	lo := p
	for lo > s.last && p-lo < leftBytes && nameByte[s.text[lo-1]] {
		lo--
	}
	before := s.name[:0]
	if lo == 0 && !s.cut && p < leftBytes {
		left := s.st.left
		k := len(left)
		for k > 0 && len(left)-k < leftBytes-p && nameByte[left[k-1]] {
			k--
		}
		before = append(before, left[k:]...)
	}
	before = append(before, s.text[lo:p]...)
	hi := after
	for hi < value && nameByte[s.text[hi]] {
		hi++
	}
	if c.notBefore[string(lastWord(before))] {
		return false
	}
	rest := s.text[max(after, hi-2*leftBytes):hi]
	return !c.notLast[string(lastWord(append(s.name[:0], rest...)))]
}

// lastWord gives the last word of a name, in lower case and in its memory. Words
// end at separators and where lower case turns to upper.
func lastWord(name []byte) []byte {
	till := len(name)
	for till > 0 && !wordByte[name[till-1]] || till > 0 && name[till-1] == '_' {
		till--
	}
	from := till
	for from > 0 && wordByte[name[from-1]] && name[from-1] != '_' {
		from--
		if from > 0 && isUpper(name[from]) && name[from-1] >= 'a' && name[from-1] <= 'z' {
			break
		}
	}
	word := name[from:till]
	for i, b := range word {
		word[i] = lower(b)
	}
	return word
}

func isUpper(b byte) bool { return b >= 'A' && b <= 'Z' }

var nameByte = func() (s set) {
	s = wordByte
	s['-'], s['.'] = true, true
	return s
}()

// Placeholders look like [REDACTED_GITHUB_TOKEN_1]. Only the words of the table
// count, so that a secret cannot hide between such brackets.
const (
	redacted  = "[REDACTED_"
	maxDigits = 9
)

// placeholderAt returns the length of the placeholder that p begins with, 0 when
// there is none. more is true when p is too short to tell.
func (e *Engine) placeholderAt(p []byte) (n int, more bool) {
	if fits, more := placeholderHead(p); !fits {
		return 0, more
	}
	body := p[len(redacted):]
	limit := e.maxWord + 1 + maxDigits
	for i, b := range body {
		if b == ']' {
			if e.isPlaceholder(body[:i]) {
				return len(redacted) + i + 1, false
			}
			return 0, false
		}
		if i == limit || !(b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_') {
			return 0, false
		}
	}
	return 0, true
}

func (e *Engine) isPlaceholder(body []byte) bool {
	if e.words[string(body)] {
		return true
	}
	i := bytes.LastIndexByte(body, '_')
	if i < 0 || i == len(body)-1 || len(body)-i-1 > maxDigits || !e.words[string(body[:i])] {
		return false
	}
	for _, b := range body[i+1:] {
		if b < '0' || b > '9' {
			return false
		}
	}
	return true
}
