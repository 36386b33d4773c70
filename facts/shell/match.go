package shell

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// patToken is one element of a shell pattern.
type patToken struct {
	kind byte // 'l' literal rune, '?', '*', '[' set
	r    rune
	set  string
	neg  bool
}

// compilePattern turns a pattern text into tokens; false when part of it is
// not known or is an extended group.
func compilePattern(t text) ([]patToken, bool) {
	var out []patToken
	for i := 0; i < len(t); i++ {
		p := t[i]
		switch p.kind {
		case pieceDyn:
			return nil, false
		case pieceLit:
			for _, c := range p.s {
				out = append(out, patToken{kind: 'l', r: c})
			}
		case pieceGlob:
			switch p.s {
			case "*":
				out = append(out, patToken{kind: '*'})
			case "?":
				out = append(out, patToken{kind: '?'})
			case "[":
				set, rest, closed, ok := bracketSet(t[i+1:])
				if !ok {
					return nil, false
				}
				if !closed {
					out = append(out, patToken{kind: 'l', r: '['})
					continue
				}
				neg := strings.HasPrefix(set, "!") || strings.HasPrefix(set, "^")
				if neg {
					set = set[1:]
				}
				out = append(out, patToken{kind: '[', set: set, neg: neg})
				tail, ok := compilePattern(rest)
				return append(out, tail...), ok
			default:
				return nil, false
			}
		}
	}
	return out, true
}

// compile is compilePattern as the shell's options have it.
func (r *run) compile(t text) ([]patToken, bool) {
	toks, ok := compilePattern(t)
	return toks, ok && !r.nocase
}

// bracketSet reads up to the closing bracket. closed is false when there is
// none: the bracket is plain then. ok is false for what bash reads in ways of
// its own: collating symbols, classes that do not end or that nobody knows.
func bracketSet(t text) (set string, rest text, closed, ok bool) {
	var b strings.Builder
	end := -1
	for _, p := range t {
		if p.kind == pieceDyn {
			end = b.Len()
			break
		}
		b.WriteString(p.s)
	}
	s := b.String()
	i := 0
	if i < len(s) && (s[i] == '!' || s[i] == '^') {
		i++
	}
	for from := i; i < len(s); i++ {
		switch {
		case s[i] == ']' && i > from:
			return s[:i], afterBytes(t, i+1), true, true
		case s[i] == '\\':
			return "", nil, true, false
		case s[i] == '[' && i+1 < len(s) && strings.IndexByte(":.=", s[i+1]) >= 0:
			j := strings.Index(s[i:], ":]")
			if s[i+1] != ':' || j < 2 || i > from && s[i-1] == '-' || !classes[s[i+2:i+j]] {
				return "", nil, true, false
			}
			i += j + 1
		}
	}
	return "", nil, false, end < 0
}

// afterBytes is what stands behind the first n bytes.
func afterBytes(t text, n int) text {
	for i, p := range t {
		if n < len(p.s) {
			p.s = p.s[n:]
			return append(text{p}, t[i+1:]...)
		}
		n -= len(p.s)
		if n == 0 {
			return t[i+1:]
		}
	}
	return nil
}

var classes = map[string]bool{
	"alpha": true, "digit": true, "alnum": true, "upper": true, "lower": true, "space": true,
	"blank": true, "punct": true, "xdigit": true, "cntrl": true, "print": true, "graph": true,
}

func (k *patToken) matches(c rune) bool {
	switch k.kind {
	case 'l':
		return k.r == c
	case '?':
		return true
	case '[':
		return inSet(k.set, c) != k.neg
	}
	return false
}

func inSet(set string, c rune) bool {
	rs := []rune(set)
	for i := 0; i < len(rs); i++ {
		if rs[i] == '[' && i+1 < len(rs) && rs[i+1] == ':' {
			if j := strings.Index(string(rs[i:]), ":]"); j > 1 {
				name := string(rs[i:])[2:j]
				if inClass(name, c) {
					return true
				}
				i += utf8.RuneCountInString(string(rs[i:])[:j+2]) - 1
				continue
			}
		}
		if i+2 < len(rs) && rs[i+1] == '-' {
			if rs[i] <= c && c <= rs[i+2] {
				return true
			}
			i += 2
			continue
		}
		if rs[i] == c {
			return true
		}
	}
	return false
}

