package sql

import (
	"reflect"
	"strings"
	"sync"
)

// plan is how to reach the messages inside one kind of message. It is made
// once for each Go type from the type itself, so a field that a later grammar
// adds is visited without a change here.
type plan struct {
	name   string
	fields []fieldPlan
	// content is the indices of all fields but those that hold a place in the
	// text.
	content []int
	// statement: a kind of statement, by PostgreSQL's own naming.
	statement bool
}

type fieldPlan struct {
	index int
	name  string
	kind  fieldKind
}

type fieldKind uint8

const (
	single fieldKind = iota // *Message
	list                    // []*Message
	oneof                   // interface that holds *Wrapper{Message or scalar}
)

var plans sync.Map // reflect.Type of a message struct → *plan

func planOf(t reflect.Type) *plan {
	if p, ok := plans.Load(t); ok {
		return p.(*plan)
	}
	p := &plan{name: t.Name(), statement: strings.HasSuffix(t.Name(), "Stmt") && t.Name() != "RawStmt"}
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() {
			continue
		}
		if !places[f.Name] {
			p.content = append(p.content, i)
		}
		switch ft := f.Type; ft.Kind() {
		case reflect.Pointer:
			if ft.Elem().Kind() == reflect.Struct {
				p.fields = append(p.fields, fieldPlan{i, f.Name, single})
			}
		case reflect.Slice:
			if e := ft.Elem(); e.Kind() == reflect.Pointer && e.Elem().Kind() == reflect.Struct {
				p.fields = append(p.fields, fieldPlan{i, f.Name, list})
			}
		case reflect.Interface:
			p.fields = append(p.fields, fieldPlan{i, f.Name, oneof})
		}
	}
	actual, _ := plans.LoadOrStore(t, p)
	return actual.(*plan)
}

// each calls visit for every message directly inside v, a message struct, but
// for those in the fields named in skip.
func (p *plan) each(v reflect.Value, skip []string, visit func(reflect.Value)) {
next:
	for _, f := range p.fields {
		for _, s := range skip {
			if s == f.name {
				continue next
			}
		}
		fv := v.Field(f.index)
		switch f.kind {
		case single:
			if !fv.IsNil() {
				visit(fv)
			}
		case list:
			for i := range fv.Len() {
				if e := fv.Index(i); !e.IsNil() {
					visit(e)
				}
			}
		case oneof:
			if fv.IsNil() {
				continue
			}
			w := fv.Elem().Elem() // *Wrapper → Wrapper
			if m := w.Field(0); m.Kind() == reflect.Pointer && !m.IsNil() {
				visit(m)
			}
		}
	}
}
