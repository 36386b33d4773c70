package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// lookup returns a variable: the text's own, a special one, or one of the
// known environment. nil: nobody knows it.
func (r *run) lookup(name string, st *state) *variable {
	for range 8 {
		v := st.vars[name]
		if v == nil {
			return r.special(name, st)
		}
		if !v.nameref {
			return v
		}
		target, ok := "", false
		if len(v.alts) == 1 {
			target, ok = v.alts[0].static()
		}
		if !ok || target == name || !validName(target) {
			return nil
		}
		name = target
	}
	return nil
}

var wordVar = scalar(dyn(&unknown{word: true, noSlash: true}))

func (r *run) special(name string, st *state) *variable {
	switch name {
	case "PWD":
		return placeVar(r, st.dirs, st)
	case "OLDPWD":
		return placeVar(r, st.old, st)
	case "RANDOM", "SRANDOM", "SECONDS", "LINENO", "EPOCHSECONDS", "EPOCHREALTIME", "BASHPID", "PPID",
		"UID", "EUID", "?", "!", "$", "HOSTNAME", "OSTYPE", "HOSTTYPE", "BASH_VERSION", "BASH_SUBSHELL", "SHLVL":
		return wordVar
	case "IFS":
		return scalar(lit(" \t\n"))
	case "0":
		if st.arg0 != "" {
			return scalar(lit(st.arg0))
		}
		return nil
	}
	if v, ok := r.env[name]; ok {
		c := scalar(lit(v))
		c.exported = true
		return c
	}
	return nil
}

func placeVar(r *run, ps []place, st *state) *variable {
	if len(ps) == 0 {
		return nil
	}
	i := r.choose(&ps[0], len(ps))
	if i < 0 || !ps[i].known {
		return scalar(dyn(nil))
	}
	return scalar(lit(ps[i].path))
}

// here returns the directory at this point, one of the alternatives.
func (r *run) here(st *state) place {
	if len(st.dirs) == 0 {
		return place{}
	}
	i := r.choose(&st.dirs[0], len(st.dirs))
	if i < 0 {
		return place{}
	}
	return st.dirs[i]
}

// alternative picks the value of a scalar for this combination.
func (r *run) alternative(v *variable) text {
	switch len(v.alts) {
	case 0:
		return nil
	case 1:
		return v.alts[0]
	}
	i := r.choose(v, len(v.alts))
	if i < 0 {
		var src []int
		for _, t := range v.alts {
			src = t.sources(src)
		}
		return dyn(widest(v.alts), src...)
	}
	return v.alts[i]
}

// scalarValue is $NAME: unknown when nobody set it.
func (r *run) scalarValue(name string, st *state) text {
	v := r.lookup(name, st)
	if v == nil {
		return dyn(nil)
	}
	if v.array || v.assoc {
		if t, ok := v.elems["0"]; ok && !v.loose {
			return t
		}
		if v.loose {
			return dyn(nil)
		}
		return nil
	}
	return r.alternative(v)
}

// assign stores a value, as the variable's attributes have it.
func (r *run) assign(name string, t text, st *state, opts func(*variable)) {
	if !validName(name) {
		return
	}
	old := st.vars[name]
	if old != nil && old.nameref {
		target, ok := "", false
		if len(old.alts) == 1 {
			target, ok = old.alts[0].static()
		}
		if ok && target != name {
			if i := strings.IndexByte(target, '['); i > 0 {
				r.assignElem(target[:i], lit(strings.TrimSuffix(target[i+1:], "]")), t, false, st)
				return
			}
			if validName(target) {
				name, old = target, st.vars[target]
			}
		} else if !ok {
			st.widen(keys(st.vars)) // it may be any of them
			return
		}
	}
	v := &variable{}
	if old != nil {
		*v = *old
		if old.readonly {
			return
		}
	} else if _, ok := r.env[name]; ok {
		v.exported = true
	}
	v.unset, v.maybe = false, false
	if opts != nil {
		opts(v)
	}
	if v.array || v.assoc {
		if s := t.prefix(); strings.HasPrefix(s, "(") && opts != nil {
			v.loose = true // declare -a name='(…)' is read as a list
		}
		elems := make(map[string]text, len(v.elems)+1)
		for k, e := range v.elems {
			elems[k] = e
		}
		if _, ok := elems["0"]; !ok {
			v.order = append([]string{"0"}, v.order...)
		}
		elems["0"] = t
		v.elems = elems
	} else {
		v.alts = []text{r.coerce(v, t)}
	}
	if st.allexport {
		v.exported = true
	}
	st.set(name, v)
	if name == "PATH" {
		st.pathSet = true
	}
}

