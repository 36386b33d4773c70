package bundle

import (
	"reflect"
	"slices"
	"strings"
)

// evidence is what conditions are judged by.
type evidence struct {
	doc   reflect.Value
	data  func(path []string) bool
	empty map[string]bool // sets and objects of the module that have no member
	// room reports whether a room of a topic may have a member in the named set;
	// nil where rooms are not judged yet.
	room func(topic []string, set string) bool
}

// judge finds the rules that may hold. A set or object whose rules cannot is
// empty, which settles the rules that loop over it.
func (k *skimmed) judge(e *evidence) {
	e.empty = map[string]bool{}
	parts := map[string]bool{}
	for i := range k.chunks {
		k.chunks[i].possible = true
		name := k.chunks[i].name
		parts[name] = parts[name] || givesPart(k.module.Text[k.chunks[i].from:k.chunks[i].to], name)
	}
	for changed := true; changed; {
		changed = false
		left := map[string]bool{}
		for i := range k.chunks {
			c := &k.chunks[i]
			text := k.module.Text[c.from:c.to]
			if c.possible && !parts[c.name] && !e.mayHold(text) {
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

// givesPart reports whether a rule gives a part of a document of several levels
// (a.b contains x, a[b][c] := x). What the parts are depends on all of its rules.
func givesPart(text, name string) bool {
	rest := text[len(name):]
	_, member, ok := strings.Cut(rest, "]")
	return strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, "[") && !(ok && (strings.HasPrefix(member, " :=") || strings.HasPrefix(member, " if")))
}

// mayHave reports whether data or a rule may stand at or below a path.
func (s *Set) mayHave(path []string, cut []*skimmed) bool {
	if s.Data.May(path) {
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
		// A string that holds " if " ends behind it, so its quote is seen.
		condition := last[i+len(" if "):]
		return strings.ContainsAny(last, "#`") || strings.Contains(condition, `"`) || e.there(condition, text)
	}
	all := conditions(text)
	for _, condition := range all {
		if !e.there(condition, text) {
			return false
		}
	}
	for _, condition := range all {
		if name, list, ok := e.elements(condition); ok && !someFits(name, list, all) {
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
		// The list stands behind the last one; a string that holds " in " ends there.
		i := strings.LastIndex(rest, " in ")
		if i < 0 || strings.ContainsAny(rest[i:], "\"`") || strings.ContainsAny(rest[:i], "([{`") {
			return true
		}
		rest = rest[i+len(" in "):]
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
	if of, ok := strings.CutPrefix(rest[end:], "["); ok && len(path) > 1 {
		if variable, member, ok := strings.Cut(of, "]."); ok && isVariable(variable) {
			switch {
			case path[0] == "input" && !loop:
				return e.anyElement(path[1:], "x."+member)
			case path[0] == "data" && len(path) == 3 && loop && e.room != nil:
				return e.room(path[1:], member)
			}
		}
	}
	switch {
	case len(path) > 1 && path[0] == "input":
		_, ok := at(e.doc, path[1:])
		return ok
	case len(path) > 1 && path[0] == "data":
		return e.data(path[1:])
	case len(path) == 1 && e.empty[path[0]] && !mayDeclare(rule, path[0]):
		return follows != '[' && (!loop || end != len(rest))
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
