package sql

import (
	"reflect"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// Same reports whether two trees differ in nothing but where their parts stand
// in the text.
func Same(a, b *pg_query.ParseResult) bool { return sameTree(reflect.ValueOf(a), reflect.ValueOf(b)) }

// sameNode compares two expressions apart from where they stand in the text.
func sameNode(a, b *pg_query.Node) bool {
	return a != nil && b != nil && sameTree(reflect.ValueOf(a), reflect.ValueOf(b))
}

// places are the fields that hold byte offsets into the text.
var places = map[string]bool{
	"Location": true, "StmtLocation": true, "StmtLen": true, "ArgLocation": true,
	"ListStart": true, "ListEnd": true, "NameLocation": true,
	"PayloadLocation": true, "ConninfoLocation": true,
}

// sameTree compares two values of generated types. Their exported fields are
// all there is to a message: plain values, messages, lists and alternatives.
func sameTree(a, b reflect.Value) bool {
	if a.Type() != b.Type() {
		return false
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() == b.IsNil()
		}
		return sameTree(a.Elem(), b.Elem())
	case reflect.Struct:
		for _, i := range contentOf(a.Type()) {
			if !sameTree(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !sameTree(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	}
	return a.Equal(b)
}

// contentOf names the fields of a message that say what it is, not where.
func contentOf(t reflect.Type) []int { return planOf(t).content }
