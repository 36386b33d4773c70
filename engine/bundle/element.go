package bundle

import (
	"reflect"
	"strings"
)

// elements finds the list of the input that a condition loops over and the name
// that stands for its elements: some x in input.list, some i, x in input.list.
func (e *evidence) elements(condition string) (name string, list reflect.Value, ok bool) {
	pattern, ref, ok := cutLoop(condition)
	if !ok {
		return "", list, false
	}
	path, ok := reference(ref)
	if !ok || len(path) < 2 || path[0] != "input" {
		return "", list, false
	}
	if list, ok = at(e.doc, path[1:]); !ok || list.Kind() != reflect.Slice || list.Type().Elem().Kind() != reflect.Struct {
		return "", list, false
	}
	if i := strings.LastIndex(pattern, ", "); i >= 0 {
		pattern = pattern[i+2:]
	}
	path, ok = reference(pattern)
	if !ok || len(path) != 1 || path[0] == "_" {
		return "", list, false
	}
	return path[0], list, true
}

// someFits reports whether some element may fulfil every condition on it.
func someFits(name string, list reflect.Value, conditions []string) bool {
	for i := range list.Len() {
		element, fits := list.Index(i), true
		for _, c := range conditions {
			if !elementMay(name, element, c) {
				fits = false
				break
			}
		}
		if fits {
			return true
		}
	}
	return false
}

// elementMay judges one condition on an element. Forms that it knows are
// x.member, not x.member, x.member == "word", x.member != "word",
// "word" in x.member and some y in x.member; any other may hold.
func elementMay(name string, element reflect.Value, condition string) bool {
	if strings.Contains(condition, " with ") {
		return true
	}
	member := func(ref string) (v reflect.Value, there, ok bool) {
		path, ok := reference(ref)
		if !ok || len(path) < 2 || path[0] != name {
			return v, false, false
		}
		v, there = at(element, path[1:])
		return v, there, true
	}
	if _, ref, ok := cutLoop(condition); ok {
		v, there, ok := member(ref)
		return !ok || there && (v.Kind() != reflect.Slice || v.Len() > 0)
	}
	if word, ref, ok := strings.Cut(condition, " in "); ok {
		word, plain := quotedWord(word)
		v, there, ok := member(ref)
		if !plain || !ok {
			return true
		}
		return there && (v.Kind() != reflect.Slice || v.Type().Elem().Kind() != reflect.String || hasWord(v, word))
	}
	for _, op := range []string{" == ", " != "} {
		ref, word, ok := strings.Cut(condition, op)
		if !ok {
			continue
		}
		word, plain := quotedWord(word)
		v, there, ok := member(ref)
		if !plain || !ok {
			return true
		}
		return there && (v.Kind() != reflect.String || (v.String() == word) == (op == " == "))
	}
	ref, negated := strings.CutPrefix(condition, "not ")
	v, there, ok := member(ref)
	switch {
	case !ok:
		return true
	case negated:
		return !there || v.Kind() != reflect.Bool || !v.Bool()
	}
	return there && (v.Kind() != reflect.Bool || v.Bool())
}

func hasWord(list reflect.Value, word string) bool {
	for i := range list.Len() {
		if list.Index(i).String() == word {
			return true
		}
	}
	return false
}

// anyElement reports whether a condition may hold for some element of a list,
// which it names x.
func (e *evidence) anyElement(path []string, condition string) bool {
	list, ok := at(e.doc, path)
	if !ok || list.Kind() != reflect.Slice {
		return ok
	}
	if list.Type().Elem().Kind() != reflect.Struct {
		return true
	}
	return someFits("x", list, []string{condition})
}

func isVariable(text string) bool {
	path, ok := reference(text)
	return ok && len(path) == 1
}

// cutLoop cuts some x in list.
func cutLoop(condition string) (pattern, list string, ok bool) {
	rest, ok := strings.CutPrefix(condition, "some ")
	if !ok {
		return "", "", false
	}
	return strings.Cut(rest, " in ")
}

// reference splits a text that is nothing but names with dots between them.
func reference(text string) ([]string, bool) {
	if text == "" || !isLetter(text[0]) {
		return nil, false
	}
	for i := range len(text) {
		if !isWordByte(text[i]) && text[i] != '.' {
			return nil, false
		}
	}
	return strings.Split(text, "."), true
}

// quotedWord takes the quotes off a string that has nothing to escape.
func quotedWord(text string) (string, bool) {
	if len(text) < 2 || text[0] != '"' || text[len(text)-1] != '"' || strings.ContainsAny(text[1:len(text)-1], "\"\\") {
		return "", false
	}
	return text[1 : len(text)-1], true
}
