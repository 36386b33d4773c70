package shell

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// isSet says how surely a parameter has a value.
type isSet uint8

const (
	setUnknown isSet = iota
	setYes
	setNo
)

// param expands ${…}.
func (r *run) param(pe *syntax.ParamExp, st *state, f *frame, quoted bool) expansion {
	if pe.Flags != nil || pe.NestedParam != nil || pe.Param == nil || len(pe.Modifiers) > 0 || pe.IsSet {
		return r.zshParam(pe, st, f)
	}
	name := pe.Param.Value
	if pe.Short && pe.Index == nil && pe.Exp == nil && name != "@" && name != "*" {
		if v := st.vars[name]; v != nil && !v.array && !v.assoc && !v.nameref && len(v.alts) == 1 {
			return expansion{vals: v.alts}
		}
	}
	if pe.Excl {
		return r.indirect(pe, st, f, quoted)
	}
	if pe.Length {
		return expansion{vals: []text{r.paramLength(pe, st, f)}}
	}
	if pe.Repl != nil || pe.Exp != nil && !defaultOp(pe.Exp.Op) {
		if at, is := listed(pe); is { // each value on its own, then joined
			return r.starJoin(r.param(at, st, f, quoted), st, pe.Index != nil)
		}
	}
	e, set := r.paramBase(name, pe.Index, st, f)
	switch {
	case pe.Slice != nil:
		return r.slice(pe, e, st, f)
	case pe.Repl != nil:
		return r.replace(pe, e, set, st, f)
	case pe.Exp != nil:
		return r.paramOp(pe, name, e, set, st, f, quoted)
	}
	return e
}

// paramBase gives the values of a parameter before any operator.
func (r *run) paramBase(name string, index syntax.ArithmExpr, st *state, f *frame) (expansion, isSet) {
	switch name {
	case "@", "*":
		e := fieldsExpansion(st.pos, name == "@", st.posLoose)
		if name == "*" {
			e = r.starJoin(e, st, false)
		}
		switch {
		case slices.ContainsFunc(st.pos, func(p field) bool { return !p.many }):
			return e, setYes
		case len(st.pos) > 0 || st.posLoose:
			return e, setUnknown
		}
		return e, setNo
	case "#":
		if st.posLoose {
			return one(dyn(&unknown{word: true})), setYes
		}
		for _, p := range st.pos {
			if p.several() {
				return one(dyn(&unknown{word: true})), setYes
			}
		}
		return one(lit(strconv.Itoa(len(st.pos)))), setYes
	}
	if n, err := strconv.Atoi(name); err == nil && n > 0 {
		for i := 0; i < len(st.pos) && i < n; i++ {
			if st.pos[i].many || i < n-1 && st.pos[i].several() {
				return one(dyn(nil, st.pos[i].t.sources(nil)...)), setUnknown
			}
		}
		switch {
		case n <= len(st.pos):
			return one(st.pos[n-1].t), setYes
		case st.posLoose:
			return one(dyn(nil)), setUnknown
		}
		return one(nil), setNo
	}
	v := r.lookup(name, st)
	if index != nil {
		return r.element(name, v, index, st, f)
	}
	switch {
	case v == nil:
		return one(dyn(nil)), setUnknown
	case v.unset:
		return one(nil), setNo
	case v.array || v.assoc:
		if v.loose {
			return one(dyn(nil)), setUnknown
		}
		t, ok := v.elems["0"]
		if !ok {
			return one(nil), setNo
		}
		return one(t), setYes
	}
	return r.scalarSet(v)
}

// scalarSet gives the value of a scalar and how surely it has one.
func (r *run) scalarSet(v *variable) (expansion, isSet) {
	t := r.alternative(v)
	if v.maybe && t.mayBeEmpty() {
		return one(t), setUnknown
	}
	return one(t), setYes
}

func one(t text) expansion { return expansion{vals: []text{t}} }

func fieldsExpansion(fs []field, at, loose bool) expansion {
	e := expansion{at: at, many: loose}
	for _, p := range fs {
		e.vals = append(e.vals, p.t)
		if p.many {
			e.many = true
		}
	}
	return e
}

