package shell

import "strings"

// activate makes the pattern characters of an unquoted expansion active.
func activate(t text) text {
	var out text
	for _, p := range t {
		if p.kind != pieceLit || !strings.ContainsAny(p.s, "*?[") {
			out = append(out, p)
			continue
		}
		from := 0
		for i := 0; i < len(p.s); i++ {
			if c := p.s[i]; c == '*' || c == '?' || c == '[' {
				if from < i {
					out = append(out, piece{s: p.s[from:i], src: p.src})
				}
				out = append(out, piece{kind: pieceGlob, s: p.s[i : i+1], src: p.src})
				from = i + 1
			}
		}
		if from < len(p.s) {
			out = append(out, piece{s: p.s[from:], src: p.src})
		}
	}
	return out
}

// activePattern is activate where a pattern is asked for: a backslash in a
// value quotes there too, and a group may be one.
func (r *run) activePattern(t text) text {
	for i := range t {
		if t[i].kind == pieceLit && (strings.IndexByte(t[i].s, '\\') >= 0 || groupOpens(t[i].s)) {
			return dyn(nil, t.sources(nil)...)
		}
	}
	return activate(t)
}

// groupOpens says whether a literal may open an extended group: @( or "(" at
// its beginning, after a pattern character.
func groupOpens(s string) bool {
	i := strings.IndexByte(s, '(')
	return i >= 0 && (i == 0 || strings.IndexByte("@!+*?", s[i-1]) >= 0)
}

// settleGlob makes a lone "[" plain: without "]" it is no pattern.
func settleGlob(t text) text {
	if !t.hasGlob() {
		return t
	}
	// The last "]" decides: no "[" after it is a pattern.
	last := -1
	for i := len(t) - 1; i >= 0 && last < 0; i-- {
		if t[i].kind == pieceDyn || strings.IndexByte(t[i].s, ']') >= 0 {
			last = i
		}
	}
	fix := false
	for i := range t {
		fix = fix || t[i].kind == pieceGlob && t[i].s == "[" && i >= last
	}
	if !fix {
		return t
	}
	out := make(text, len(t))
	for i, p := range t {
		if p.kind == pieceGlob && p.s == "[" && i >= last {
			p.kind = pieceLit
		}
		out[i] = p
	}
	return out.merged()
}

// addQuoted adds quoted text. In a pattern it may stand in a bracket
// expression, where what it holds has lost its meaning.
func (b *builder) addQuoted(t text) {
	if b.pattern && t.isStatic() {
		s, _ := t.static()
		open := false
		for i := range b.cur {
			open = open || b.cur[i].kind == pieceGlob && b.cur[i].s == "["
		}
		if open && strings.ContainsAny(s, "[]!^-:=.\\") {
			t = dyn(nil)
		}
	}
	b.add(t)
}
