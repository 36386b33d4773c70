package bundle

import (
	"reflect"
	"slices"
	"strings"
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
func (s *Set) skim(ms []*Module, in any, entry string) map[*Module]string {
	cut := make([]*skimmed, len(ms))
	for i, m := range ms {
		cut[i] = cutUp(m)
	}
	// The core comes last: what it gathers from rooms is settled by theirs.
	doc, data := reflect.ValueOf(in), func(path []string) bool { return s.mayHave(path, cut) }
	for _, k := range cut {
		if !isCore(k.module) {
			k.judge(&evidence{doc: doc, data: data})
		}
	}
	for _, k := range cut {
		if isCore(k.module) {
			k.judge(&evidence{doc: doc, data: data, room: func(topic []string, set string) bool { return mayGather(cut, topic, set) }})
		}
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

// mayGather reports whether a room of a topic may have a member in the named
// set. Data cannot: it holds no such names.
func mayGather(cut []*skimmed, topic []string, set string) bool {
	if !slices.Contains([]string{"findings", "allows", "obligations"}, set) {
		return true
	}
	for _, k := range cut {
		if len(k.module.Package) <= len(topic) || !hasPrefix(k.module.Package, topic) {
			continue
		}
		if !k.ok || slices.ContainsFunc(k.chunks, func(c chunk) bool { return c.name == set && c.possible }) {
			return true
		}
	}
	return false
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
				if _, empty := k.stub(c); !empty {
					words(k.module.Text[c.from:c.to], names)
				}
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

// stub is what stands for an impossible chunk that must keep its name defined:
// a set or object without members. Other kinds of rules stand as they are.
func (k *skimmed) stub(c chunk) (string, bool) {
	text := k.module.Text[c.from:c.to]
	if c.possible || !isPartial(text, c.name) {
		return "", false
	}
	if text[len(c.name)] == '[' {
		return c.name + "[nothing] := nothing if { false; nothing = input }", true
	}
	return c.name + " contains nothing if { false; nothing = input }", true
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
		between(&b, k.module.Text[at:c.from])
		text := k.module.Text[c.from:c.to]
		at = c.to
		stub, empty := k.stub(c)
		any = any || k.kept[i]
		if k.kept[i] && !empty {
			b.WriteString(text)
			continue
		}
		if k.kept[i] {
			b.WriteString(stub)
		}
		for range strings.Count(text, "\n") {
			b.WriteByte('\n')
		}
	}
	between(&b, k.module.Text[at:])
	return b.String(), any || isCore(k.module)
}

// between writes what stands between rules without its comments.
func between(b *strings.Builder, text string) {
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			b.WriteString(line)
		} else if strings.HasSuffix(line, "\n") {
			b.WriteByte('\n')
		}
	}
}