func inClass(name string, c rune) bool {
	switch name {
	case "alpha":
		return unicode.IsLetter(c)
	case "digit":
		return c >= '0' && c <= '9'
	case "alnum":
		return unicode.IsLetter(c) || unicode.IsDigit(c)
	case "upper":
		return unicode.IsUpper(c)
	case "lower":
		return unicode.IsLower(c)
	case "space":
		return unicode.IsSpace(c)
	case "blank":
		return c == ' ' || c == '\t'
	case "punct":
		return c < 128 && (unicode.IsPunct(c) || unicode.IsSymbol(c))
	case "xdigit":
		return c < 128 && hexVal(byte(c)) < 16
	case "cntrl":
		return unicode.IsControl(c)
	case "print":
		return unicode.IsPrint(c)
	case "graph":
		return unicode.IsGraphic(c) && c != ' '
	}
	return false
}

// matchWhole says whether the pattern matches all of s. Time is bounded by
// len(pattern)·len(s).
func matchWhole(p []patToken, s string) bool {
	pi, si := 0, 0
	star, mark := -1, 0
	for si < len(s) {
		c, n := utf8.DecodeRuneInString(s[si:])
		switch {
		case pi < len(p) && p[pi].kind == '*':
			star, mark = pi, si
			pi++
		case pi < len(p) && p[pi].matches(c):
			pi++
			si += n
		case star >= 0:
			_, m := utf8.DecodeRuneInString(s[mark:])
			mark += m
			pi, si = star+1, mark
		default:
			return false
		}
	}
	for pi < len(p) && p[pi].kind == '*' {
		pi++
	}
	return pi == len(p)
}

// cuts lists the byte offsets at rune boundaries.
func cuts(s string) []int {
	out := make([]int, 0, len(s)+1)
	for i := range s {
		out = append(out, i)
	}
	return append(out, len(s))
}

// trimPattern removes a matching prefix or suffix, the longest or shortest.
func trimPattern(s string, p []patToken, suffix, longest bool) string {
	cs := cuts(s)
	n := len(cs)
	for k := range cs {
		i := cs[k]
		if suffix != longest { // shortest suffix, longest prefix: from the end
			i = cs[n-1-k]
		}
		if suffix {
			if matchWhole(p, s[i:]) {
				return s[:i]
			}
		} else if matchWhole(p, s[:i]) {
			return s[i:]
		}
	}
	return s
}

// replacePattern is ${x/pat/with}: anchor is '#', '%' or 0.
func replacePattern(s string, p []patToken, with string, all bool, anchor byte) string {
	if len(p) == 0 && anchor == 0 {
		return s
	}
	longest := func(from int) int {
		for end := len(s); end >= from; end-- {
			if (end == len(s) || utf8.RuneStart(s[end])) && matchWhole(p, s[from:end]) {
				return end
			}
		}
		return -1
	}
	switch anchor {
	case '#':
		if e := longest(0); e >= 0 {
			return with + s[e:]
		}
		return s
	case '%':
		for _, i := range cuts(s) {
			if matchWhole(p, s[i:]) {
				return s[:i] + with
			}
		}
		return s
	}
	var b strings.Builder
	for i := 0; i <= len(s); {
		e := longest(i)
		if e < 0 || (e == i && i == len(s) && len(s) > 0) || (e == i && len(s) > 0) {
			if i == len(s) {
				break
			}
			_, n := utf8.DecodeRuneInString(s[i:])
			b.WriteString(s[i : i+n])
			i += n
			continue
		}
		b.WriteString(with)
		if !all || e == len(s) {
			b.WriteString(s[e:])
			return b.String()
		}
		i = e
	}
	return b.String()
}
