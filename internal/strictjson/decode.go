package strictjson

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"sync"
)

// FieldError says which member of a checked text does not fit. Unlike [Error]
// it names members of the text; a caller that must not echo its peer leaves
// Pointer out.
type FieldError struct {
	Pointer string // RFC 6901, "" for the whole text
	Reason  string // "unknown member", "must be a string", ...
}

func (e *FieldError) Error() string {
	if e.Pointer == "" {
		return e.Reason
	}
	return e.Pointer + ": " + e.Reason
}

// Decode checks text and fills into, a pointer. Beyond encoding/json it
// refuses members that the struct doesn't name in exactly that case, null for
// anything but pointers, interfaces and types that decode themselves, and
// strings with a lone surrogate, which a Go string can't hold. Numbers inside
// an interface become [json.Number], digits kept.
//
// Members that are missing are left alone: whether they may be is the
// caller's question. The error is an [*Error] when the text is no acceptable
// JSON and a [*FieldError] when it doesn't fit.
func Decode(text []byte, into any) error {
	info, err := Check(text)
	if err != nil {
		return err
	}
	v := Checked(text)
	if info.LoneSurrogate {
		return &FieldError{lonePlace(v, ""), "has a lone surrogate"}
	}
	t := reflect.TypeOf(into)
	if t == nil || t.Kind() != reflect.Pointer {
		return errors.New("strictjson: Decode needs a pointer")
	}
	if err := fits(v, t.Elem(), ""); err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(v.raw))
	d.UseNumber()
	if err := d.Decode(into); err != nil && !errors.Is(err, io.EOF) {
		// What fits has not seen comes from a type's own decoding.
		return &FieldError{"", fmt.Sprintf("does not fit: %v", err)}
	}
	return nil
}

var (
	unmarshaler     = reflect.TypeFor[json.Unmarshaler]()
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
	number          = reflect.TypeFor[json.Number]()
)

// fits compares a value with the type that it is to fill.
func fits(v Value, t reflect.Type, at string) error {
	if reflect.PointerTo(t).Implements(unmarshaler) {
		return nil
	}
	switch t.Kind() {
	case reflect.Pointer:
		if v.Kind() == Null {
			return nil
		}
		return fits(v, t.Elem(), at)
	case reflect.Interface:
		return nil
	}
	if reflect.PointerTo(t).Implements(textUnmarshaler) {
		return want(v, at, String, "a string")
	}
	if t == number {
		return want(v, at, Number, "a number")
	}
	switch t.Kind() {
	case reflect.String:
		return want(v, at, String, "a string")
	case reflect.Bool:
		return want(v, at, Bool, "true or false")
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		_, err := strconv.ParseInt(string(v.raw), 10, t.Bits())
		return wholeNumber(v, at, err)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		_, err := strconv.ParseUint(string(v.raw), 10, t.Bits())
		return wholeNumber(v, at, err)
	case reflect.Float32, reflect.Float64:
		if err := want(v, at, Number, "a number"); err != nil {
			return err
		}
		if _, err := strconv.ParseFloat(string(v.raw), t.Bits()); err != nil {
			return &FieldError{at, "out of range"}
		}
		return nil
	case reflect.Slice, reflect.Array:
		return fitsList(v, t, at)
	case reflect.Map:
		if err := want(v, at, Object, "an object"); err != nil {
			return err
		}
		for name, m := range v.Members() {
			if err := fits(m, t.Elem(), join(at, name)); err != nil {
				return err
			}
		}
		return nil
	case reflect.Struct:
		if err := want(v, at, Object, "an object"); err != nil {
			return err
		}
		known := fieldsOf(t)
		for name, m := range v.Members() {
			ft, ok := known[name]
			if !ok {
				return &FieldError{join(at, name), "unknown member"}
			}
			if err := fits(m, ft, join(at, name)); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("strictjson: cannot decode into %s", t)
}

func fitsList(v Value, t reflect.Type, at string) error {
	if t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 {
		return want(v, at, String, "a string")
	}
	if err := want(v, at, Array, "a list"); err != nil {
		return err
	}
	i := 0
	for e := range v.Elements() {
		if t.Kind() == reflect.Array && i >= t.Len() {
			return &FieldError{at, "too many elements"}
		}
		if err := fits(e, t.Elem(), join(at, strconv.Itoa(i))); err != nil {
			return err
		}
		i++
	}
	return nil
}

func want(v Value, at string, k Kind, what string) error {
	if v.Kind() != k {
		return &FieldError{at, "must be " + what}
	}
	return nil
}

func wholeNumber(v Value, at string, err error) error {
	switch {
	case !v.IsInteger():
		return &FieldError{at, "must be an integer"}
	case err != nil:
		return &FieldError{at, "out of range"}
	}
	return nil
}

func join(at, name string) string {
	return at + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}

// lonePlace finds the deepest value that holds the lone surrogate.
func lonePlace(v Value, at string) string {
	for name, m := range v.Members() {
		if m.LoneSurrogate() {
			return lonePlace(m, join(at, name))
		}
	}
	i := 0
	for e := range v.Elements() {
		if e.LoneSurrogate() {
			return lonePlace(e, join(at, strconv.Itoa(i)))
		}
		i++
	}
	return at
}

var fieldCache sync.Map // reflect.Type → map[string]reflect.Type

// fieldsOf gives the member names that a struct takes, embedded structs
// included, in the manner of encoding/json.
func fieldsOf(t reflect.Type) map[string]reflect.Type {
	if m, ok := fieldCache.Load(t); ok {
		return m.(map[string]reflect.Type)
	}
	m := map[string]reflect.Type{}
	addFields(m, t)
	fieldCache.Store(t, m)
	return m
}

func addFields(m map[string]reflect.Type, t reflect.Type) {
	var embedded []reflect.Type
	for i := range t.NumField() {
		f := t.Field(i)
		tag := f.Tag.Get("json")
		if tag == "-" {
			continue
		}
		tagged, _, _ := strings.Cut(tag, ",")
		if f.Anonymous && tagged == "" {
			et := f.Type
			if et.Kind() == reflect.Pointer {
				et = et.Elem()
			}
			if et.Kind() == reflect.Struct {
				embedded = append(embedded, et)
				continue
			}
		}
		if !f.IsExported() {
			continue
		}
		if tagged == "" {
			tagged = f.Name
		}
		m[tagged] = f.Type
	}
	for _, et := range embedded { // outer fields win over embedded ones
		inner := map[string]reflect.Type{}
		addFields(inner, et)
		for name, ft := range inner {
			if _, ok := m[name]; !ok {
				m[name] = ft
			}
		}
	}
}
