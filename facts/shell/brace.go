package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// braces expands the braces of a word. The result is bounded: beyond the
// limit of words the run ends as truncated.
func (r *run) braces(w *syntax.Word) []*syntax.Word {
	if tooManyBraces(w) {
		r.truncate("steps")
		return []*syntax.Word{w}
	}
	// The splitter changes the word; the tree stays as it was parsed.
	c := &syntax.Word{Parts: append([]syntax.WordPart(nil), w.Parts...)}
	if !syntax.SplitBraces(c) {
		return []*syntax.Word{w}
	}
	for _, p := range c.Parts {
		if _, ok := p.(*syntax.BraceExp); ok {
			var out []*syntax.Word
			for _, parts := range r.braceWords(c.Parts, 0) {
				parts = joinedLits(parts)
				if len(parts) > 0 { // an empty word vanishes unless it is quoted
					out = append(out, &syntax.Word{Parts: parts})
				}
			}
			return out
		}
	}
	return []*syntax.Word{w}
}

// joinedLits joins neighbouring literals, so that a tilde sees what follows.
func joinedLits(parts []syntax.WordPart) []syntax.WordPart {
	out := parts[:0:0]
	for _, p := range parts {
		l, ok := p.(*syntax.Lit)
		if !ok {
			out = append(out, p)
			continue
		}
		if l.Value == "" {
			continue
		}
		if n := len(out); n > 0 {
			if last, ok := out[n-1].(*syntax.Lit); ok {
				out[n-1] = &syntax.Lit{Value: last.Value + l.Value}
				continue
			}
		}
		out = append(out, p)
	}
	return out
}

// oddBraces says whether a brace closes without a comma before one that has
// some, as in {a}b,c}: bash takes the first for a plain character then.
func oddBraces(w *syntax.Word) bool {
	open, closed, comma := 0, false, false
	for _, p := range w.Parts {
		l, ok := p.(*syntax.Lit)
		if !ok {
			continue
		}
		for i := 0; i < len(l.Value); i++ {
			switch l.Value[i] {
			case '\\':
				i++
			case '{':
				open++
			case ',':
				comma = comma || open > 0 && !closed
				if closed && open > 0 && !comma {
					return strings.IndexByte(l.Value[i:], '}') >= 0
				}
			case '}':
				closed = closed || open > 0
			}
		}
	}
	return false
}

func holdsBrace(w *syntax.Word) bool {
	for _, p := range w.Parts {
		switch p := p.(type) {
		case *syntax.Lit:
			if strings.IndexByte(p.Value, '{') >= 0 {
				return true
			}
		case *syntax.BraceExp:
			return true
		}
	}
	return false
}

// tooManyBraces guards the splitter against deep nesting of open braces.
func tooManyBraces(w *syntax.Word) bool {
	n := 0
	for _, p := range w.Parts {
		if l, ok := p.(*syntax.Lit); ok {
			n += strings.Count(l.Value, "{")
		}
	}
	return n > 512
}

// braceWords gives every combination of the parts from the i-th on.
func (r *run) braceWords(parts []syntax.WordPart, depth int) [][]syntax.WordPart {
	if depth > 64 {
		r.tooDeep()
		return [][]syntax.WordPart{parts}
	}
	acc := [][]syntax.WordPart{nil}
	for _, p := range parts {
		be, ok := p.(*syntax.BraceExp)
		if !ok {
			for i := range acc {
				acc[i] = append(acc[i][:len(acc[i]):len(acc[i])], p)
			}
			continue
		}
		var elems [][]syntax.WordPart
		if be.Sequence {
			elems = r.braceSequence(be)
		} else {
			for _, e := range be.Elems {
				elems = append(elems, r.braceWords(e.Parts, depth+1)...)
			}
		}
		if len(acc)*len(elems) > r.x.cfg.Limits.Words-r.words || !r.grow(0, len(acc)*len(elems)*16) {
			r.truncate("steps")
			return [][]syntax.WordPart{parts}
		}
		next := make([][]syntax.WordPart, 0, len(acc)*len(elems))
		for _, a := range acc {
			for _, e := range elems {
				x := make([]syntax.WordPart, 0, len(a)+len(e))
				x = append(append(x, a...), e...)
				next = append(next, x)
			}
		}
		acc = next
	}
	return acc
}

func (r *run) braceSequence(be *syntax.BraceExp) [][]syntax.WordPart {
	part := func(s string) []syntax.WordPart { return []syntax.WordPart{&syntax.Lit{Value: s}} }
	from, to := be.Elems[0].Lit(), be.Elems[1].Lit()
	step := int64(1)
	if len(be.Elems) > 2 {
		n, err := strconv.ParseInt(be.Elems[2].Lit(), 10, 64)
		if err == nil && n != 0 {
			step = max(n, -n)
			if step < 0 {
				step = 1
			}
		}
	}
	a, errA := strconv.ParseInt(from, 10, 64)
	b, errB := strconv.ParseInt(to, 10, 64)
	chars := errA != nil || errB != nil
	if chars {
		if len(from) != 1 || len(to) != 1 {
			return [][]syntax.WordPart{part("{" + from + ".." + to + "}")}
		}
		a, b = int64(from[0]), int64(to[0])
	}
	span := uint64(b - a)
	if b < a {
		span = uint64(a - b)
	}
	if n := span/uint64(step) + 1; n == 0 || n > uint64(max(r.x.cfg.Limits.Words-r.words, 0)) {
		r.truncate("steps")
		return nil
	}
	width := 0
	if !chars && (padded(from) || padded(to)) {
		width = max(len(from), len(to))
	}
	var out [][]syntax.WordPart
	for i := a; ; {
		s, quoted := "", false
		switch {
		case chars:
			s = string(rune(i))
			if s == "\\" { // it quotes nothing, and is taken away
				quoted = true
				s = ""
			}
			if strings.ContainsAny(s, "\\'\"`$*?[~") {
				s = "\\" + s
			}
		case width > 0:
			s = pad(i, width)
		default:
			s = strconv.FormatInt(i, 10)
		}
		if quoted {
			out = append(out, []syntax.WordPart{&syntax.SglQuoted{}})
		} else {
			out = append(out, part(s))
		}
		if a <= b {
			if i > b-step {
				break
			}
			i += step
		} else {
			if i < b+step {
				break
			}
			i -= step
		}
	}
	return out
}

func padded(s string) bool {
	s = strings.TrimPrefix(s, "-")
	return len(s) > 1 && s[0] == '0'
}

func pad(n int64, width int) string {
	s := strconv.FormatInt(n, 10)
	neg := strings.HasPrefix(s, "-")
	if neg {
		s = s[1:]
		width--
	}
	for len(s) < width {
		s = "0" + s
	}
	if neg {
		s = "-" + s
	}
	return s
}
