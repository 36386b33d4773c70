package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// fields expands words as bash does for a command: braces, tilde, parameters,
// substitutions, arithmetic, splitting, quote removal. Patterns stay as
// pieces of their own.
func (r *run) fields(words []*syntax.Word, st *state, f *frame) []field {
	out := r.mem.fields.take(len(words))[:0]
	for _, w := range words {
		out = r.fieldsOf(w, st, f, out)
		if r.stopped {
			break
		}
	}
	return out
}

func (r *run) fieldsOf(w *syntax.Word, st *state, f *frame, out []field) []field {
	if !r.step() {
		return out
	}
	// The plain literal, by far the most common word.
	if len(w.Parts) == 1 {
		if l, ok := w.Parts[0].(*syntax.Lit); ok && !needsExpansion(l.Value) {
			r.words++
			t := r.marked(l.Value)
			return append(out, field{t: t, raw: l.Value, many: !t.settled()})
		}
	}
	raw := clip(f.src.slice(w), 256)
	if r.dialect == syntax.LangPOSIX || !holdsBrace(w) {
		out, _ = r.expanded(w, raw, st, f, out)
		return out
	}
	at := len(out)
	for _, e := range r.braces(w) {
		var more bool
		if out, more = r.expanded(e, raw, st, f, out); !more {
			break
		}
	}
	if oddBraces(w) {
		src := joinFieldsText(out[at:]).sources(nil)
		out = append(out[:at], field{t: dyn(nil, src...), many: true, raw: raw})
	}
	return out
}

// expanded adds the fields of a word without braces, and says whether there
// may be more.
func (r *run) expanded(w *syntax.Word, raw string, st *state, f *frame, out []field) ([]field, bool) {
	b := &builder{r: r, st: st, out: out, assign: looksAssigned(w)}
	b.word(w.Parts, st, f, true)
	b.flush()
	for i := len(out); i < len(b.out); i++ {
		b.out[i].raw = raw
		if st.noglob {
			b.out[i].t = b.out[i].t.unglob()
		} else {
			b.out[i].t = settleGlob(b.out[i].t)
		}
	}
	return b.out, r.grow(len(b.out)-len(out), 0)
}

// looksAssigned says whether a word reads NAME=…, so that a tilde after "="
// or ":" is expanded.
func looksAssigned(w *syntax.Word) bool {
	l, ok := w.Parts[0].(*syntax.Lit)
	if !ok {
		return false
	}
	i := strings.IndexByte(l.Value, '=')
	return i > 0 && validName(l.Value[:i]) && strings.IndexByte(l.Value, '~') > i
}

// needsExpansion says whether a literal holds anything that expansion changes.
func needsExpansion(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\', '*', '?', '[', '{', '~':
			return true
		}
	}
	return false
}

// value expands one word without splitting or patterns: assignments,
// redirections, here-strings.
func (r *run) value(w *syntax.Word, st *state, f *frame) text {
	if w == nil {
		return nil
	}
	if len(w.Parts) == 1 {
		if l, ok := w.Parts[0].(*syntax.Lit); ok && !needsExpansion(l.Value) {
			return r.marked(l.Value)
		}
	}
	if !r.step() {
		return dyn(nil)
	}
	b := &builder{r: r, st: st, nosplit: true}
	b.word(w.Parts, st, f, true)
	return b.take().unglob()
}

// assignValue is value with the tilde rules of an assignment.
func (r *run) assignValue(w *syntax.Word, st *state, f *frame) text {
	if w == nil {
		return nil
	}
	b := &builder{r: r, st: st, nosplit: true, assign: true}
	if !r.step() {
		return dyn(nil)
	}
	b.word(w.Parts, st, f, true)
	return b.take().unglob()
}

// pattern expands a word whose unquoted parts are a pattern.
func (r *run) pattern(w *syntax.Word, st *state, f *frame) text {
	if w == nil {
		return nil
	}
	b := &builder{r: r, st: st, nosplit: true, pattern: true}
	if !r.step() {
		return dyn(nil)
	}
	b.word(w.Parts, st, f, true)
	return b.take()
}

// heredoc expands the body of an unquoted here-document.
func (r *run) heredoc(w *syntax.Word, st *state, f *frame) text {
	if w == nil {
		return nil
	}
	b := &builder{r: r, st: st, nosplit: true}
	for _, p := range w.Parts {
		switch p := p.(type) {
		case *syntax.Lit:
			b.add(r.marked(unescape(p.Value, "$`\\")))
		default:
			b.part(p, st, f, true)
		}
		if r.stopped {
			break
		}
	}
	return b.take()
}

// literalDoc is the body of a quoted here-document.
func (r *run) literalDoc(w *syntax.Word) text {
	if w == nil {
		return nil
	}
	var sb strings.Builder
	for _, p := range w.Parts {
		if l, ok := p.(*syntax.Lit); ok {
			sb.WriteString(l.Value)
		}
	}
	return r.marked(sb.String())
}

// builder makes fields out of word parts.
type builder struct {
	r       *run
	st      *state
	out     []field
	cur     text
	open    bool // a field has begun, even if it is empty
	many    bool
	nosplit bool
	assign  bool
	pattern bool
	grown   bool // cur is a slice of the builder's own
	cut     bool // unquoted literals are split too: the word of ${x:-a b}
}

