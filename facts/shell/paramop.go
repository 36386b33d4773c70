package shell

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// defaultOp says whether an operator asks if the parameter is set.
func defaultOp(op syntax.ParExpOperator) bool {
	switch op {
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull,
		syntax.AlternateUnset, syntax.AlternateUnsetOrNull, syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		return true
	}
	return false
}

// paramOp applies ${x:-…}, ${x#…}, ${x^^} and the like.
func (r *run) paramOp(pe *syntax.ParamExp, name string, e expansion, set isSet, st *state, f *frame, quoted bool) expansion {
	op := pe.Exp.Op
	if defaultOp(op) {
		return r.paramDefault(pe, name, e, set, st, f, quoted)
	}
	if e.many && len(e.vals) == 0 {
		if pe.Exp.Word != nil {
			r.pattern(pe.Exp.Word, st, f)
		}
		return e
	}
	var pat text
	if op != syntax.OtherParamOps {
		pat = r.pattern(pe.Exp.Word, st, f)
	}
	out := expansion{at: e.at, many: e.many}
	for _, v := range e.vals {
		if op == syntax.OtherParamOps && set != setYes && v.mayBeEmpty() {
			// What is not set has no quotes either.
			if set == setUnknown {
				v = dyn(nil, v.sources(nil)...)
			}
			out.vals = append(out.vals, v)
			continue
		}
		out.vals = append(out.vals, r.valueOp(op, pe, v, pat, st, f))
	}
	return out
}

func (r *run) valueOp(op syntax.ParExpOperator, pe *syntax.ParamExp, v, pat text, st *state, f *frame) text {
	src := v.sources(nil)
	s, static := v.static()
	switch op {
	case syntax.RemSmallSuffix, syntax.RemLargeSuffix, syntax.RemSmallPrefix, syntax.RemLargePrefix:
		toks, ok := r.compile(pat)
		if !ok || len(s)*len(toks) > 1<<14 {
			return dyn(keepNames(v), src...)
		}
		suffix := op == syntax.RemSmallSuffix || op == syntax.RemLargeSuffix
		longest := op == syntax.RemLargeSuffix || op == syntax.RemLargePrefix
		if static {
			if !r.grow(0, len(s)*4) {
				return dyn(nil)
			}
			return lit(trimPattern(s, toks, suffix, longest)).withSource(src)
		}
		return trimUnknown(v, pat, suffix, longest)
	case syntax.UpperFirst, syntax.UpperAll, syntax.LowerFirst, syntax.LowerAll:
		if p, ok := pat.static(); !static || !(ok && p == "") && !(len(pat) == 1 && pat[0].kind == pieceGlob && pat[0].s == "?") {
			return dyn(nil, src...)
		}
		return lit(caseOp(op, s)).withSource(src)
	case syntax.OtherParamOps:
		letter := pe.Exp.Word.Lit()
		if letter == "P" {
			r.promptText(v, st, f)
			return dyn(nil, src...)
		}
		if !static {
			return dyn(nil, src...)
		}
		switch letter {
		case "U":
			return lit(strings.ToUpper(s)).withSource(src)
		case "L":
			return lit(strings.ToLower(s)).withSource(src)
		case "u":
			return lit(caseOp(syntax.UpperFirst, s)).withSource(src)
		case "E":
			return lit(ansiC(s)).withSource(src)
		case "Q":
			if printsPlain(s) {
				return lit("'" + strings.ReplaceAll(s, "'", `'\''`) + "'").withSource(src)
			}
		}
	}
	return dyn(nil, src...)
}

// promptText runs what ${x@P} expands.
func (r *run) promptText(v text, st *state, f *frame) {
	s, ok := v.static()
	if !ok {
		r.tagHere(&r.tx.Tags.DynamicText)
		return
	}
	if !strings.ContainsAny(s, "$`") || !r.down() {
		return
	}
	defer r.up()
	w, err := r.newParser().Document(strings.NewReader(s))
	if err == nil {
		g := *f
		g.src = &source{text: s}
		r.heredoc(w, st, &g)
	}
}

