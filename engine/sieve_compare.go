package engine

import (
	"reflect"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// turned says how an operator reads from right to left.
var turned = map[string]string{
	"equal": "equal", "neq": "neq", "lt": "gt", "gt": "lt", "lte": "gte", "gte": "lte", "internal.member_2": "holds",
}

// comparison is op between what stands at p and a constant; nil where it cannot
// tell.
func comparison(op string, p place, with ast.Value) func(reflect.Value) bool {
	if op == "internal.member_2" {
		return among(p, with)
	}
	kind := p.typ.Kind()
	if p.count {
		kind = reflect.Int
	}
	switch c := with.(type) {
	case ast.String:
		s := string(c)
		switch {
		case op == "holds" && kind == reflect.Slice && p.typ.Elem().Kind() == reflect.String:
			return func(v reflect.Value) bool {
				for i := range v.Len() {
					if v.Index(i).String() == s {
						return true
					}
				}
				return false
			}
		case kind != reflect.String:
			return nil
		case op == "equal":
			return func(v reflect.Value) bool { return v.String() == s }
		case op == "neq":
			return func(v reflect.Value) bool { return v.String() != s }
		case op == "startswith":
			return func(v reflect.Value) bool { return strings.HasPrefix(v.String(), s) }
		case op == "endswith":
			return func(v reflect.Value) bool { return strings.HasSuffix(v.String(), s) }
		case op == "contains":
			return func(v reflect.Value) bool { return strings.Contains(v.String(), s) }
		}
	case ast.Boolean:
		b := bool(c)
		switch {
		case kind != reflect.Bool:
		case op == "equal":
			return func(v reflect.Value) bool { return v.Bool() == b }
		case op == "neq":
			return func(v reflect.Value) bool { return v.Bool() != b }
		}
	case ast.Number:
		n, ok := c.Int64()
		if !ok || kind != reflect.Int && kind != reflect.Int64 {
			return nil
		}
		switch op {
		case "equal":
			return func(v reflect.Value) bool { return v.Int() == n }
		case "neq":
			return func(v reflect.Value) bool { return v.Int() != n }
		case "lt":
			return func(v reflect.Value) bool { return v.Int() < n }
		case "gt":
			return func(v reflect.Value) bool { return v.Int() > n }
		case "lte":
			return func(v reflect.Value) bool { return v.Int() <= n }
		case "gte":
			return func(v reflect.Value) bool { return v.Int() >= n }
		}
	}
	return nil
}

// among is p in {"a", "b"}.
func among(p place, with ast.Value) func(reflect.Value) bool {
	if p.count || p.typ.Kind() != reflect.String {
		return nil
	}
	var words []string
	plain := true
	word := func(t *ast.Term) {
		s, ok := t.Value.(ast.String)
		plain = plain && ok
		words = append(words, string(s))
	}
	switch list := with.(type) {
	case ast.Set:
		list.Foreach(word)
	case *ast.Array:
		list.Foreach(word)
	default:
		return nil
	}
	if !plain {
		return nil
	}
	return func(v reflect.Value) bool { return slices.Contains(words, v.String()) }
}