// starJoin joins values as "$*" does. Unquoted it splits again at IFS, which
// the caller does. What stands beside a value that may be any number of words
// need not be one separator; with holes, nothing need be.
func (r *run) starJoin(e expansion, st *state, holes bool) expansion {
	ifs, known := r.ifs(st)
	sep := dyn(nil)
	if known {
		sep = nil
		if ifs != "" {
			sep = lit(ifs[:runeLen(ifs)])
		}
	}
	var t text
	for i, v := range e.vals {
		if v.hasGlob() { // it may be several names, joined like the others
			v = blur(v)
		}
		switch {
		case i == 0:
		case e.many && (holes || !v.isStatic() || !e.vals[i-1].isStatic()):
			t = t.join(dyn(nil))
		default:
			t = t.join(sep)
		}
		t = t.join(v)
	}
	if e.many {
		t = t.join(dyn(nil))
	}
	if len(e.vals) == 0 && !e.many {
		return one(nil) // nothing, but quoted it is an empty word
	}
	return expansion{vals: []text{t}, many: e.many}
}

func (r *run) element(name string, v *variable, index syntax.ArithmExpr, st *state, f *frame) (expansion, isSet) {
	key := r.index(name, index, st, f)
	k, known := key.static()
	if known && (k == "@" || k == "*") {
		var e expansion
		e.at = k == "@"
		switch {
		case v == nil:
			e.many = true
		case v.unset:
		case v.array || v.assoc:
			for _, o := range v.order {
				e.vals = append(e.vals, v.elems[o])
			}
			e.many = v.loose || (v.assoc && len(v.order) > 1)
			if e.many && v.assoc {
				e.vals = nil // in no order that the text fixes
			}
		default:
			e.vals, e.many = []text{r.alternative(v)}, v.maybe
		}
		if k == "*" {
			e = r.starJoin(e, st, true)
		}
		if len(e.vals) > 0 {
			return e, setYes
		}
		if e.many {
			return e, setUnknown
		}
		return e, setNo
	}
	switch {
	case v == nil || !known:
		return one(dyn(nil)), setUnknown
	case v.unset:
		return one(nil), setNo
	case v.array || v.assoc:
		if !v.assoc && strings.HasPrefix(k, "-") && len(v.order) > 0 {
			n, _ := strconv.ParseInt(k, 10, 64)
			last, _ := strconv.ParseInt(v.order[len(v.order)-1], 10, 64)
			k = strconv.FormatInt(last+1+n, 10)
		}
		if t, ok := v.elems[k]; ok && !v.loose {
			return one(t), setYes
		}
		if v.loose {
			return one(dyn(nil)), setUnknown
		}
		return one(nil), setNo
	}
	if k == "0" {
		return r.scalarSet(v)
	}
	if v.maybe { // it may be a list just as well
		return one(dyn(nil)), setUnknown
	}
	return one(nil), setNo
}

func (r *run) paramLength(pe *syntax.ParamExp, st *state, f *frame) text {
	e, set := r.paramBase(pe.Param.Value, pe.Index, st, f)
	if e.many || set == setUnknown && (len(e.vals) != 1 || !e.vals[0].isStatic()) {
		return dyn(&unknown{word: true, noSlash: true})
	}
	if pe.Param.Value == "@" || pe.Param.Value == "*" {
		return lit(strconv.Itoa(len(st.pos)))
	}
	if w, ok := pe.Index.(*syntax.Word); ok {
		if l := w.Lit(); l == "@" || l == "*" {
			v := r.lookup(pe.Param.Value, st)
			switch {
			case v == nil || v.loose:
				return dyn(&unknown{word: true, noSlash: true})
			case v.array || v.assoc:
				return lit(strconv.Itoa(len(v.order)))
			case v.unset:
				return lit("0")
			case v.maybe:
				return dyn(&unknown{word: true, noSlash: true})
			}
			return lit("1")
		}
	}
	if len(e.vals) == 0 {
		return lit("0")
	}
	s, ok := e.vals[0].static()
	if !ok {
		return dyn(&unknown{word: true, noSlash: true})
	}
	return lit(strconv.Itoa(utf8.RuneCountInString(s)))
}

