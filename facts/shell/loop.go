package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

func (r *run) while(c *syntax.WhileClause, st *state, f *frame) {
	g := *f
	g.inLoop = true
	g.loops++
	body := func(s *state) {
		r.round(s, func() {
			r.stmts(c.Cond, s, &g)
			b := g
			b.conditional = true
			r.stmts(c.Do, s, &b)
		})
	}
	// Lines that are known are read one by one.
	rounds := 1
	if f.stdin != nil && f.stdin.known {
		if s, ok := f.stdin.t.static(); ok {
			rounds = min(strings.Count(s, "\n")+1, 64)
		}
	}
	if g.loops > 3 { // so deep, lines are no longer told apart
		rounds = 1
		if g.stdin != nil && g.stdin.known {
			in := *g.stdin
			in.known = false
			g.stdin = &in
		}
	}
	var outs []*state // the loop may end after each round
	breaks := rounds > 1 && leaves(c.Do)
	cur := st.clone()
	for range rounds {
		if r.stopped {
			return
		}
		if f.stdin != nil && f.stdin.eof {
			break
		}
		body(cur)
		if breaks {
			outs = append(outs, cur.clone())
		}
	}
	r.settleLoop(st, cur, body)
	if breaks {
		joinAll(st, append(outs, st.clone()))
	}
}

// settleLoop joins the state after some rounds with the one before, and runs
// the body again with what changed made unknown, so that later rounds count.
func (r *run) settleLoop(st, after *state, body func(*state)) {
	after.dead = false
	out := &state{}
	joinState(out, after, st)
	if r.stopped || sameState(out, st) {
		st.copyFrom(out)
		return
	}
	names := changedNames(st, out)
	wide := out
	open := map[string]bool{}
	for range 4 {
		for _, n := range names {
			open[n] = true
		}
		wide.widen(names)
		if !slices.Equal(wide.dirs, st.dirs) {
			wide.dirs = joinPlaces(wide.dirs, nil)
		}
		cur := wide.clone()
		body(cur)
		if r.stopped {
			break
		}
		cur.dead = false
		next := &state{}
		joinState(next, cur, wide)
		if sameState(next, wide) {
			break
		}
		more := false
		for _, n := range changedNames(wide, next) {
			more = more || !open[n]
		}
		names = changedNames(st, next)
		if !more && slices.Equal(next.dirs, wide.dirs) && sameFields(next.pos, wide.pos) && len(next.funcs) == len(wide.funcs) {
			wide = next
			break // what changed was unknown already
		}
		if !slices.Equal(next.dirs, wide.dirs) && len(next.dirs) > 3 {
			next.dirs = []place{{}}
		}
		wide = next
	}
	wide.widen(names)
	st.copyFrom(wide)
}

func (r *run) forClause(c *syntax.ForClause, st *state, f *frame) {
	g := *f
	g.inLoop = true
	g.loops++
	switch l := c.Loop.(type) {
	case *syntax.CStyleLoop:
		r.inChoice(st, f, func(st *state) { r.arith(l.Init, st, f) })
		r.countedLoop(c, l, st, &g)
	case *syntax.WordIter:
		r.everyChoice(st, f, func(st *state) { r.forWords(c, l, st, &g) })
	}
}

// countedLoop runs for ((…)) exactly while its condition is known.
func (r *run) countedLoop(c *syntax.ForClause, l *syntax.CStyleLoop, st *state, g *frame) {
	for i := 0; i < 256; i++ {
		if r.stopped {
			return
		}
		n, ok := int64(1), true
		if l.Cond != nil {
			n, ok = r.arith(l.Cond, st, g)
		}
		if ok && n == 0 {
			return
		}
		if !ok || l.Cond == nil {
			break
		}
		r.round(st, func() { r.stmts(c.Do, st, g) })
		if leaves(c.Do) {
			st.dead = false
			break
		}
		if l.Post != nil {
			r.arith(l.Post, st, g)
		}
	}
	body := func(s *state) {
		if l.Cond != nil {
			r.arith(l.Cond, s, g)
		}
		r.round(s, func() { r.stmts(c.Do, s, r.conditional(g)) })
		if l.Post != nil {
			r.arith(l.Post, s, g)
		}
	}
	cur := st.clone()
	body(cur)
	r.settleLoop(st, cur, body)
}

func (r *run) forWords(c *syntax.ForClause, l *syntax.WordIter, st *state, g *frame) {
	var items []field
	loose := false
	if l.InPos.IsValid() {
		items = r.fields(l.Items, st, g)
	} else {
		items = append(items, st.pos...)
		loose = st.posLoose
	}
	r.words += len(items)
	name := l.Name.Value
	assign := func(s *state, t text) {
		if v := s.vars[name]; v != nil && v.nameref { // the reference itself goes round
			c := *v
			c.alts = []text{t}
			s.set(name, &c)
			return
		}
		r.assign(name, t, s, nil)
	}
	body := func(s *state) { r.round(s, func() { r.stmts(c.Do, s, g) }) }
	if c.Select {
		r.assign("REPLY", dyn(nil), st, nil)
		loose = true // what is no number of an item leaves the variable empty
	}
	breaks := leaves(c.Do) || c.Select
	many := loose
	for _, it := range items {
		many = many || it.many || r.nullglob && it.several()
	}
	cur := st
	if breaks || many { // the body may not run at all
		cur = st.clone()
	}
	var outs []*state
	for _, it := range items {
		if r.stopped {
			return
		}
		t := it.t.matched()
		if it.many {
			t = item(t)
		}
		assign(cur, t)
		var before *state
		if it.t.hasGlob() && !it.many {
			before = cur.clone()
		}
		body(cur)
		cur.dead = false
		if before != nil { // a pattern gives a word or more
			r.settleLoop(before, cur.clone(), func(s *state) {
				assign(s, t)
				body(s)
			})
			cur.copyFrom(before)
		}
		if breaks {
			outs = append(outs, cur.clone())
		}
		if it.many {
			// It may stand for several words: the body runs again from where
			// it left.
			b := func(s *state) {
				assign(s, t)
				body(s)
			}
			r.settleLoop(cur, cur.clone(), func(s *state) { b(s) })
			once := cur.clone()
			b(once)
			j := &state{}
			joinState(j, cur, once)
			if !sameState(j, cur) {
				r.settleLoop(cur, once, b)
			}
		}
	}
	if loose {
		b := func(s *state) {
			assign(s, dyn(nil))
			body(s)
		}
		once := cur.clone()
		b(once)
		r.settleLoop(cur, once, b)
	}
	if breaks || many {
		outs = append(outs, cur.clone(), st.clone())
		joinAll(st, outs)
		return
	}
}

// item is one word out of an expansion that may give several.
func item(t text) text {
	if len(t) == 1 && t[0].kind == pieceDyn {
		u := *t[0].u
		u.empty = false
		return text{{kind: pieceDyn, u: &u, src: t[0].src}}
	}
	u := &unknown{}
	return dyn(u, t.sources(nil)...)
}

// leaves says whether a loop body holds break, continue, return or exit.
func leaves(list []*syntax.Stmt) bool {
	found := false
	for _, s := range list {
		syntax.Walk(s, func(n syntax.Node) bool {
			if c, ok := n.(*syntax.CallExpr); ok && len(c.Args) > 0 {
				switch c.Args[0].Lit() {
				case "break", "continue", "return", "exit":
					found = true
				}
			}
			return !found
		})
	}
	return found
}
