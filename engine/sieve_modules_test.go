package engine

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"

	"regent/facts"
)

// rules are drawn modules, and what each of their findings' ids stands for.
type rules struct {
	files  map[string]string
	layer  map[string]string
	bodies map[string]string
}

// drawRules draws helpers, rooms of topics and programs, and perhaps a layer.
func drawRules(r *rand.Rand, words map[string][]string, failing, byName bool) rules {
	g := &grammar{Rand: r, words: words, failing: failing}
	rs := rules{files: map[string]string{}, layer: map[string]string{}, bodies: map[string]string{}}
	var shared, local strings.Builder
	shared.WriteString("package regent.drawn\n")
	for range 3 + g.IntN(4) {
		g.helper(&shared, "data.regent.drawn.")
	}
	rs.files["regent/drawn.rego"] = shared.String()
	for range 2 + g.IntN(4) {
		g.helper(&local, "data.regent.text.drawn.")
	}
	rs.files["regent/text/drawn.rego"] = g.room(&rs, "regent.text.drawn", "text", 8, byName) + local.String()
	rs.files["regent/text/again.rego"] = g.room(&rs, "regent.text.again", "text", 16, false)
	rs.files["regent/accesses/drawn.rego"] = g.room(&rs, "regent.accesses.drawn", "accesses", 6, byName) + g.ofRooms(&rs)
	rs.files["regent/program/ls/ls.rego"] = g.room(&rs, "regent.program.ls", "commands", 4, false)
	rs.files["regent/commands/drawn.rego"] = g.room(&rs, "regent.commands.drawn", "commands", 4, false)
	rs.files["regent/admission/drawn.rego"] = g.room(&rs, "regent.admission.drawn", "text", 1, false)
	if g.chance(50) {
		for _, at := range []string{"text", "accesses", "program.rm", "endpoints"} {
			topic, _, _ := strings.Cut(at, ".")
			if topic == "program" {
				topic = "commands"
			}
			rs.layer["layers/acme/rules/"+strings.ReplaceAll(at, ".", "/")+"/drawn.rego"] = g.room(&rs, "layers.acme.rules."+at+map[bool]string{true: "", false: ".drawn"}[at == "program.rm"], topic, 2, false) + g.grants()
		}
	}
	return rs
}

// room draws finding rules; those on a topic say which element they found.
func (g *grammar) room(rs *rules, pkg, topic string, n int, byName bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\nimport data.regent.lib\n", pkg)
	for range n {
		id := fmt.Sprintf("t.r%d", len(rs.bodies))
		s := scope{}
		var lines []string
		subject := `"text", -1`
		if topic != "text" || g.chance(50) {
			list := operand{"input." + topic, nil, topic}
			if topic == "text" {
				list = operand{g.one("input.accesses", "input.commands", "input.text.programs", "input.queries", "input.endpoints", "input.text.tags.bidi"), nil, ""}
			}
			list.typ = typeAt(strings.TrimPrefix(list.text, "input."))
			before := len(s.indexes)
			lines = append(lines, g.loop(&s, list))
			if len(s.indexes) > before && topic != "text" && strings.HasPrefix(s.indexes[before], "i") {
				subject = fmt.Sprintf("%q, %s", topic, s.indexes[before])
			}
		}
		lines = used(append(lines, g.body(&s, []int{1, 1, 1, 1, 2, 2, 2, 3, 4}[g.IntN(9)], 2)...))
		if byName && g.chance(40) {
			lines = append(lines, g.one(`some by in ["accesses", "runs"]; input[by][_].command == 1`, `input[by][0].raw == "a"; by != ""`, `input[by].dialect == "bash"; by == "text"`, `count({by | input[by][_].command == 1}) > 1`, `input[by][_].command == 1; by > "~"`))
		}
		body := strings.Join(lines, "\n\t")
		rs.bodies[id] = body
		fmt.Fprintf(&b, "\n# METADATA\n# title: T\n# custom: {id: %s}\nfindings contains lib.%s(%q, %s) if {\n\t%s\n}\n", id, g.one("confirm", "confirm", "blocked"), id, subject, body)
	}
	return b.String()
}