func (b *builder) add(t text) {
	b.open = true
	b.push(t)
}

// push appends pieces; b.cur is the builder's own until take.
func (b *builder) push(t text) {
	n := 0
	for i := range t {
		n += len(t[i].s)
	}
	if !b.r.grow(0, n) {
		return // values that double grow past every bound
	}
	if len(b.cur) == 0 && !b.grown {
		b.cur = t
		return
	}
	if !b.grown {
		b.cur = append(text(b.r.mem.pieces.take(len(b.cur) + len(t) + 2)[:0]), b.cur...)
		b.grown = true
	}
	b.cur = append(b.cur, t...)
}

// take gives the text that was built, with neighbours merged.
func (b *builder) take() text {
	t := b.cur
	if b.grown {
		t = t.merged()
	}
	b.cur, b.grown = nil, false
	return t
}

func (b *builder) flush() {
	if b.open || len(b.cur) > 0 {
		b.out = append(b.out, field{t: b.take(), many: b.many})
	}
	b.open, b.many = false, false
}

func (b *builder) word(parts []syntax.WordPart, st *state, f *frame, top bool) {
	for i, p := range parts {
		if b.r.stopped {
			return
		}
		if l, ok := p.(*syntax.Lit); ok {
			v := l.Value
			if i == 0 && top && strings.HasPrefix(v, "~") {
				var t text
				if t, v = b.r.tilde(v, len(parts) == 1, st); t != nil {
					b.add(t)
				}
			}
			b.literal(v, st, len(parts) == i+1)
			continue
		}
		b.part(p, st, f, false)
	}
}

// literal adds an unquoted literal: escapes are removed, pattern characters
// are active.
func (b *builder) literal(v string, st *state, last bool) {
	from := 0
	for i := 0; i < len(v); i++ {
		switch v[i] {
		case '\\':
			if from < i {
				b.bare(v[from:i])
			}
			if i+1 < len(v) && v[i+1] == '\n' {
				i++
				from = i + 1
				continue
			}
			if i+1 == len(v) {
				b.add(lit("\\"))
				from = i + 1
				continue
			}
			i++
			n := runeLen(v[i:])
			b.addQuoted(lit(v[i : i+n]))
			i += n - 1
			from = i + 1
		case '*', '?', '[':
			if b.nosplit && !b.pattern {
				continue
			}
			if from < i {
				b.bare(v[from:i])
			}
			b.open = true
			b.push(text{{kind: pieceGlob, s: v[i : i+1]}})
			from = i + 1
		case ':', '=':
			if b.assign && i+1 < len(v) && v[i+1] == '~' && (v[i] == ':' || !b.nosplit && validName(v[:i])) {
				b.bare(v[from : i+1])
				t, rest := b.r.tilde(v[i+1:], true, st)
				if t != nil {
					b.add(t)
					b.assignRest(rest, st, last)
					return
				}
				from = i + 1
			}
		}
	}
	if from < len(v) {
		b.bare(v[from:])
	} else if v == "" {
		b.open = b.open || len(b.cur) > 0
	}
}

// bare adds a stretch of an unquoted literal.
func (b *builder) bare(s string) {
	t := b.r.marked(s)
	if b.pattern && groupOpens(s) {
		t = dyn(nil) // a group, where extended patterns are on
	}
	if b.cut {
		b.split(t)
		return
	}
	b.add(t)
	if !t.settled() {
		b.many = true // re-read text: what is unknown may be several words
	}
}

func (b *builder) assignRest(rest string, st *state, last bool) { b.literal(rest, st, last) }

func runeLen(s string) int {
	for i := range s {
		if i > 0 {
			return i
		}
	}
	return len(s)
}

func (b *builder) part(p syntax.WordPart, st *state, f *frame, quoted bool) {
	r := b.r
	switch p := p.(type) {
	case *syntax.Lit:
		if quoted {
			b.addQuoted(r.marked(unescape(p.Value, "$`\"\\")))
			return
		}
		b.literal(p.Value, st, false)
	case *syntax.SglQuoted:
		b.open = true
		if p.Dollar {
			b.addQuoted(r.marked(ansiC(p.Value)))
		} else {
			b.addQuoted(r.marked(p.Value))
		}
	case *syntax.DblQuoted:
		b.dblQuoted(p, st, f)
	case *syntax.ParamExp:
		if !quoted && !b.nosplit {
			p = r.starApart(p, st)
		}
		b.expansion(r.param(p, st, f, quoted), quoted)
	case *syntax.CmdSubst:
		b.expansion(expansion{vals: []text{r.cmdSubst(p, st, f)}}, quoted)
	case *syntax.ArithmExp:
		b.expansion(expansion{vals: []text{r.arithText(p.X, st, f)}}, quoted)
	case *syntax.ProcSubst:
		b.add(r.procSubst(p, st, f))
	case *syntax.ExtGlob:
		b.open = true
		b.push(text{{kind: pieceGlob, s: p.Op.String() + p.Pattern.Value + ")"}})
		r.extGlobWords(p, st, f)
	case *syntax.BraceExp:
		for _, e := range p.Elems {
			b.word(e.Parts, st, f, false)
		}
	}
}

