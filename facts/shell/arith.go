package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// arithText is the value of $((…)).
func (r *run) arithText(x syntax.ArithmExpr, st *state, f *frame) text {
	if n, ok := r.arith(x, st, f); ok {
		return lit(strconv.FormatInt(n, 10))
	}
	r.mayAbort(st)
	return dyn(&unknown{word: true, noSlash: true})
}

// arith evaluates an expression. false: the value is not known; its
// substitutions and assignments have been followed all the same.
func (r *run) arith(x syntax.ArithmExpr, st *state, f *frame) (int64, bool) {
	if x == nil || !r.step() || !r.down() {
		return 0, false
	}
	defer r.up()
	switch x := x.(type) {
	case *syntax.Word:
		return r.arithWord(x, st, f)
	case *syntax.ParenArithm:
		return r.arith(x.X, st, f)
	case *syntax.UnaryArithm:
		return r.arithUnary(x, st, f)
	case *syntax.BinaryArithm:
		return r.arithBinary(x, st, f)
	case *syntax.FlagsArithm:
		r.arith(x.X, st, f)
	}
	return 0, false
}

// lvalue is the variable that an arithmetic word names.
type lvalue struct {
	name string
	key  text
	elem bool
	ok   bool
}

func (r *run) lvalue(x syntax.ArithmExpr, st *state, f *frame) lvalue {
	w, ok := x.(*syntax.Word)
	if !ok || len(w.Parts) != 1 {
		return lvalue{}
	}
	switch p := w.Parts[0].(type) {
	case *syntax.Lit:
		return lvalue{name: p.Value, ok: validName(p.Value)}
	case *syntax.ParamExp:
		if p.Param != nil && p.Index != nil && !p.Dollar.IsValid() {
			return lvalue{name: p.Param.Value, key: r.index(p.Param.Value, p.Index, st, f), elem: true, ok: true}
		}
	}
	return lvalue{}
}

func (r *run) store(l lvalue, n int64, known bool, st *state) {
	if !l.ok {
		return
	}
	t := dyn(&unknown{word: true, noSlash: true})
	if known {
		t = lit(strconv.FormatInt(n, 10))
	}
	if l.elem {
		r.assignElem(l.name, l.key, t, false, st)
		return
	}
	r.assign(l.name, t, st, nil)
}

func (r *run) arithWord(w *syntax.Word, st *state, f *frame) (int64, bool) {
	if l := r.lvalue(w, st, f); l.ok {
		return r.arithVar(l, st, f, 0)
	}
	t := r.value(w, st, f)
	s, ok := t.static()
	if !ok {
		return 0, false
	}
	return r.arithString(s, st, f, 0)
}

func (r *run) arithVar(l lvalue, st *state, f *frame, depth int) (int64, bool) {
	if st == nil {
		return 0, false
	}
	v := r.lookup(l.name, st)
	var t text
	switch {
	case v == nil:
		return 0, false
	case v.unset:
		return 0, true
	case l.elem:
		k, ok := l.key.static()
		if !ok || v.loose {
			return 0, false
		}
		if !v.array && !v.assoc {
			if k != "0" {
				return 0, true
			}
			t = r.alternative(v)
			break
		}
		t = v.elems[k]
	case v.array || v.assoc:
		if v.loose {
			return 0, false
		}
		t = v.elems["0"]
	default:
		t = r.alternative(v)
	}
	s, ok := t.static()
	if !ok {
		return 0, false
	}
	return r.arithString(s, st, f, depth+1)
}

// arithString evaluates a text as an expression, as bash does with the values
// of variables: substitutions in it run.
func (r *run) arithString(s string, st *state, f *frame, depth int) (int64, bool) {
	s = strings.TrimSpace(s)
	if s == "" {
		return 0, true
	}
	if n, ok := arithNumber(s); ok {
		return n, true
	}
	if depth > 32 || st == nil || len(s) > 4096 || !r.step() {
		return 0, false
	}
	if validName(s) {
		if !r.down() {
			return 0, false
		}
		defer r.up()
		return r.arithVar(lvalue{name: s, ok: true}, st, f, depth)
	}
	if f == nil {
		f = &frame{src: &source{text: s}}
	}
	if !r.nestable(s) || !r.down() {
		return 0, false
	}
	defer r.up()
	x, err := r.newParser().Arithmetic(strings.NewReader(s))
	if err != nil {
		return 0, false
	}
	g := *f
	g.src = &source{text: s}
	return r.arith(x, st, &g)
}

// arithNumber reads a constant: decimal, 0x, 0, base#digits.
func arithNumber(s string) (int64, bool) {
	if i := strings.IndexByte(s, '#'); i > 0 {
		base, err := strconv.Atoi(s[:i])
		if err != nil || base < 2 || base > 36 {
			return 0, false
		}
		n, err := strconv.ParseInt(s[i+1:], base, 64)
		return n, err == nil
	}
	if len(s) == 0 || s[0] < '0' || s[0] > '9' {
		if len(s) > 1 && s[0] == '-' && s[1] >= '0' && s[1] <= '9' {
			n, ok := arithNumber(s[1:])
			return -n, ok
		}
		return 0, false
	}
	if strings.ContainsAny(s, "_oObB") && !strings.HasPrefix(strings.ToLower(s), "0x") {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 0, 64)
	return n, err == nil
}

