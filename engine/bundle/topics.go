package bundle

import (
	"reflect"
	"slices"
	"strings"
	"sync"

	"regent/facts"
)

// Topics are the members of the input document that may be missing: the lists,
// text and usage. Rules on a topic run when it is there.
func Topics() []string { return slices.Clone(topics()) }

var topics = sync.OnceValue(func() []string {
	var names []string
	t := reflect.TypeFor[facts.Input]()
	for i := range t.NumField() {
		name, opts, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if opts == "omitempty" {
			names = append(names, name)
		}
	}
	return names
})

// Present names the topics that the input holds, and the programs of its text.
func Present(in *facts.Input) (topics, programs []string) {
	v := reflect.ValueOf(in).Elem()
	t := v.Type()
	for i := range t.NumField() {
		name, opts, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if opts == "omitempty" && !empty(v.Field(i)) {
			topics = append(topics, name)
		}
	}
	if in.Text != nil {
		programs = in.Text.Programs
	}
	return topics, programs
}

func empty(v reflect.Value) bool {
	if v.Kind() == reflect.Slice {
		return v.Len() == 0
	}
	return v.IsZero()
}