func (b *builder) dblQuoted(p *syntax.DblQuoted, st *state, f *frame) {
	if len(p.Parts) == 0 {
		b.open = true
		return
	}
	// "$@" with no parameters makes no field at all.
	empty := true
	for _, q := range p.Parts {
		if pe, ok := q.(*syntax.ParamExp); ok {
			e := b.r.param(pe, st, f, true)
			if !(e.at && len(e.vals) == 0) {
				empty = false
			}
			b.expansion(e, true)
			continue
		}
		empty = false
		b.open = true
		b.part(q, st, f, true)
	}
	if !empty {
		b.open = true
	}
}

// expansion is the result of expanding one part. at: each value is a field of
// its own even within quotes ("$@").
type expansion struct {
	vals []text
	at   bool
	many bool
	done bool // split already
}

func (b *builder) expansion(e expansion, quoted bool) {
	if b.nosplit {
		for i, v := range e.vals {
			v = v.matched()
			if i > 0 {
				b.add(lit(" "))
			}
			switch {
			case b.pattern && quoted:
				b.addQuoted(v)
			case b.pattern:
				b.add(b.r.activePattern(v))
			default:
				b.add(v)
			}
		}
		if e.many {
			b.add(dyn(nil))
		}
		return
	}
	if quoted {
		b.many = b.many || e.many
		for i, v := range e.vals {
			if i > 0 {
				if e.at {
					many := b.many
					b.open = true
					b.flush()
					b.many = many && e.many || e.many
				} else {
					b.add(lit(" "))
				}
			}
			b.add(v)
			if e.at && !e.many {
				b.open = true
			}
		}
		if e.many {
			b.many = true
			if len(e.vals) == 0 {
				b.add(dyn(nil))
			}
		}
		return
	}
	for i, v := range e.vals {
		if i > 0 {
			b.flush()
		}
		if e.done {
			b.add(v)
		} else {
			b.split(v)
		}
		if e.many {
			b.many = true
		}
	}
	if e.many && len(e.vals) == 0 {
		b.add(dyn(nil))
		b.many = true
	}
}

// split adds an unquoted expansion, cut at IFS.
func (b *builder) split(t text) {
	ifs, known := b.r.ifs(b.st)
	for _, p := range t {
		if p.kind == pieceDyn {
			b.push(text{p})
			if !p.u.word {
				b.many = true
			}
			continue
		}
		if !known {
			b.push(text{p})
			b.many = true
			continue
		}
		if b.r.extglob && groupOpens(p.s) {
			b.push(text{{kind: pieceGlob, s: p.s, src: p.src, flow: p.flow}})
			b.many = true
			continue
		}
		s := p.s
		from := 0
		for i := 0; i < len(s); {
			if strings.IndexByte(ifs, s[i]) < 0 {
				i++
				continue
			}
			if from < i {
				b.push(activate(text{{s: s[from:i], src: p.src, flow: p.flow}}))
			}
			// A run of IFS white space with at most one other IFS character
			// is one separator; another one alone ends an empty field.
			hard := false
			for i < len(s) && strings.IndexByte(ifs, s[i]) >= 0 {
				white := s[i] == ' ' || s[i] == '\t' || s[i] == '\n'
				if !white {
					if hard {
						break
					}
					hard = true
				}
				i++
			}
			if hard {
				b.open = true
			}
			if b.open || len(b.cur) > 0 {
				b.out = append(b.out, field{t: b.take(), many: b.many})
			}
			b.open, b.many = false, false
			from = i
		}
		if from < len(s) {
			b.push(activate(text{{s: s[from:], src: p.src, flow: p.flow}}))
		}
	}
}

// ifs returns the field separators, when they are known.
func (r *run) ifs(st *state) (string, bool) {
	v := st.vars["IFS"]
	if v == nil || v.unset {
		return " \t\n", true
	}
	if len(v.alts) != 1 || v.maybe {
		return "", false
	}
	return v.alts[0].static()
}

// starApart reads an unquoted $* as $@ where IFS is empty: its words are
// neither joined nor split then.
func (r *run) starApart(p *syntax.ParamExp, st *state) *syntax.ParamExp {
	if p.Param == nil || p.Length || p.Excl {
		return p
	}
	if at, is := listed(p); is {
		if s, known := r.ifs(st); known && s == "" {
			return at
		}
	}
	return p
}

// listed gives ${@…} for ${*…}, and ${a[@]…} for ${a[*]…}.
func listed(p *syntax.ParamExp) (*syntax.ParamExp, bool) {
	w, ok := p.Index.(*syntax.Word)
	star := ok && w.Lit() == "*"
	if !star && p.Param.Value != "*" {
		return nil, false
	}
	c := *p
	if star {
		c.Index = &syntax.Word{Parts: []syntax.WordPart{&syntax.Lit{Value: "@"}}}
	} else {
		c.Param = &syntax.Lit{Value: "@"}
	}
	return &c, true
}
