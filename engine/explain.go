package engine

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"regent/engine/bundle"
	"regent/facts"
)

func isTopic(name string) bool { return slices.Contains(bundle.Topics(), name) }

// explain gives every finding its rule's words. A rule that no METADATA names
// is an error: nobody could tell the agent what it stumbled over.
func explain(d *Decision, in *facts.Input, note func(id string) (bundle.Note, bool)) error {
	for i := range d.Findings {
		f := &d.Findings[i]
		n, ok := note(f.Rule)
		if !ok {
			return fmt.Errorf("no METADATA names the rule %q", f.Rule)
		}
		f.Title, f.Location = n.Title, n.Location()
		f.Reason = fill(n.Title, f.Subject, in)
		f.Remedy = fill(n.Remedy, f.Subject, in)
	}
	if len(d.Findings) > 0 {
		d.Reason, d.Remedy = d.Findings[0].Reason, d.Findings[0].Remedy
	}
	return nil
}

// fill replaces {hole} by the member of the subject's fact, or of the command
// it came from, or of the document. What a caller wrote is shown short and
// without control characters: it is quoted in a sentence that an agent reads.
func fill(text string, s Subject, in *facts.Input) string {
	if !strings.Contains(text, "{") || in == nil {
		return text
	}
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "{")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		hole, after, ok := strings.Cut(rest, "}")
		if !ok {
			b.WriteString("{" + rest)
			return b.String()
		}
		b.WriteString(show(lookUp(hole, s, in)))
		text = after
	}
}

func lookUp(hole string, s Subject, in *facts.Input) string {
	subject := element(in, s)
	command := reflect.ValueOf(in.Commands)
	at := s.Index
	if s.Topic != "commands" && s.Topic != "text" {
		at = commandOf(subject)
	}
	if hole == "command" && at >= 0 && at < command.Len() {
		subject = command.Index(at) // its own text, not that of the path or host
	}
	if v, ok := value(subject, hole); ok {
		return v
	}
	if at >= 0 && at < command.Len() {
		if v, ok := value(command.Index(at), hole); ok {
			return v
		}
	}
	for _, v := range []reflect.Value{reflect.ValueOf(in.Text), reflect.ValueOf(in.Usage), reflect.ValueOf(in.Workspace), reflect.ValueOf(in).Elem()} {
		if v, ok := value(v, hole); ok {
			return v
		}
	}
	return ""
}

// element is the fact that a finding is about.
func element(in *facts.Input, s Subject) reflect.Value {
	v := member(reflect.ValueOf(in).Elem(), s.Topic)
	if v.IsValid() && v.Kind() == reflect.Slice {
		if s.Index < 0 || s.Index >= v.Len() {
			return reflect.Value{}
		}
		return v.Index(s.Index)
	}
	return v
}

func commandOf(v reflect.Value) int {
	if c := member(v, "command"); c.IsValid() && c.CanInt() {
		return int(c.Int())
	}
	return facts.NoCommand
}

// member finds a struct's field by its name in the document.
func member(v reflect.Value, name string) reflect.Value {
	for v.IsValid() && v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if !v.IsValid() || v.Kind() != reflect.Struct {
		return reflect.Value{}
	}
	t := v.Type()
	for i := range t.NumField() {
		if tag, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ","); tag == name {
			return v.Field(i)
		}
	}
	return reflect.Value{}
}

// aliases are the short names that a title may use.
var aliases = map[string][]string{
	"path":    {"path", "resolved", "absolute", "raw"},
	"class":   {"class", "classes"},
	"command": {"raw"},
	"host":    {"host"},
	"package": {"name"},
	"target":  {"name"},
}

// value reads a hole from a fact. Empty values count as absent, so that the
// next place is asked.
func value(v reflect.Value, hole string) (string, bool) {
	names := aliases[hole]
	if names == nil {
		names = []string{hole}
	}
	for _, name := range names {
		m := v
		if hole == "class" && name == "classes" {
			m = first(member(v, name)) // the narrowest says most
			if s := textOf(m); s != "" {
				return strings.ReplaceAll(s, "_", " "), true
			}
			continue
		}
		for part := range strings.SplitSeq(name, ".") {
			m = member(m, part)
		}
		if s := textOf(m); s != "" {
			if hole == "holds" {
				s = strings.ReplaceAll(s, "_", " ")
			}
			return s, true
		}
	}
	return "", false
}

func first(list reflect.Value) reflect.Value {
	if list.IsValid() && list.Kind() == reflect.Slice && list.Len() > 0 {
		return list.Index(0)
	}
	return reflect.Value{}
}

// verbs are the accesses whose word is no verb.
var verbs = map[facts.Access]string{
	facts.AccessPermission: "change the permissions of", facts.AccessUnknown: "touch", facts.AccessLink: "make a link at",
}

func textOf(v reflect.Value) string {
	if !v.IsValid() {
		return ""
	}
	switch {
	case v.Type() == reflect.TypeFor[facts.Access]() && verbs[facts.Access(v.String())] != "":
		return verbs[facts.Access(v.String())]
	case v.Kind() == reflect.String:
		return v.String()
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10)
	case v.Kind() == reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case v.Kind() == reflect.Slice:
		var parts []string
		for i := range v.Len() {
			if s := textOf(v.Index(i)); s != "" && !slices.Contains(parts, s) {
				parts = append(parts, s)
			}
			if len(parts) == maxListed && i+1 < v.Len() {
				return strings.Join(parts, ", ") + " …"
			}
		}
		return strings.Join(parts, ", ")
	case v.Kind() == reflect.Struct:
		for _, name := range calledBy {
			if s := textOf(member(v, name)); s != "" {
				if schema := textOf(member(v, "schema")); schema != "" {
					s = schema + "." + s
				}
				return s
			}
		}
	}
	return ""
}

const maxListed = 3 // entries of a list in a sentence

// calledBy are the members that say in short what an element of a list is.
var calledBy = []string{"name", "kind", "value", "tool"}

const maxShown = 160 // runes of a caller's text in a sentence

func show(s string) string {
	if s == "" {
		return "?"
	}
	var b strings.Builder
	n := 0
	for _, r := range s {
		if n++; n > maxShown {
			b.WriteString("…")
			break
		}
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == unicode.ReplacementChar {
			r = '·'
		}
		b.WriteRune(r)
	}
	return b.String()
}