func (r *run) coerce(v *variable, t text) text {
	s, ok := t.static()
	switch {
	case v.mixed:
		return dyn(nil, t.sources(nil)...)
	case v.integer:
		if !ok {
			return dyn(&unknown{word: true, noSlash: true}, t.sources(nil)...)
		}
		n, ok := r.arithString(s, nil, nil, 0)
		if !ok {
			return dyn(&unknown{word: true, noSlash: true})
		}
		return lit(strconv.FormatInt(n, 10))
	case v.lower && ok:
		return lit(strings.ToLower(s))
	case v.upper && ok:
		return lit(strings.ToUpper(s))
	case v.lower || v.upper:
		return dyn(nil, t.sources(nil)...)
	}
	return t
}

func keys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	return out
}

// assignElem is name[key]=value.
func (r *run) assignElem(name string, key, t text, more bool, st *state) {
	name, sure := r.target(name, st)
	if !sure {
		st.widen(keys(st.vars)) // it may be any of them
		return
	}
	old := st.vars[name]
	v := &variable{array: true}
	if old != nil {
		if old.readonly {
			return
		}
		*v = *old
		if !v.array && !v.assoc {
			v.array = true
			if len(v.alts) == 1 && !v.unset {
				v.elems, v.order = map[string]text{"0": v.alts[0]}, []string{"0"}
			} else if len(v.alts) > 1 {
				v.loose = true
			}
			v.alts = nil
		}
	}
	v.unset, v.maybe = false, false
	k, ok := key.static()
	if ok && !v.assoc {
		n, good := r.arithString(k, st, nil, 0)
		if ok = good; good {
			if n < 0 && len(v.order) > 0 {
				last, _ := strconv.ParseInt(v.order[len(v.order)-1], 10, 64)
				n += last + 1
			}
			k = strconv.FormatInt(n, 10)
		}
	}
	if !ok {
		v.loose = true
		st.set(name, v)
		return
	}
	if !r.grow(0, 16*len(v.elems)) {
		return
	}
	elems := make(map[string]text, len(v.elems)+1)
	for e, x := range v.elems {
		elems[e] = x
	}
	if more {
		t = elems[k].join(t)
	}
	_, had := elems[k]
	elems[k] = t
	v.elems = elems
	if !had {
		v.order = insertKey(v.order, k, v.assoc)
	}
	st.set(name, v)
}

// target follows name references to the variable that is stored. false: it
// may be any.
func (r *run) target(name string, st *state) (string, bool) {
	for range 8 {
		v := st.vars[name]
		if v == nil || !v.nameref {
			return name, true
		}
		if len(v.alts) != 1 {
			return "", false
		}
		to, ok := v.alts[0].static()
		if !ok || to == name || !validName(to) {
			return "", false
		}
		name = to
	}
	return "", false
}

// after says whether index k comes after index last.
func after(last, k string) bool {
	if len(k) != len(last) {
		return len(k) > len(last) && last[0] != '-'
	}
	return k > last
}

func insertKey(order []string, k string, assoc bool) []string {
	out := append([]string(nil), order...)
	if assoc {
		return append(out, k)
	}
	n, _ := strconv.ParseInt(k, 10, 64)
	i := len(out)
	for i > 0 {
		m, _ := strconv.ParseInt(out[i-1], 10, 64)
		if m <= n {
			break
		}
		i--
	}
	out = append(out, "")
	copy(out[i+1:], out[i:])
	out[i] = k
	return out
}

// assignStmt does one assignment of a command or declaration.
func (r *run) assignStmt(a *syntax.Assign, st *state, f *frame, opts func(*variable)) {
	if a.Name == nil {
		return
	}
	name := a.Name.Value
	if a.Array != nil {
		r.assignArray(name, a, st, f, opts)
		return
	}
	key, t := r.assigned(a, st, f)
	r.keep(a, key, t, st, opts)
}

// assigned reads the subscript and the value of an assignment that is no list.
func (r *run) assigned(a *syntax.Assign, st *state, f *frame) (key, t text) {
	t = r.assignValue(a.Value, st, f)
	if a.Index != nil {
		key = r.index(a.Name.Value, a.Index, st, f)
	}
	return key, t
}

// keep makes an assignment whose words were read.
func (r *run) keep(a *syntax.Assign, key, t text, st *state, opts func(*variable)) {
	name := a.Name.Value
	if a.Index != nil {
		r.assignElem(name, key, t, a.Append, st)
		if v := st.vars[name]; v != nil && opts != nil {
			c := *v
			opts(&c)
			st.set(name, &c)
		}
		return
	}
	if a.Append {
		v := r.lookup(name, st)
		switch {
		case v != nil && v.integer:
			sum := r.alternative(v).join(lit("+")).join(t)
			t = sum
		case v != nil && (v.array || v.assoc):
			r.assignElem(name, lit("0"), t, true, st)
			return
		case v == nil:
			t = dyn(nil).join(t)
		case !v.unset:
			t = r.alternative(v).join(t)
		}
	}
	r.assign(name, t, st, opts)
}