func caseOp(op syntax.ParExpOperator, s string) string {
	switch op {
	case syntax.UpperAll:
		return strings.ToUpper(s)
	case syntax.LowerAll:
		return strings.ToLower(s)
	}
	c, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	if op == syntax.UpperFirst {
		return string(unicode.ToUpper(c)) + s[n:]
	}
	return string(unicode.ToLower(c)) + s[n:]
}

// keepNames says what is known of a value that was shortened: a listed name
// stays one.
func keepNames(t text) *unknown {
	if len(t) == 0 || t[0].kind != pieceDyn || len(t[0].u.names) == 0 {
		return &unknown{empty: true}
	}
	u := *t[0].u
	u.empty = true
	return &u
}

// trimUnknown removes a prefix or suffix of a value that is partly known.
func trimUnknown(t, pat text, suffix, longest bool) text {
	src := t.sources(nil)
	if p, ok := pat.static(); ok {
		if suffix && len(t) > 0 && t[len(t)-1].kind == pieceLit {
			last := t[len(t)-1].s
			switch {
			case strings.HasSuffix(last, p):
				return append(append(text{}, t[:len(t)-1]...), lit(last[:len(last)-len(p)])...)
			case len(last) >= len(p):
				return t
			}
		}
		if !suffix && t[0].kind == pieceLit {
			first := t[0].s
			switch {
			case strings.HasPrefix(first, p):
				return append(lit(first[len(p):]), t[1:]...)
			case len(first) >= len(p):
				return t
			}
		}
		return dyn(keepNames(t), src...)
	}
	// ${f%/*} is the directory, ${f##*/} the base name.
	slashStar := len(pat) == 2 && pat[0].kind == pieceLit && pat[0].s == "/" && pat[1].kind == pieceGlob && pat[1].s == "*"
	starSlash := len(pat) == 2 && pat[1].kind == pieceLit && pat[1].s == "/" && pat[0].kind == pieceGlob && pat[0].s == "*"
	if (suffix && slashStar && !longest) || (!suffix && starSlash && longest) {
		for i := len(t) - 1; i >= 0; i-- {
			if t[i].kind == pieceDyn {
				if !t[i].u.noSlash {
					break
				}
				continue
			}
			if j := strings.LastIndexByte(t[i].s, '/'); j >= 0 {
				if suffix {
					return append(append(text{}, t[:i]...), lit(t[i].s[:j])...)
				}
				return append(lit(t[i].s[j+1:]), t[i+1:]...)
			}
		}
		if !suffix {
			u := *keepNames(t)
			u.noSlash, u.names = true, nil
			return dyn(&u, src...)
		}
		u := *keepNames(t)
		return dyn(&u, src...)
	}
	return dyn(keepNames(t), src...)
}