func (r *run) arithUnary(x *syntax.UnaryArithm, st *state, f *frame) (int64, bool) {
	n, ok := r.arith(x.X, st, f)
	switch x.Op {
	case syntax.Inc, syntax.Dec:
		d := int64(1)
		if x.Op == syntax.Dec {
			d = -1
		}
		r.store(r.lvalue(x.X, st, f), n+d, ok, st)
		if x.Post {
			return n, ok
		}
		return n + d, ok
	case syntax.Not:
		if n == 0 {
			return 1, ok
		}
		return 0, ok
	case syntax.BitNegation:
		return ^n, ok
	case syntax.Minus:
		return -n, ok
	}
	return n, ok
}

func (r *run) arithBinary(x *syntax.BinaryArithm, st *state, f *frame) (int64, bool) {
	switch x.Op {
	case syntax.Assgn:
		n, ok := r.arith(x.Y, st, f)
		r.store(r.lvalue(x.X, st, f), n, ok, st)
		return n, ok
	case syntax.AddAssgn, syntax.SubAssgn, syntax.MulAssgn, syntax.QuoAssgn, syntax.RemAssgn, syntax.AndAssgn,
		syntax.OrAssgn, syntax.XorAssgn, syntax.ShlAssgn, syntax.ShrAssgn:
		a, okA := r.arith(x.X, st, f)
		b, okB := r.arith(x.Y, st, f)
		n, ok := calc(assignOp(x.Op), a, b)
		ok = ok && okA && okB
		r.store(r.lvalue(x.X, st, f), n, ok, st)
		return n, ok
	case syntax.AndBoolAssgn, syntax.OrBoolAssgn, syntax.XorBoolAssgn, syntax.PowAssgn:
		r.arith(x.X, st, f)
		r.arith(x.Y, st, f)
		r.store(r.lvalue(x.X, st, f), 0, false, st)
		return 0, false
	case syntax.Comma:
		r.arith(x.X, st, f)
		return r.arith(x.Y, st, f)
	case syntax.TernQuest:
		cond, ok := r.arith(x.X, st, f)
		colon, is := x.Y.(*syntax.BinaryArithm)
		if !is {
			return 0, false
		}
		if !ok {
			r.either(st, func() { r.arith(colon.X, st, f) })
			r.either(st, func() { r.arith(colon.Y, st, f) })
			return 0, false
		}
		if cond != 0 {
			return r.arith(colon.X, st, f)
		}
		return r.arith(colon.Y, st, f)
	case syntax.AndArit, syntax.OrArit:
		a, ok := r.arith(x.X, st, f)
		if ok && (a == 0) == (x.Op == syntax.AndArit) {
			return truth(a != 0), true
		}
		if !ok {
			r.either(st, func() { r.arith(x.Y, st, f) })
			return 0, false
		}
		b, ok := r.arith(x.Y, st, f)
		return truth(b != 0), ok
	}
	a, okA := r.arith(x.X, st, f)
	b, okB := r.arith(x.Y, st, f)
	n, ok := calc(x.Op, a, b)
	return n, ok && okA && okB
}

// either follows something that may or may not happen.
func (r *run) either(st *state, do func()) {
	before := st.clone()
	do()
	out := &state{}
	joinState(out, st, before)
	st.copyFrom(out)
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func assignOp(op syntax.BinAritOperator) syntax.BinAritOperator {
	switch op {
	case syntax.AddAssgn:
		return syntax.Add
	case syntax.SubAssgn:
		return syntax.Sub
	case syntax.MulAssgn:
		return syntax.Mul
	case syntax.QuoAssgn:
		return syntax.Quo
	case syntax.RemAssgn:
		return syntax.Rem
	case syntax.AndAssgn:
		return syntax.And
	case syntax.OrAssgn:
		return syntax.Or
	case syntax.XorAssgn:
		return syntax.Xor
	case syntax.ShlAssgn:
		return syntax.Shl
	}
	return syntax.Shr
}

func calc(op syntax.BinAritOperator, a, b int64) (int64, bool) {
	switch op {
	case syntax.Add:
		return a + b, true
	case syntax.Sub:
		return a - b, true
	case syntax.Mul:
		return a * b, true
	case syntax.Quo, syntax.Rem:
		if b == 0 {
			return 0, false
		}
		if b == -1 {
			if op == syntax.Quo {
				return -a, true
			}
			return 0, true
		}
		if op == syntax.Quo {
			return a / b, true
		}
		return a % b, true
	case syntax.Pow:
		if b < 0 || b > 64 {
			return 0, false
		}
		n := int64(1)
		for range b {
			n *= a
		}
		return n, true
	case syntax.Eql:
		return truth(a == b), true
	case syntax.Neq:
		return truth(a != b), true
	case syntax.Lss:
		return truth(a < b), true
	case syntax.Gtr:
		return truth(a > b), true
	case syntax.Leq:
		return truth(a <= b), true
	case syntax.Geq:
		return truth(a >= b), true
	case syntax.And:
		return a & b, true
	case syntax.Or:
		return a | b, true
	case syntax.Xor:
		return a ^ b, true
	case syntax.Shl:
		return a << (uint64(b) & 63), true
	case syntax.Shr:
		return a >> (uint64(b) & 63), true
	}
	return 0, false
}
