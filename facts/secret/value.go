package secret

import (
	"bytes"
	"math"
	"regexp"
	"strings"
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
	lo := p
	for lo > s.last && p-lo < leftBytes && nameByte[s.text[lo-1]] {
		lo--
	}
	before := string(s.text[lo:p])
	if lo == 0 && !s.cut && p < leftBytes {
		left := s.st.left
		k := len(left)
		for k > 0 && len(left)-k < leftBytes-p && nameByte[left[k-1]] {
			k--
		}
		before = string(left[k:]) + before
	}
	hi := after
	for hi < value && nameByte[s.text[hi]] {
		hi++
	}
	if w := words(before); len(w) > 0 && c.notBefore[w[len(w)-1]] {
		return false
	}
	if w := words(string(s.text[after:hi])); len(w) > 0 && c.notLast[w[len(w)-1]] {
		return false
	}
	return true
}

// words splits a name at separators and where lower case turns to upper.
func words(name string) []string {
	var b strings.Builder
	for i := range len(name) {
		c := name[i]
		switch {
		case c == '-' || c == '.' || c == '_':
			c = ' '
		case c >= 'A' && c <= 'Z':
			if i > 0 && name[i-1] >= 'a' && name[i-1] <= 'z' {
				b.WriteByte(' ')
			}
			c = lower(c)
		}
		b.WriteByte(c)
	}
	return strings.Fields(b.String())
}

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