// indirect is ${!name}, ${!prefix*} and ${!array[@]}.
func (r *run) indirect(pe *syntax.ParamExp, st *state, f *frame, quoted bool) expansion {
	name := pe.Param.Value
	if pe.Names != 0 {
		return expansion{many: true, at: true} // the names of other variables too
	}
	if w, ok := pe.Index.(*syntax.Word); ok {
		if l := w.Lit(); l == "@" || l == "*" {
			v := r.lookup(name, st)
			e := expansion{at: l == "@"}
			switch {
			case v == nil || v.loose:
				e.many = true
			case v.array || v.assoc:
				for _, k := range v.order {
					e.vals = append(e.vals, lit(k))
				}
				if v.assoc && len(v.order) > 1 {
					e.vals, e.many = nil, true
				}
			case !v.unset:
				e.vals, e.many = []text{lit("0")}, v.maybe
			}
			if l == "*" {
				e = r.starJoin(e, st, false)
			}
			return e
		}
	}
	if v := st.vars[name]; v != nil && v.nameref && pe.Exp == nil && pe.Slice == nil && pe.Repl == nil {
		return one(r.alternative(v)) // ${!ref} of a name reference is its target's name
	}
	e, set := r.paramBase(name, pe.Index, st, f)
	if set != setYes || len(e.vals) != 1 {
		r.mayAbort(st)
		return one(dyn(nil))
	}
	target, ok := e.vals[0].static()
	if !ok {
		r.mayAbort(st)
		return one(dyn(nil))
	}
	c := *pe
	c.Excl = false
	c.Short = false
	if i := strings.IndexByte(target, '['); i > 0 && strings.HasSuffix(target, "]") {
		c.Param = &syntax.Lit{Value: target[:i]}
		x, err := r.newParser().Arithmetic(strings.NewReader(target[i+1 : len(target)-1]))
		if err != nil || !r.down() {
			return one(dyn(nil))
		}
		defer r.up()
		if sub := target[i+1 : len(target)-1]; sub == "@" || sub == "*" {
			x = &syntax.Word{Parts: []syntax.WordPart{&syntax.Lit{Value: sub}}}
		}
		c.Index = x
		return r.param(&c, st, f, quoted)
	}
	if !validName(target) {
		if _, err := strconv.Atoi(target); err != nil && target != "@" && target != "*" {
			return one(dyn(nil))
		}
	}
	c.Param = &syntax.Lit{Value: target}
	c.Index = nil
	return r.param(&c, st, f, quoted)
}

