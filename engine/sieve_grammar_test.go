package engine

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"strings"

	"regent/facts"
)

// grammar draws bodies of rules over the facts' types: well typed, out of
// everything that a rule may be written with. A body is a list of loops and of
// conditions on what the loops name.
type grammar struct {
	*rand.Rand
	words   map[string][]string // by member: what the facts hold there
	helpers []helper            // what bodies may refer to
	named   int                 // variables so far
	failing bool                // built-in functions may fail
}

// helper is a rule that other rules refer to.
type helper struct {
	ref, kind string
	takes     reflect.Type
}

// operand is an expression with the type of what it stands for.
type operand struct {
	text string
	typ  reflect.Type
	name string // of the member, for words
}

// scope is what a body has named so far.
type scope struct {
	operands []operand
	lists    []operand
	indexes  []string
	closed   bool // nothing new may be bound here: below not
}

func (s scope) inner(closed bool) scope {
	return scope{append([]operand{}, s.operands...), append([]operand{}, s.lists...), append([]string{}, s.indexes...), closed}
}

func (g *grammar) one(of ...string) string { return of[g.IntN(len(of))] }

func (g *grammar) chance(percent int) bool { return g.IntN(100) < percent }

func (g *grammar) fresh(prefix string) string {
	g.named++
	return fmt.Sprintf("%s%d", prefix, g.named)
}

var topicNames = []string{"accesses", "accesses", "commands", "commands", "endpoints", "queries", "packages", "runs", "secrets", "targets", "calls", "text", "usage", "tool", "host", "caller", "workspace", "now", "nowns"}

// walk goes from the document or a variable to a place of a wanted kind.
func (g *grammar) walk(s *scope, want func(reflect.Type) bool) (operand, bool) {
	for range 30 {
		at := operand{text: "input", typ: reflect.TypeFor[facts.Input]()}
		if n := len(s.operands); n > 0 && g.chance(75) {
			at = s.operands[g.IntN(n)]
		}
		for range 6 {
			t := elemPointer(at.typ)
			if at.text != "input" && want(t) && g.chance(70) {
				return operand{at.text, t, at.name}, true
			}
			next, ok := g.step(s, at, t)
			if !ok {
				break
			}
			at = next
		}
	}
	return operand{}, false
}

