package engine

import (
	"reflect"
	"slices"
	"strings"

	"regent/facts"
)

// UnknownHoles lists the {holes} of a rule's sentence that no fact could fill
// when its findings are about the topic ("" for any).
func UnknownHoles(text, topic string) []string {
	var unknown []string
	for {
		_, rest, ok := strings.Cut(text, "{")
		if !ok {
			return unknown
		}
		hole, after, ok := strings.Cut(rest, "}")
		if !ok {
			return append(unknown, rest)
		}
		if !fillable(hole, topic) {
			unknown = append(unknown, hole)
		}
		text = after
	}
}

func fillable(hole, topic string) bool {
	places := []reflect.Type{
		reflect.TypeFor[facts.Command](), reflect.TypeFor[facts.Text](), reflect.TypeFor[facts.Usage](),
		reflect.TypeFor[facts.Workspace](), reflect.TypeFor[facts.Input](),
	}
	input := reflect.TypeFor[facts.Input]()
	for i := range input.NumField() {
		name, _, _ := strings.Cut(input.Field(i).Tag.Get("json"), ",")
		if topic == "" || name == topic {
			places = append(places, elem(input.Field(i).Type))
		}
	}
	names := aliases[hole]
	if names == nil {
		names = []string{hole}
	}
	return slices.ContainsFunc(names, func(name string) bool {
		return slices.ContainsFunc(places, func(t reflect.Type) bool { return leads(t, name) })
	})
}

// leads reports whether a dotted name ends at something that can be shown.
func leads(t reflect.Type, name string) bool {
	for part := range strings.SplitSeq(name, ".") {
		next, ok := fieldType(elemPointer(t), part)
		if !ok {
			return false
		}
		t = next
	}
	t = elem(t)
	if t.Kind() != reflect.Struct {
		return true
	}
	return slices.ContainsFunc(calledBy, func(name string) bool {
		_, ok := fieldType(t, name)
		return ok
	})
}