func typeAt(path string) reflect.Type {
	t := reflect.TypeFor[facts.Input]()
	for name := range strings.SplitSeq(path, ".") {
		t, _ = fieldType(elemPointer(t), name)
	}
	return t
}

// ofRooms draws rules on what other rooms found.
func (g *grammar) ofRooms(rs *rules) string {
	var b strings.Builder
	for _, body := range []string{
		`count(data.regent.text.drawn.findings) > 0`, `some f in data.regent.text[_].findings; f.rule == "t.r0"`, `some p in input.text.programs; some f in data.regent.program[p].findings; f.decision == "BLOCKED"`,
		`not data.regent.program.ls.findings[_x]; _x = lib.confirm("t.r9", "text", -1)`, `data.regent.text[where].findings[_].rule == "t.r1"; where != "bidi"`, `some a in input.commands; data.regent.program[a.program].findings[_].index == 0`,
		`some a in input.commands; data.regent.program[a.program].findings != set()`, `some a in input.commands; data.regent[a.raw]`, `data.regent[some_part].drawn.findings[_].rule == "t.r2"; some_part != "accesses"; some_part != "admission"`,
	} {
		if strings.Contains(body, "data.regent[some_part]") || !g.chance(40) {
			continue // it would refer to itself
		}
		id := fmt.Sprintf("t.r%d", len(rs.bodies))
		rs.bodies[id] = body
		fmt.Fprintf(&b, "\n# METADATA\n# title: T\n# custom: {id: %s}\nfindings contains lib.confirm(%q, \"text\", -1) if {\n\t%s\n}\n", id, id, body)
	}
	return b.String()
}

// grants draws what a layer may say besides findings.
func (g *grammar) grants() string {
	var b strings.Builder
	for range g.IntN(2) {
		s := scope{}
		fmt.Fprintf(&b, "\nallows contains lib.allow(\"t.r%d\", \"text\", -1) if {\n\t%s\n}\n", g.IntN(12), strings.Join(g.body(&s, 2, 1), "\n\t"))
		s = scope{}
		fmt.Fprintf(&b, "\nobligations contains lib.oblige(\"max_rows\", %d) if {\n\t%s\n}\n", 1+g.IntN(9), strings.Join(g.body(&s, 2, 1), "\n\t"))
	}
	return b.String()
}