// paramDefault is the family of ${x:-word}.
func (r *run) paramDefault(pe *syntax.ParamExp, name string, e expansion, set isSet, st *state, f *frame, quoted bool) expansion {
	op := pe.Exp.Op
	null := op == syntax.DefaultUnsetOrNull || op == syntax.AssignUnsetOrNull ||
		op == syntax.AlternateUnsetOrNull || op == syntax.ErrorUnsetOrNull
	// has: the parameter counts as having a value.
	has := set
	if null && set != setNo {
		has = setUnknown
		empty, sure := true, true
		for _, v := range e.vals {
			if !v.mayBeEmpty() {
				empty = false
			} else if !v.isStatic() {
				sure = false
			}
		}
		switch {
		case set == setYes && !empty:
			has = setYes
		case empty && sure && !e.many:
			has = setNo
		}
	}
	word := func() expansion {
		if pe.Exp.Word == nil {
			return one(nil)
		}
		if quoted {
			return one(r.quotedWord(pe.Exp.Word, st, f))
		}
		b := &builder{r: r, st: st, cut: true}
		b.word(pe.Exp.Word.Parts, st, f, true)
		b.flush()
		x := expansion{done: true}
		for _, fl := range b.out {
			x.vals = append(x.vals, fl.t)
			x.many = x.many || fl.many
		}
		if len(x.vals) == 0 {
			return one(nil)
		}
		return x
	}
	full := expansion{at: e.at, many: e.many}
	for _, v := range e.vals {
		if v.mayBeEmpty() && null && len(v) > 0 {
			u := *v[0].u
			u.empty = false
			v = text{{kind: pieceDyn, u: &u, src: v.sources(nil)}}
		}
		full.vals = append(full.vals, v)
	}
	switch op {
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		if has != setYes {
			word()
			r.mayAbort(st)
		}
		return full
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		switch has {
		case setYes:
			return word()
		case setNo:
			return nothing(e, set)
		}
		switch r.choose(pe, 2) {
		case 0:
			return word()
		case 1:
			return nothing(e, set)
		}
		word()
		return expansion{vals: []text{dyn(nil)}, many: true}
	}
	assign := op == syntax.AssignUnset || op == syntax.AssignUnsetOrNull
	useWord := func() expansion {
		x := word()
		if assign && pe.Index == nil && validName(name) {
			t := text(nil)
			for i, v := range x.vals {
				if i > 0 {
					t = t.join(lit(" "))
				}
				t = t.join(v)
			}
			r.assign(name, t.unglob(), st, nil)
		}
		return x
	}
	switch has {
	case setYes:
		return full
	case setNo:
		return useWord()
	}
	switch r.choose(pe, 2) {
	case 0:
		if assign && pe.Index == nil && validName(name) && len(full.vals) == 1 {
			r.assign(name, full.vals[0], st, nil)
		}
		return full
	case 1:
		return useWord()
	}
	x := useWord()
	if assign && validName(name) {
		st.widen([]string{name})
	}
	return one(r.forget(expansion{vals: append(append([]text(nil), full.vals...), x.vals...)}))
}

// nothing is what ${x+word} gives where x is not set: for a list no word at
// all, even within quotes.
func nothing(e expansion, set isSet) expansion {
	switch {
	case e.at && set == setNo:
		return expansion{at: true}
	case e.at && set == setUnknown:
		return expansion{at: true, vals: []text{nil}, many: true}
	}
	return one(nil)
}

// quotedWord expands the word of "${x:-word}": quotes inside still group, the
// rest is as within double quotes.
func (r *run) quotedWord(w *syntax.Word, st *state, f *frame) text {
	b := &builder{r: r, st: st, nosplit: true}
	for _, p := range w.Parts {
		if q, ok := p.(*syntax.SglQuoted); ok && !q.Dollar {
			// Within double quotes these are plain characters.
			b.add(lit("'"))
			b.add(r.reread(q.Value, st, f))
			b.add(lit("'"))
			continue
		}
		b.part(p, st, f, true)
	}
	return b.take()
}

// reread expands a text as the body of a here-document is.
func (r *run) reread(s string, st *state, f *frame) text {
	if !strings.ContainsAny(s, "$`\\") {
		return r.marked(s)
	}
	if !r.down() {
		return dyn(nil)
	}
	defer r.up()
	w, err := r.newParser().Document(strings.NewReader(s))
	if err != nil {
		return dyn(nil)
	}
	g := *f
	g.src = &source{text: s}
	return r.heredoc(w, st, &g)
}

// zshParam walks what the parser has of zsh's forms; their value is unknown.
func (r *run) zshParam(pe *syntax.ParamExp, st *state, f *frame) expansion {
	e := expansion{vals: []text{dyn(nil)}, many: true}
	if pe.NestedParam != nil {
		b := &builder{r: r, st: st, nosplit: true}
		b.part(pe.NestedParam, st, f, true)
		e.vals[0] = dyn(nil, b.take().sources(nil)...)
	}
	if pe.Flags != nil && strings.ContainsAny(pe.Flags.Value, "e") {
		r.tagHere(&r.tx.Tags.DynamicText)
	}
	if pe.Exp != nil && pe.Exp.Word != nil {
		r.value(pe.Exp.Word, st, f)
	}
	if pe.Repl != nil {
		r.value(pe.Repl.Orig, st, f)
		if pe.Repl.With != nil {
			r.value(pe.Repl.With, st, f)
		}
	}
	return e
}
