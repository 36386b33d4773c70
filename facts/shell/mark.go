package shell

import (
	"strconv"
	"strings"
)

// markText writes a text as source again: unknown pieces become marks, which
// the expander turns back.
func (r *run) markText(t text) string {
	if s, ok := t.static(); ok {
		return s
	}
	var b strings.Builder
	for i := range t {
		if t[i].kind == pieceDyn {
			p := t[i]
			r.marks = append(r.marks, &p)
			b.WriteString(markOpen + strconv.Itoa(len(r.marks)-1) + markClose)
			continue
		}
		b.WriteString(t[i].s)
	}
	return b.String()
}

// Two code points of the private use area; a text that holds them itself is
// read as unknown there, never as known.
const (
	markOpen  = "\uf8f0"
	markClose = "\uf8f1"
)

// marked is a literal of source text, with marks turned back into what they
// stand for.
func (r *run) marked(s string) text {
	if len(r.marks) == 0 || !strings.Contains(s, markOpen) {
		return r.mem.lit(s)
	}
	var t text
	for {
		i := strings.Index(s, markOpen)
		if i < 0 {
			return t.join(lit(s))
		}
		t = t.join(lit(s[:i]))
		s = s[i+len(markOpen):]
		j := strings.Index(s, markClose)
		if j < 0 {
			return t.join(dyn(nil)).join(lit(s))
		}
		n, err := strconv.Atoi(s[:j])
		if err != nil || n < 0 || n >= len(r.marks) {
			t = t.join(dyn(nil))
		} else {
			t = append(t[:len(t):len(t)], *r.marks[n])
		}
		s = s[j+len(markClose):]
	}
}
