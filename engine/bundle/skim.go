package bundle

import (
	"reflect"
	"slices"
	"strings"

	"regent/facts"
)

// Skimming
//
// Half of what a one-shot process would parse is left out by looking at the
// text: rules that nothing kept names, and rules with a plain condition on
// something that the input does not have. It is the same judgement as pruning,
// on fewer forms. It trusts the layout of opa fmt, which lint asks of shipped
// modules; those of layers, and those that are looked at as a whole, are parsed
// as they stand.

// chunk is the text of one rule, with its name.
type chunk struct {
	name     string
	from, to int
	possible bool
}

// skimmed is a module cut into chunks.
type skimmed struct {
	module  *Module
	imports []importLine
	chunks  []chunk
	ok      bool // the layout is understood
	whole   bool // looked at as a whole
	asked   bool // referred to by others than the dispatch
	kept    []bool
}

type importLine struct {
	path  []string
	alias string
}

// skim returns the texts to parse, blanked where nothing is needed. A module
// that is not in the result is not needed at all.
func (s *Set) skim(ms []*Module, in *facts.Input, entry string) map[*Module]string {
	cut := make([]*skimmed, len(ms))
	for i, m := range ms {
		cut[i] = cutUp(m)
	}
	for _, k := range cut {
		k.judge(&evidence{doc: reflect.ValueOf(in), data: func(path []string) bool { return s.mayHave(path, cut) }})
	}
	names := map[string]bool{entry: true}
	relate(cut, names)
	keepNamed(cut, names)
	texts := make(map[*Module]string, len(ms))
	for _, k := range cut {
		if text, needed := k.text(); needed {
			texts[k.module] = text
		}
	}
	return texts
}

// cutUp finds where each rule begins: a word in the first column outside of
// all brackets.
func cutUp(m *Module) *skimmed {
	k := &skimmed{module: m, ok: m.Layer == "" && !m.head().opaque}
	s := scanner{text: m.Text, line: 1}
	depth, lineStart := 0, true
	column := func() bool { return s.at == 0 || s.text[s.at-1] == '\n' }
	end := func() {
		if n := len(k.chunks); n > 0 && k.chunks[n-1].to == 0 {
			k.chunks[n-1].to = s.at
		}
	}
	for {
		c, more := s.peek()
		if !more {
			end()
			return k
		}
		switch {
		case c == '\n':
			lineStart = true
			s.next()
			continue
		case c == ' ' || c == '\t' || c == '\r':
			s.next()
			continue
		case c == '#':
			if column() && depth == 0 {
				end() // METADATA belongs to what follows, and is not needed
			}
			s.skipLine()
			continue
		case c == '"':
			s.quoted()
		case c == '`':
			s.raw()
		case isLetter(c):
			first, at := column(), s.at
			word := s.word()
			if depth != 0 || !lineStart {
				break
			}
			if !first || word == "else" {
				k.ok = false
				break
			}
			switch word {
			case "package":
				s.skipLine()
			case "import":
				end()
				k.imports = append(k.imports, s.importLine())
			default:
				s.at = at
				end()
				s.word()
				name := word
				if word == "default" {
					s.blanks()
					name = s.word()
				}
				k.chunks = append(k.chunks, chunk{name: name, from: at})
			}
		default:
			switch c {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth--
			}
			s.next()
		}
		lineStart = false
	}
}

// importLine reads what follows the word import.
func (s *scanner) importLine() importLine {
	s.blanks()
	var i importLine
	if s.word() == "data" {
		i.path = s.tail()
	} else {
		s.tail()
		i.path = nil
	}
	s.blanks()
	if s.word() == "as" {
		s.blanks()
		i.alias = s.word()
	} else if n := len(i.path); n > 0 {
		i.alias = i.path[n-1]
	}
	s.skipLine()
	return i
}

// relate marks modules that others look at as a whole or ask for, and notes
// names that stand only in imports.
func relate(cut []*skimmed, names map[string]bool) {
	for _, k := range cut {
		core := isCore(k.module)
		for _, ref := range k.module.head().refs {
			if core && isDispatch(ref) {
				continue
			}
			imported := slices.ContainsFunc(k.imports, func(i importLine) bool { return slices.Equal(i.path, ref) })
			for _, o := range cut {
				pkg := o.module.Package
				if o == k || !hasPrefix(ref, pkg) && !hasPrefix(pkg, ref) {
					continue
				}
				o.asked = true
				switch {
				case len(ref) > len(pkg):
					names[ref[len(pkg)]] = true
				case !imported || len(ref) < len(pkg):
					o.whole = true
				}
			}
		}
		for _, i := range k.imports {
			for _, o := range cut {
				if slices.Equal(i.path, o.module.Package) && looseUse(k.module.Text, i.alias) {
					o.whole = true
				}
			}
		}
	}
}