func (g *grammar) step(s *scope, at operand, t reflect.Type) (operand, bool) {
	switch t.Kind() {
	case reflect.Struct:
		f := t.Field(g.IntN(t.NumField()))
		if at.text == "input" {
			f, _ = t.FieldByNameFunc(func(n string) bool { return strings.EqualFold(n, g.one(topicNames...)) })
		} else if p, ok := t.FieldByName("Program"); ok && g.chance(25) {
			f = p
		} else if g.chance(10) {
			for i := range t.NumField() { // what indexes other lists
				if t.Field(i).Name == "Command" {
					f = t.Field(i)
				}
			}
		}
		if f.Type == nil {
			return at, false
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if g.chance(8) {
			return operand{fmt.Sprintf("%s[%q]", at.text, name), f.Type, name}, true
		}
		return operand{at.text + "." + name, f.Type, name}, true
	case reflect.Slice:
		return operand{fmt.Sprintf("%s[%s]", at.text, g.index(s)), t.Elem(), at.name}, true
	}
	return at, false
}

// index chooses an element: by number, by a variable at hand or a new one.
func (g *grammar) index(s *scope) string {
	if len(s.indexes) > 0 && g.chance(50) {
		return s.indexes[g.IntN(len(s.indexes))]
	}
	if s.closed || g.chance(40) {
		return g.one("0", "0", "1", "2")
	}
	if g.chance(50) {
		return "_"
	}
	i := g.fresh("n") // not declared, so it may stand before what binds it
	s.indexes = append(s.indexes, i)
	return i
}

func isKind(kinds ...reflect.Kind) func(reflect.Type) bool {
	return func(t reflect.Type) bool {
		for _, k := range kinds {
			if t.Kind() == k {
				return true
			}
		}
		return false
	}
}

// loop goes over a list and names its elements in one of the ways there are.
func (g *grammar) loop(s *scope, list operand) string {
	x, i := g.fresh("x"), g.fresh("i")
	if s.closed {
		return ""
	}
	if n := len(s.lists); n > 0 && g.chance(40) {
		list = s.lists[g.IntN(n)] // once more
	}
	s.lists = append(s.lists, list)
	add := func(text, index string) {
		s.operands = append(s.operands, operand{text, list.typ.Elem(), list.name})
		if index != "" {
			s.indexes = append(s.indexes, index)
		}
	}
	at := fmt.Sprintf("%s[%s]", list.text, i)
	switch g.IntN(11) {
	case 0, 1:
		add(x, "")
		return fmt.Sprintf("some %s in %s", x, list.text)
	case 2, 3:
		add(x, i)
		return fmt.Sprintf("some %s, %s in %s", i, x, list.text)
	case 4:
		add(x, i)
		return fmt.Sprintf("some %s\n\t%s := %s", i, x, at)
	case 5:
		add(x, "")
		return fmt.Sprintf("%s := %s[_]", x, list.text)
	case 6:
		add(x, i)
		return fmt.Sprintf("%s = %s", x, at)
	case 7:
		add(x, i)
		return fmt.Sprintf("%s = %s", at, x)
	case 8:
		add(at, i)
		return at
	case 9:
		if n, ok := g.walk(s, isKind(reflect.Int)); ok {
			add(x, "")
			return fmt.Sprintf("%s := %s[%s]", x, list.text, n.text)
		}
	}
	add(x, "")
	return fmt.Sprintf("%s := %s[%s]", x, list.text, g.index(s))
}

// body draws conditions and loops; what they name stays in s.
func (g *grammar) body(s *scope, size, depth int) []string {
	var first, rest []string
	for range size {
		var line string
		switch g.IntN(8) {
		case 0, 1, 2:
			if list, ok := g.walk(s, isKind(reflect.Slice)); ok {
				line = g.loop(s, list)
			}
		case 3:
			line = g.lean(s)
		case 4:
			if depth > 0 {
				line = g.closure(s, depth-1)
			}
		}
		if line == "" {
			line = g.condition(s, depth)
		}
		if declares.MatchString(line) {
			first = append(first, line)
		} else {
			rest = append(rest, line)
		}
	}
	// What is declared comes first, the rest in any order: the compiler sorts it.
	g.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	return used(append(first, rest...))
}

var (
	declares = regexp.MustCompile(`^some |^\w+ := `)
	variable = regexp.MustCompile(`\b[xi]\d+\b`)
)

// used mentions variables again that stand only where they are declared, which
// the strict compiler refuses.
func used(lines []string) []string {
	seen := map[string]int{}
	all := variable.FindAllString(strings.Join(lines, "\n"), -1)
	for _, v := range all {
		seen[v]++
	}
	for _, v := range all {
		if seen[v] == 1 {
			lines = append(lines, v)
		}
	}
	return lines
}

func joined(lines []string) string {
	return strings.ReplaceAll(strings.Join(lines, "; "), "\n\t", "; ")
}

// closure is a condition with a body of its own.
func (g *grammar) closure(s *scope, depth int) string {
	in := s.inner(false)
	text := joined(g.body(&in, 1+g.IntN(3), depth))
	of := "1"
	if n := len(in.operands); n > len(s.operands) && g.chance(60) {
		of = in.operands[n-1].text
	}
	not := g.one("", "", "not ")
	how := g.one("== 0", "> 0", "> 0", "!= 1", ">= 1", "< 2")
	switch g.IntN(4) {
	case 0:
		return fmt.Sprintf("%scount([%s | %s]) %s", not, of, text, how)
	case 1:
		return fmt.Sprintf("%scount({%s | %s}) %s", not, of, text, how)
	case 2:
		return fmt.Sprintf("%s{%s | %s} != set()", not, of, text)
	}
	in = s.inner(true)
	list, ok := g.walk(&in, isKind(reflect.Slice))
	if !ok {
		return "1 == 1"
	}
	x := g.fresh("x")
	in.operands = append(in.operands, operand{x, list.typ.Elem(), list.name}, operand{x, list.typ.Elem(), list.name})
	return fmt.Sprintf("every %s in %s { %s; %s }", x, list.text, g.condition(&in, 0), x)
}

// condition is one on something that the scope leads to.
func (g *grammar) condition(s *scope, depth int) string {
	if g.chance(4) {
		return g.one("1 == 1", "true", "not false", "false", "1 < 2")
	}
	in := s
	not := ""
	if g.chance(25) {
		not, in = "not ", &scope{s.operands, s.lists, s.indexes, true}
	}
	kinds := []reflect.Kind{reflect.String, reflect.Bool, reflect.Int, reflect.Int64}
	if g.chance(30) {
		kinds = append(kinds, reflect.Slice, reflect.Struct)
	}
	o, ok := g.walk(in, isKind(kinds...))
	if !ok {
		return "input.tool != \"\""
	}
	switch o.typ.Kind() {
	case reflect.String:
		return not + g.aboutText(in, o)
	case reflect.Bool:
		return not + g.aboutBool(in, o)
	case reflect.Int, reflect.Int64:
		return not + g.aboutNumber(in, o)
	case reflect.Slice:
		return not + g.aboutList(in, o)
	}
	return not + g.aboutElement(in, o)
}

func (g *grammar) word(name string) string {
	if ws := g.words[name]; len(ws) > 0 && g.chance(80) {
		return fmt.Sprintf("%q", ws[g.IntN(len(ws))])
	}
	return g.one(`"a"`, `"b"`, `""`, `"make"`, `"rm"`)
}

func (g *grammar) other(s *scope, o operand) string {
	kind := isKind(o.typ.Kind())
	if o.typ.Kind() == reflect.Struct || o.typ.Kind() == reflect.Slice {
		kind = func(t reflect.Type) bool { return t == o.typ }
	}
	if other, ok := g.walk(s, kind); ok {
		return other.text
	}
	return o.text
}

func (g *grammar) fill(pattern string, with ...string) string {
	return strings.NewReplacer(with...).Replace(pattern)
}

func (g *grammar) aboutText(s *scope, o operand) string {
	of := []string{
		"S == W", "S == W", "W == S", "S = W", "S != W", "W != S", "S in {W, V}", "S in {W, V}", "S in [W, 1]", "S in {\"k\": W}",
		"startswith(S, P)", "startswith(S, P)", "endswith(S, P)", "contains(S, P)", "startswith(W, S)", "contains(W, S)", "startswith(S, O)",
		"S < W", "S >= W", "lower(S) == W", "count(S) > 0", "S == O", "S == O", "S != O", "S == 1", "S > 1", "S != null",
		"sprintf(\"%s!\", [S]) == \"a!\"", "concat(\"/\", [S, \"a\"]) == \"a/a\"", "regex.match(\"^[a-m]\", S)", "[S] == [W]", "{S} == {W}",
		"data.regent.x.table[S]", "data.regent.x.table[S]", "data.regent.x.table[S].y == 1", "S in data.regent.x.list",
		"object.get(data.regent.x.table, S, 7) == 7", "data.regent.x.nothing[S]", "data.regent.x.deep[S].b.y == 1", "data.regent.x[S]",
		"{\"a\": 1, \"b\": 2}[S] == 1", "data.regent.x[S].a", "data.regent.program[S].spec.network", "data.regent.program[S].spec", "data.regent.x.deep.a[S]", "split(S, \"a\") == [\"\", \"\"]", "data.regent.x.scalar[S]",
		"startswith(S, P) == true", "contains(S, P) == false", "S == data.regent.x.scalar",
	}
	if !s.closed {
		of = append(of, "data.regent.x.list[_] == S", "data.regent.x.deep[S][_].y == 1", "data.regent.x.deep[_][S].y == 1", "[S, T] = [W, O]; T != \"b\"", "[\"a\", W][_] == S", "T = W; not S == T; T != V", "not T == S; T = V; T == V", "{W: 1}[T] = 1; T == S", "data.regent.x.table[T].y = 1; T == S")
	}
	if g.failing {
		of = append(of, "regex.match(S, \"a\")", "to_number(S) == 1", "time.parse_rfc3339_ns(S) > 0", "json.unmarshal(S) == 1")
	}
	w := g.word(o.name)
	p := w
	if len(p) > 3 && g.chance(60) {
		p = p[:2+g.IntN(min(3, len(p)-3))] + `"`
		if strings.Contains(p, `\`) || !regexp.MustCompile(`^"[ -~]+"$`).MatchString(p) {
			p = `"a"`
		}
	}
	return g.fill(of[g.IntN(len(of))], "S", o.text, "W", w, "V", g.word(o.name), "P", p, "O", g.other(s, o), "T", g.fresh("t"))
}

func (g *grammar) aboutBool(s *scope, o operand) string {
	return g.fill(g.one("B", "B", "B", "B == true", "B == false", "B == false", "B != true", "true == B", "false != B", "B in {true}",
		"B == O", "B != O", "[B] == [true]", "{B: 1}[true] == 1", "B == 1", "B != \"a\"", "B < true"), "B", o.text, "O", g.other(s, o))
}

func (g *grammar) aboutNumber(s *scope, o operand) string {
	of := []string{
		"N == C", "N == C", "C == N", "N != C", "C != N", "N < C", "N > C", "N <= C", "N >= C", "C < N", "C > N", "C <= N", "C >= N", "N", "N == 1.0", "N < 1.5", "N >= 1e0", "N in {C, 1}",
		"N + 1 == C", "N * 2 > C", "N == O", "N < O", "N != O", "N == \"1\"", "N < \"1\"", "N == null", "abs(N) == 1", "[N, C] == [O, 1]", "N == -1", "-1 < N", "N % 2 == 0", "[\"a\", \"b\"][N] == \"a\"", "format_int(N, 10) == \"1\"",
	}
	if !s.closed {
		of = append(of, "[N, T] = [C, O]; T < 2", "T = N + 1; T > C", "input.accesses[N].exists", "input.commands[N].program == \"rm\"", "not input.commands[N].privilege", "input.accesses[N / 1].raw")
	}
	if g.failing {
		of = append(of, "1 / N == 1", "N % O == 0", "N - O == 0")
	}
	return g.fill(of[g.IntN(len(of))], "N", o.text, "C", g.one("0", "1", "1", "2", "-1", "3", "1", "2e0"), "O", g.other(s, o), "T", g.fresh("t"))
}

func (g *grammar) aboutList(s *scope, o operand) string {
	of := []string{
		"count(L) == C", "count(L) > C", "count(L) > 0", "C < count(L)", "count(L) != C", "count(L) <= 1", "L == []", "L != []", "L", "is_array(L)", "L == O", "count(L) == count(O)", "L[0]", "L[1] != L[0]", "array.slice(L, 0, 1) != []",
	}
	if o.typ.Elem().Kind() == reflect.String {
		of = append(of, "W in L", "W in L", "W in L", "W in L", "W in L", "L == [W]", "L[0] == W", "L[1] != W", "concat(\",\", L) == W", "strings.any_prefix_match(W, L)", "O[0] in L", "{W, 1} & {e | some e in L} == {W}")
		if !s.closed {
			of = append(of, "L[_] == W", "L[_] != W", "some e in L; startswith(e, \"a\")", "some T, W in L; T < 2", "L[_] in {W, \"a\"}", "L[_] == O[_]", "data.regent.x.table[L[_]].y == 1")
		}
	} else if !s.closed {
		of = append(of, "c := count(L); c > C", "T = count(L); T != C")
	}
	text := g.fill(of[g.IntN(len(of))], "L", o.text, "C", g.one("0", "1", "2", "3"), "W", g.word(o.name), "O", g.other(s, o), "T", g.fresh("t"))
	e := g.fresh("v")
	return regexp.MustCompile(`\b[ec]\b`).ReplaceAllStringFunc(text, func(n string) string {
		if strings.Contains(text, n+" in ") || strings.Contains(text, n+" := ") {
			return e + n
		}
		return n
	})
}

func (g *grammar) aboutElement(s *scope, o operand) string {
	f := o.typ.Field(g.IntN(o.typ.NumField()))
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	of := []string{"E", "E == O", "E != O", "count(E) > 3", "object.get(E, M, 0) == W", "object.get(E, M, false) == true", "{\"k\": E}.k == O", "[E][0].NAME", "M in object.keys(E)", "E in [O]", "is_object(E)", "object.remove(E, [M]) == object.remove(O, [M])"}
	if !s.closed {
		of = append(of, "some T, W in E; T == M", "E[T] == W; T == M", "E[T]; T == M")
	}
	return g.fill(of[g.IntN(len(of))], "NAME", name, "E", o.text, "M", fmt.Sprintf("%q", name), "W", g.word(name), "O", g.other(s, o), "T", g.fresh("t"))
}