// helper draws a rule of another kind.
func (g *grammar) helper(b *strings.Builder, at string) {
	name := g.fresh("h")
	text := func(s *scope, n int) string { return strings.Join(g.body(s, n, 1), "\n\t") }
	element := func() (s scope, lines, x, i string) {
		i, x = g.fresh("n"), g.fresh("y")
		s.operands = []operand{{x, reflect.TypeFor[facts.PathUse](), ""}}
		s.indexes = []string{i}
		lines = g.one(fmt.Sprintf("some %s, %s in input.accesses", i, x), fmt.Sprintf("%s = input.accesses[%s]", x, i)) + "\n\t" + fmt.Sprintf("%s.raw != %s\n\t%s >= 0\n\t", x, g.word("raw"), i)
		if g.chance(60) {
			lines += text(&s, 1+g.IntN(2))
		}
		return s, lines, x, i
	}
	kind := g.one("flag", "flag", "word", "word", "default", "else", "indexes", "indexes", "words", "elements", "map", "groups", "function", "function", "value", "parts", "mixed", "list", "flags")
	var takes reflect.Type
	switch kind {
	case "flag":
		fmt.Fprintf(b, "\n%s if {\n\t%s\n}\n", name, text(&scope{}, 1+g.IntN(3)))
		if g.chance(40) {
			fmt.Fprintf(b, "\n%s if {\n\t%s\n}\n", name, text(&scope{}, 1+g.IntN(3)))
		}
	case "flags": // one value by several ways
		fmt.Fprintf(b, "\n%s := false if {\n\t%s\n}\n", name, text(&scope{}, 1+g.IntN(3)))
	case "word":
		fmt.Fprintf(b, "\n%s := \"a\" if {\n\t%s\n}\n", name, text(&scope{}, 1+g.IntN(3)))
		if g.chance(40) {
			fmt.Fprintf(b, "\n%s := \"a\" if {\n\t%s\n}\n", name, text(&scope{}, 1))
		}
	case "default":
		fmt.Fprintf(b, "\ndefault %s := \"b\"\n\n%s := \"a\" if {\n\t%s\n}\n", name, name, text(&scope{}, 1+g.IntN(3)))
	case "else":
		fmt.Fprintf(b, "\n%s := \"a\" if {\n\t%s\n} else := \"b\" if {\n\t%s\n}\n", name, text(&scope{}, 1+g.IntN(2)), text(&scope{}, 1))
	case "indexes":
		_, lines, _, i := element()
		fmt.Fprintf(b, "\n%s contains %s if {\n\t%s\n}\n", name, i, lines)
	case "words":
		_, lines, x, _ := element()
		fmt.Fprintf(b, "\n%s contains %s.raw if {\n\t%s\n}\n", name, x, lines)
		if g.chance(50) {
			fmt.Fprintf(b, "\n%s contains \"a\" if {\n\t%s\n}\n", name, text(&scope{}, 2))
		}
	case "elements":
		_, lines, x, _ := element()
		fmt.Fprintf(b, "\n%s contains %s if {\n\t%s\n}\n", name, x, lines)
	case "map":
		_, lines, x, i := element()
		fmt.Fprintf(b, "\n%s[%s] := %s.raw if {\n\t%s\n}\n", name, i, x, lines)
	case "groups":
		_, lines, x, i := element()
		fmt.Fprintf(b, "\n%s[%s.raw] contains %s if {\n\t%s\n}\n", name, x, i, lines)
	case "function":
		takes = g.takes()
		for range 1 + g.IntN(2) {
			s := scope{operands: []operand{{"arg", takes, "raw"}, {"arg", takes, "raw"}}}
			fmt.Fprintf(b, "\n%s(arg) if {\n\t%s\n\targ != null\n}\n", name, text(&s, 1+g.IntN(2)))
		}
	case "value":
		takes = g.takes()
		s := scope{operands: []operand{{"arg", takes, "raw"}}}
		fmt.Fprintf(b, "\n%s(arg) := \"a\" if {\n\t%s\n\targ != null\n} else := \"b\" if {\n\t%s\n}\n", name, text(&s, 1), text(&scope{}, 1))
	case "parts":
		fmt.Fprintf(b, "\n%s.a := \"a\" if {\n\t%s\n}\n", name, text(&scope{}, 2))
		fmt.Fprintf(b, "\n%s.b contains \"a\" if {\n\t%s\n}\n", name, text(&scope{}, 2))
	case "mixed":
		_, lines, x, i := element()
		fmt.Fprintf(b, "\n%s[%s.raw][%s] := 1 if {\n\t%s\n}\n", name, x, i, lines)
		fmt.Fprintf(b, "\n%s.q contains \"a\" if {\n\t%s\n}\n", name, text(&scope{}, 2))
		fmt.Fprintf(b, "\n%s.a.b := 1 if {\n\t%s\n}\n", name, text(&scope{}, 2))
	case "list":
		_, lines, x, _ := element()
		fmt.Fprintf(b, "\n%s := [%s | %s]\n", name, x, joined(strings.Split(lines, "\n\t")))
	}
	g.helpers = append(g.helpers, helper{at + name, kind, takes})
}

func (g *grammar) takes() reflect.Type {
	return []reflect.Type{reflect.TypeFor[string](), reflect.TypeFor[int](), reflect.TypeFor[facts.PathUse](), reflect.TypeFor[facts.Command](), reflect.TypeFor[[]string]()}[g.IntN(5)]
}