// looseUse reports whether a name stands anywhere but before a dot, or in an
// import.
func looseUse(text, name string) bool {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "import ") || strings.HasPrefix(line, "package ") || strings.HasPrefix(line, "#") {
			continue
		}
		for from := 0; ; {
			i := strings.Index(line[from:], name)
			if i < 0 {
				break
			}
			i += from
			from = i + len(name)
			if i > 0 && (isWordByte(line[i-1]) || line[i-1] == '.') || from < len(line) && isWordByte(line[from]) {
				continue
			}
			if from+1 >= len(line) || line[from] != '.' || !isLetter(line[from+1]) {
				return true
			}
		}
	}
	return false
}

// keepNamed keeps possible chunks that something kept names, and one chunk of
// every name that has no possible one.
func keepNamed(cut []*skimmed, names map[string]bool) {
	for _, k := range cut {
		k.kept = make([]bool, len(k.chunks))
		if !k.ok || k.whole {
			words(k.module.Text, names)
		}
	}
	for changed := true; changed; {
		changed = false
		for _, k := range cut {
			if !k.ok || k.whole {
				continue
			}
			for i, c := range k.chunks {
				entered := !isCore(k.module) && slices.Contains([]string{"findings", "allows", "obligations"}, c.name)
				if k.kept[i] || !names[c.name] && !entered || !c.possible && !k.stands(i, entered) {
					continue
				}
				k.kept[i], changed = true, true
				words(k.module.Text[c.from:c.to], names)
			}
		}
	}
}

// stands reports whether an impossible chunk is needed to keep its name
// defined: it is the first of a name without a possible chunk.
func (k *skimmed) stands(i int, entered bool) bool {
	name := k.chunks[i].name
	if entered && !k.asked {
		return false // the dispatch finds nothing, as it would in an empty set
	}
	for j, c := range k.chunks {
		if c.name == name && (c.possible || j < i) {
			return false
		}
	}
	return true
}

// words adds every word of a text.
func words(text string, into map[string]bool) {
	for i := 0; i < len(text); {
		if !isLetter(text[i]) {
			i++
			continue
		}
		from := i
		for i < len(text) && isWordByte(text[i]) {
			i++
		}
		into[text[from:i]] = true
	}
}

// text is the module's text with what is not kept blanked, line by line, so
// that locations stay.
func (k *skimmed) text() (string, bool) {
	if !k.ok || k.whole {
		return k.module.Text, true
	}
	var b strings.Builder
	at, any := 0, false
	for i, c := range k.chunks {
		if k.kept[i] {
			any = true
			continue
		}
		b.WriteString(k.module.Text[at:c.from])
		for range strings.Count(k.module.Text[c.from:c.to], "\n") {
			b.WriteByte('\n')
		}
		at = c.to
	}
	b.WriteString(k.module.Text[at:])
	return b.String(), any || isCore(k.module)
}

// evidence is what conditions are judged by.
type evidence struct {
	doc   reflect.Value
	data  func(path []string) bool
	empty map[string]bool // sets and objects of the module that have no member
}

// judge finds the rules that may hold. A set or object whose rules cannot is
// empty, which settles the rules that loop over it.
func (k *skimmed) judge(e *evidence) {
	e.empty = map[string]bool{}
	for i := range k.chunks {
		k.chunks[i].possible = true
	}
	for changed := true; changed; {
		changed = false
		left := map[string]bool{}
		for i := range k.chunks {
			c := &k.chunks[i]
			text := k.module.Text[c.from:c.to]
			if c.possible && !e.mayHold(text) {
				c.possible, changed = false, true
			}
			if c.possible || !isPartial(text, c.name) {
				left[c.name] = true
			}
		}
		for _, c := range k.chunks {
			if !left[c.name] && !e.empty[c.name] {
				e.empty[c.name], changed = true, true
			}
		}
	}
}

// isPartial reports whether a rule gives one member of a set or object.
func isPartial(text, name string) bool {
	rest := text[len(name):]
	return strings.HasPrefix(rest, " contains ") || strings.HasPrefix(rest, "[")
}