func (r *run) assignArray(name string, a *syntax.Assign, st *state, f *frame, opts func(*variable)) {
	name, sure := r.target(name, st)
	if !sure {
		st.widen(keys(st.vars))
		for _, e := range a.Array.Elems { // what runs in them counts
			r.value(e.Value, st, f)
		}
		return
	}
	v := &variable{array: true, elems: map[string]text{}}
	if old := st.vars[name]; old != nil {
		if old.readonly {
			return
		}
		v.exported, v.assoc, v.integer = old.exported, old.assoc, old.integer
		v.array = !old.assoc
		if a.Append {
			v.loose = old.loose
			for _, k := range old.order {
				v.elems[k] = old.elems[k]
			}
			v.order = append([]string(nil), old.order...)
			r.grow(0, 16*len(old.order))
			if !old.array && !old.assoc && !old.unset {
				v.elems["0"], v.order = r.alternative(old), []string{"0"}
			}
		}
	}
	if opts != nil {
		opts(v)
		if v.assoc {
			v.array = false
		}
	}
	next := int64(0)
	if len(v.order) > 0 && !v.assoc {
		n, _ := strconv.ParseInt(v.order[len(v.order)-1], 10, 64)
		next = n + 1
	}
	put := func(k string, t text) {
		if _, had := v.elems[k]; !had {
			if v.assoc || len(v.order) == 0 || after(v.order[len(v.order)-1], k) {
				v.order = append(v.order, k)
			} else {
				v.order = insertKey(v.order, k, v.assoc)
			}
		}
		v.elems[k] = t
	}
	var pendingKey *text
	for _, e := range a.Array.Elems {
		if r.stopped {
			break
		}
		if e.Index != nil {
			key := r.indexFor(v.assoc, e.Index, st, f)
			t := r.assignValue(e.Value, st, f)
			k, ok := key.static()
			if ok && !v.assoc {
				n, good := r.arithString(k, st, f, 0)
				if ok = good; ok {
					next = n + 1
					k = strconv.FormatInt(n, 10)
				}
			}
			if !ok {
				v.loose = true
				continue
			}
			put(k, t)
			continue
		}
		for _, fl := range r.fieldsOf(e.Value, st, f, nil) {
			if fl.many || fl.t.hasGlob() {
				v.loose = true
			}
			if v.assoc { // a=(key value …)
				if pendingKey == nil {
					k := fl.t
					pendingKey = &k
					continue
				}
				if k, ok := pendingKey.static(); ok {
					put(k, fl.t)
				} else {
					v.loose = true
				}
				pendingKey = nil
				continue
			}
			put(strconv.FormatInt(next, 10), fl.t.matched())
			next++
		}
	}
	st.set(name, v)
}

// index evaluates a subscript as the variable has it.
func (r *run) index(name string, x syntax.ArithmExpr, st *state, f *frame) text {
	v := r.lookup(name, st)
	return r.indexFor(v != nil && v.assoc, x, st, f)
}

func (r *run) indexFor(assoc bool, x syntax.ArithmExpr, st *state, f *frame) text {
	if w, ok := x.(*syntax.Word); ok {
		if l := w.Lit(); l == "@" || l == "*" {
			return lit(l)
		}
		if assoc {
			return r.value(w, st, f)
		}
	} else if assoc {
		r.arith(x, st, f) // its substitutions run
		return dyn(nil)
	}
	if n, ok := r.arith(x, st, f); ok {
		return lit(strconv.FormatInt(n, 10))
	}
	return dyn(&unknown{word: true})
}

func (r *run) unset(name string, st *state) {
	if i := strings.IndexByte(name, '['); i > 0 {
		base, key := name[:i], strings.TrimSuffix(name[i+1:], "]")
		v := st.vars[base]
		if v == nil || (!v.array && !v.assoc) {
			return
		}
		if key == "@" || key == "*" {
			st.set(base, &variable{unset: true})
			return
		}
		if !v.assoc {
			n, ok := r.arithString(key, st, nil, 0)
			if !ok {
				c := *v
				c.loose = true
				st.set(base, &c)
				return
			}
			key = strconv.FormatInt(n, 10)
		}
		c := *v
		c.elems = map[string]text{}
		c.order = nil
		for _, k := range v.order {
			if k != key {
				c.elems[k] = v.elems[k]
				c.order = append(c.order, k)
			}
		}
		st.set(base, &c)
		return
	}
	if v := st.vars[name]; v != nil && v.readonly {
		return
	}
	st.set(name, &variable{unset: true})
}

func validName(s string) bool {
	if s == "" || (s[0] >= '0' && s[0] <= '9') {
		return false
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		if !(c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9') {
			return false
		}
	}
	return true
}