func (r *run) slice(pe *syntax.ParamExp, e expansion, st *state, f *frame) expansion {
	off, okOff := r.arith(pe.Slice.Offset, st, f)
	n, okLen := int64(0), true
	if pe.Slice.Length != nil {
		n, okLen = r.arith(pe.Slice.Length, st, f)
	}
	isList := pe.Param.Value == "@" || pe.Param.Value == "*"
	if w, ok := pe.Index.(*syntax.Word); ok {
		l := w.Lit()
		isList = isList || l == "@" || l == "*"
	}
	many := e.many
	if isList && pe.Index == nil {
		for _, p := range st.pos {
			many = many || p.several()
		}
	}
	if !okOff || !okLen || many {
		if isList {
			return expansion{at: e.at, many: true}
		}
		return one(r.forget(e))
	}
	if isList {
		return r.sliceList(pe, e, off, n, st)
	}
	if len(e.vals) == 0 {
		return e
	}
	s, ok := e.vals[0].static()
	if !ok {
		if p := e.vals[0].prefix(); off >= 0 && pe.Slice.Length != nil && n >= 0 && isASCII(p) && int(off+n) <= len(p) {
			return one(lit(p[off : off+n]).withSource(e.vals[0].sources(nil)))
		}
		return one(r.forget(e))
	}
	rs := []rune(s)
	l := int64(len(rs))
	if off < 0 {
		off += l
	}
	if off < 0 || off > l {
		return one(nil)
	}
	end := l
	if pe.Slice.Length != nil {
		if n < 0 {
			end = l + n
		} else if n < l-off {
			end = off + n
		}
		if end < off {
			return one(dyn(nil)) // bash reports an error
		}
	}
	return one(lit(string(rs[off:end])).withSource(e.vals[0].sources(nil)))
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

func (r *run) sliceList(pe *syntax.ParamExp, e expansion, off, n int64, st *state) expansion {
	vals := e.vals
	if pe.Param.Value == "@" || pe.Param.Value == "*" {
		vals = nil
		for _, p := range st.pos {
			vals = append(vals, p.t)
		}
		// Element 0 is $0.
		vals = append([]text{r.scalarValue("0", st)}, vals...)
	} else if v := r.lookup(pe.Param.Value, st); v != nil {
		vals = nil
		for _, k := range v.order {
			vals = append(vals, v.elems[k])
		}
		if len(v.order) > 0 && v.order[len(v.order)-1] != strconv.Itoa(len(v.order)-1) {
			return expansion{at: e.at, many: true} // sparse
		}
	}
	l := int64(len(vals))
	if off < 0 {
		off += l
	}
	if off < 0 || off > l {
		return expansion{at: true}
	}
	end := l
	if pe.Slice.Length != nil && n >= 0 && n < l-off {
		end = off + n
	}
	if pe.Slice.Length != nil && n < 0 {
		return expansion{at: e.at, many: true}
	}
	out := expansion{at: e.at, vals: vals[off:end]}
	if !e.at {
		return r.starJoin(out, st, false)
	}
	return out
}

// forget gives an unknown value that keeps where it came from.
func (r *run) forget(e expansion) text {
	var src []int
	for _, v := range e.vals {
		src = v.sources(src)
	}
	return dyn(nil, src...)
}

func (r *run) replace(pe *syntax.ParamExp, e expansion, set isSet, st *state, f *frame) expansion {
	orig := r.pattern(pe.Repl.Orig, st, f)
	with := text(nil)
	if pe.Repl.With != nil {
		with = r.value(pe.Repl.With, st, f)
	}
	if set == setNo {
		return e // in what is not set nothing is found, not even ""
	}
	anchor := byte(0)
	if !pe.Repl.All && len(orig) > 0 && orig[0].kind == pieceLit && orig[0].s != "" && firstUnquoted(pe.Repl.Orig) {
		if c := orig[0].s[0]; c == '#' || c == '%' {
			anchor = c
			orig = append(lit(orig[0].s[1:]), orig[1:]...)
		}
	}
	pat, ok := r.compile(orig)
	w, okW := with.static()
	if okW && strings.Contains(w, "&") {
		// patsub_replacement: an unquoted & is the matched text.
		okW = false
	}
	out := expansion{at: e.at, many: e.many}
	for _, v := range e.vals {
		s, okV := v.static()
		okV = okV && !(s == "" && set == setUnknown) // empty and unset differ here
		if !ok || !okW || !okV || len(s)*len(pat) > 1<<16 {
			src := v.sources(nil)
			src = with.sources(src)
			u := *anyValue
			if len(v) > 0 && v[0].kind == pieceDyn && ok && okW && !strings.Contains(w, "/") {
				u.flow = v[0].u.flow
			}
			out.vals = append(out.vals, dyn(&u, src...))
			continue
		}
		if !r.grow(0, len(s)+len(w)*len(s)) {
			return out
		}
		out.vals = append(out.vals, lit(replacePattern(s, pat, w, pe.Repl.All, anchor)).withSource(v.sources(nil)))
	}
	return out
}

func firstUnquoted(w *syntax.Word) bool {
	if w == nil || len(w.Parts) == 0 {
		return false
	}
	l, ok := w.Parts[0].(*syntax.Lit)
	return ok && l.Value != "" && l.Value[0] != '\\'
}