// mayHave reports whether data or a rule may stand at or below a path.
func (s *Set) mayHave(path []string, cut []*skimmed) bool {
	if s.Data.may(path) {
		return true
	}
	for _, m := range s.Modules {
		if hasPrefix(m.Package, path) {
			return true
		}
		if !hasPrefix(path, m.Package) {
			continue
		}
		i := slices.IndexFunc(cut, func(k *skimmed) bool { return k.module == m })
		if i < 0 || !cut[i].ok || slices.ContainsFunc(cut[i].chunks, func(c chunk) bool { return c.name == path[len(m.Package)] }) {
			return true
		}
	}
	return false
}

// mayHold judges the plain conditions of one rule's text.
func (e *evidence) mayHold(text string) bool {
	if containsWord(text, "else") || strings.HasPrefix(text, "default ") {
		return true
	}
	text = strings.TrimRight(text, " \t\r\n")
	last := text[strings.LastIndexByte(text, '\n')+1:]
	if i := strings.LastIndex(last, " if "); i >= 0 && !strings.HasSuffix(last, "}") {
		return strings.ContainsAny(last, "#`\"") || e.there(last[i+len(" if "):], text)
	}
	for _, condition := range conditions(text) {
		if !e.there(condition, text) {
			return false
		}
	}
	return true
}

// there reports whether what a condition asks for may be there. The forms are
// a reference, whatever is done with it, and a loop over one: some x in ref,
// some i, x in ref. A condition of any other form may hold. rule is the text
// that the condition stands in.
func (e *evidence) there(condition, rule string) bool {
	if strings.Contains(condition, " with ") || strings.Contains(condition, " or ") {
		return true
	}
	rest, loop := strings.CutPrefix(condition, "some ")
	if loop {
		pattern, list, ok := strings.Cut(rest, " in ")
		if !ok || strings.ContainsAny(pattern, "\"`") {
			return true
		}
		rest = list
	}
	end := 0
	for end < len(rest) && (isWordByte(rest[end]) || rest[end] == '.') {
		end++
	}
	path := strings.Split(strings.TrimSuffix(rest[:end], "."), ".")
	follows := byte(0)
	if end < len(rest) {
		follows = rest[end]
	}
	if follows == '(' { // a call
		return true
	}
	switch {
	case len(path) > 1 && path[0] == "input":
		_, ok := at(e.doc, path[1:])
		return ok
	case len(path) > 1 && path[0] == "data":
		return e.data(path[1:])
	case len(path) == 1 && e.empty[path[0]] && !mayDeclare(rule, path[0]):
		return !loop && follows != '['
	}
	return true
}

// mayDeclare reports whether a rule's text may give a name another meaning: as
// an argument, or by some, every or :=.
func mayDeclare(text, name string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 {
			return false
		}
		i += from
		from = i + len(name)
		if i > 0 && isWordByte(text[i-1]) || from < len(text) && isWordByte(text[from]) {
			continue
		}
		before := strings.TrimRight(text[:i], " \t\r\n")
		if strings.HasSuffix(before, "some") || strings.HasSuffix(before, "every") ||
			strings.HasSuffix(before, ",") || strings.HasSuffix(before, "(") || strings.HasSuffix(before, "[") ||
			strings.HasPrefix(strings.TrimLeft(text[from:], " \t"), ":=") {
			return true
		}
	}
}

// conditions are the statements of a rule's body, those of inner bodies left
// out.
func conditions(text string) []string {
	s := scanner{text: text}
	depth, from := 0, -1
	word := ""
	var found []string
	end := func() {
		if from >= 0 {
			found = append(found, strings.TrimSpace(text[from:s.at]))
		}
	}
	for {
		c, more := s.peek()
		if !more {
			return found
		}
		switch {
		case c == '#':
			if from >= 0 && depth == 1 {
				end()
				from = -1
			}
			s.skipLine()
			continue
		case c == '"':
			s.quoted()
			continue
		case c == '`':
			s.raw()
			continue
		case isLetter(c):
			word = s.word()
			continue
		case c == ' ' || c == '\t':
			s.next()
			continue
		case c == '{' && depth == 0 && word == "if":
			depth++
			s.next()
			from = s.at
			continue
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			if depth == 1 {
				end()
				if from >= 0 {
					return found
				}
			}
			depth--
		case (c == '\n' || c == ';') && depth == 1 && from >= 0:
			end()
			s.next()
			from = s.at
			continue
		}
		word = ""
		s.next()
	}
}