// lean is a condition on a helper.
func (g *grammar) lean(s *scope) string {
	if len(g.helpers) == 0 {
		return ""
	}
	h := g.helpers[g.IntN(len(g.helpers))]
	var of []string
	access := reflect.TypeFor[facts.PathUse]()
	word := func(text string) { s.operands = append(s.operands, operand{text, reflect.TypeFor[string](), "raw"}) }
	x, n := g.fresh("x"), g.fresh("n")
	switch h.kind {
	case "flag", "flags":
		of = []string{"H", "H", "not H", "H == true", "H == false", "H != true", "count([1 | H]) == 0"}
	case "word", "default", "else":
		if g.chance(20) {
			word(h.ref)
		}
		of = []string{"H", "not H", "H == \"a\"", "H != \"a\"", "H == \"b\"", "\"a\" == H", "not H == \"a\"", "data.regent.x.table[H]", "H in {\"a\"}", "[H] == [\"a\"]", "startswith(H, \"a\")", "count({1 | H == \"a\"}) == 0"}
	case "indexes":
		of = []string{"H[0]", "not H[0]", "count(H) > 0", "count(H) == 0", "H == {0}", "H != set()", "1 in H", "H", "H[3]", "H[_] == 1", "not 0 in H"}
		if g.chance(50) && !s.closed {
			s.indexes = append(s.indexes, n)
			s.operands = append(s.operands, operand{"input.accesses[" + n + "]", access, ""})
			return g.fill(g.one("some N in H", "H[N]", "H[N]; N < 3"), "N", n, "H", h.ref)
		}
	case "words":
		of = []string{"W in H", "H[W]", "not H[W]", "H != set()", "H == set()", "count(H) == 1", "not W in H", "H[_] == W", "H.a", "not H.a"}
		if o, ok := g.walk(s, isKind(reflect.String)); ok {
			of = append(of, "H["+o.text+"]", "not H["+o.text+"]", o.text+" in H")
		}
		if g.chance(30) && !s.closed {
			word(n)
			return g.fill(g.one("some N in H", "H[N]"), "N", n, "H", h.ref)
		}
	case "elements":
		of = []string{"H != set()", "count(H) > 1", "H[_].raw == W", "H[_].exists"}
		if !s.closed {
			s.operands = append(s.operands, operand{x, access, ""})
			return g.fill(g.one("some X in H", "H[X]", "X = H[_]"), "X", x, "H", h.ref)
		}
	case "map":
		of = []string{"H[0] == W", "not H[0]", "H[_] == W", "count(H) > 0", "H == {}", "some N, \"a\" in H; N > 0", "H[N] == W; input.accesses[N].exists", "H", "object.get(H, 1, 2) == 2", "H[1.0]"}
	case "groups":
		of = []string{"H.a", "not H.a", "H[W][0]", "H[W]", "not H[W][1]", "H[_][0]", "H[N][_] == 1; N != \"b\"", "count(H) > 0", "H.a[_] == 1", "H == {}", "count(H[W]) == 1"}
	case "parts":
		of = []string{"H", "H.a", "not H.a", "H.a == \"a\"", "H.b", "H.b.a", "count(H.b) == 0", "H.b == set()", "H[_] == \"a\"", "H == {}", "H[N]; N == \"a\"", "\"a\" in H.b", "not H.b.a", "count(H) == 1"}
	case "mixed":
		of = []string{"H.a", "not H.a", "H.q", "not H.q", "H.q.a", "count(H.q) == 0", "H.a.b == 1", "H[W][0]", "H[_][_] == 1", "H[N][1]; N != W", "H == {}", "H[W]", "H.a[0]", "H.q == set()", "count(H) > 0", "H.q[_] == \"a\""}
	case "list":
		of = []string{"H[0]", "count(H) > 1", "not H[1]", "H[_].raw == W", "H == []", "H", "H[0].exists", "every X in H { X.exists }"}
		if !s.closed && g.chance(60) {
			s.operands = append(s.operands, operand{x, access, ""})
			return g.fill(g.one("some X in H", "X = H[N]", "X = H[0]"), "X", x, "H", h.ref, "N", n)
		}
	case "function", "value":
		of = []string{"H(A)", "not H(A)", "H(A) == true", "H(A) != false"}
		if h.kind == "value" {
			of = []string{"H(A)", "not H(A)", "H(A) == \"a\"", "H(A) != \"b\"", "\"b\" = H(A)", "startswith(H(A), \"a\")"}
		}
		o, ok := g.walk(s, func(t reflect.Type) bool { return t == h.takes })
		if !ok {
			return ""
		}
		return g.fill(of[g.IntN(len(of))], "H", h.ref, "A", o.text)
	}
	return g.fill(of[g.IntN(len(of))], "H", h.ref, "W", g.word("raw"), "N", n, "X", x)
}
