package bundle

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/open-policy-agent/opa/v1/ast"
	"pgregory.net/rapid"
)

func textNode(name, raw string) *node {
	return &node{load: func() ([]byte, error) { return []byte(raw), nil }, file: name}
}

func TestTree(t *testing.T) {
	tree := NewTree()
	for _, f := range []struct{ path, raw string }{
		{"a", `{"x": 1, "list": [{"deep": true}, 2]}`},
		{"a/b", `{"y": {"z": null}}`},
		{"", `{"c": "text", "a": {"w": {}}}`},
		{"late", `{"bad": `},
	} {
		var path []string
		if f.path != "" {
			path = strings.Split(f.path, "/")
		}
		if err := tree.mount(path, textNode(f.path+".json", f.raw)); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{
		"a":             `{"b": {"y": {"z": null}}, "list": [{"deep": true}, 2], "w": {}, "x": 1}`,
		"a/b/y":         `{"z": null}`,
		"a/x":           `1`,
		"a/list/0":      `{"deep": true}`,
		"a/list/1":      `2`,
		"c":             `"text"`,
		"a/list/2":      "",
		"a/list/x":      "",
		"a/list/0/deep": "",
		"a/none":        "",
		"a/x/y":         "",
		"none/x":        "",
	} {
		v, ok, err := tree.Value(strings.Split(path, "/"))
		if err != nil || ok != (want != "") {
			t.Errorf("%s: %v %v", path, ok, err)
			continue
		}
		if ok && v.Compare(ast.MustParseTerm(want).Value) != 0 {
			t.Errorf("%s is %v, want %s", path, v, want)
		}
	}
	var a struct {
		B map[string]any
		X int
	}
	if err := tree.Decode("a", &a); err != nil || a.X != 1 || len(a.B) != 1 {
		t.Errorf("%+v %v", a, err)
	}
	if err := tree.Decode("a/none", &a); !errors.Is(err, ErrNoData) {
		t.Error(err)
	}
	if err := tree.Decode("a/b", new(int)); err == nil || !strings.Contains(err.Error(), "data.a.b") {
		t.Error(err)
	}
	if names, err := tree.Names([]string{"a"}); err != nil || !cmp.Equal(names, []string{"b", "list", "w", "x"}) {
		t.Error(names, err)
	}
	if _, _, err := tree.Value([]string{"late", "bad"}); err == nil || !strings.Contains(err.Error(), "late.json") {
		t.Errorf("a broken file that is read late: %v", err)
	}
	if err := tree.check(); err == nil {
		t.Error("a broken file passes the check")
	}
}

func TestFilesThatGiveOneValueTwice(t *testing.T) {
	for name, files := range map[string][2]string{
		"same member":       {`{"x": 1}`, `{"x": 1}`},
		"object over value": {`{"x": 1}`, `{"x": {"y": 2}}`},
		"value over object": {`{"x": {"y": 2}}`, `{"x": 1}`},
		"no object":         {`[1]`, `{"x": 1}`},
	} {
		tree := NewTree()
		if err := tree.mount([]string{"a"}, textNode("one.json", files[0])); err != nil {
			t.Fatal(err)
		}
		err := tree.mount([]string{"a"}, textNode("two.json", files[1]))
		if err == nil || !strings.Contains(err.Error(), "one.json") || !strings.Contains(err.Error(), "two.json") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestTreeIsTheMergedDocument holds a tree of drawn files against a plain
// merge of decoded JSON.
func TestTreeIsTheMergedDocument(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree, want := NewTree(), map[string]any{}
		for i := range rapid.IntRange(1, 4).Draw(t, "files") {
			path := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b"}), 0, 2).Draw(t, "path")
			doc := drawObject(t, 2)
			raw, err := json.Marshal(doc)
			if err != nil {
				t.Fatal(err)
			}
			mergeErr := tree.mount(path, textNode(string(rune('0'+i)), string(raw)))
			var nested any = doc
			for j := len(path) - 1; j >= 0; j-- {
				nested = map[string]any{path[j]: nested}
			}
			merged, ok := plainMerge(want, nested)
			if ok != (mergeErr == nil) {
				t.Fatalf("merging %s at %v: %v, the plain merge says %v", raw, path, mergeErr, ok)
			}
			if !ok {
				return
			}
			want = merged.(map[string]any)
			if rapid.Bool().Draw(t, "look") {
				if _, _, err := tree.JSON(path); err != nil {
					t.Fatal(err)
				}
			}
		}
		raw, ok, err := tree.JSON(nil)
		if !ok || err != nil {
			t.Fatal(ok, err)
		}
		var got any
		if err := json.Unmarshal(raw, &got); err != nil {
			t.Fatalf("%v in %s", err, raw)
		}
		if diff := cmp.Diff(any(want), got); diff != "" {
			t.Fatal(diff)
		}
		v, _, err := tree.Value(nil)
		if err != nil || v.Compare(ast.MustInterfaceToValue(want)) != 0 {
			t.Fatalf("%v is not %v (%v)", v, want, err)
		}
	})
}

func drawObject(t *rapid.T, depth int) map[string]any {
	o := map[string]any{}
	for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "c", "d\"é"}), 0, 3, rapid.ID).Draw(t, "names") {
		if depth > 0 && rapid.Bool().Draw(t, "object") {
			o[name] = drawObject(t, depth-1)
		} else {
			o[name] = rapid.SampledFrom([]any{true, nil, "x", 1.5, []any{"y"}}).Draw(t, "value")
		}
	}
	return o
}

func plainMerge(a, b any) (any, bool) {
	x, okA := a.(map[string]any)
	y, okB := b.(map[string]any)
	if !okA || !okB {
		return nil, false
	}
	for k, v := range y {
		if have, ok := x[k]; ok {
			m, ok := plainMerge(have, v)
			if !ok {
				return nil, false
			}
			x[k] = m
		} else {
			x[k] = v
		}
	}
	return x, true
}

// FuzzMembers: for valid JSON the quick cut and the decoder agree; for the rest
// the quick cut may let faults inside values pass, which are found when these
// are decoded.
func FuzzMembers(f *testing.F) {
	for _, s := range []string{
		`{}`, ` { } `, `{"a": 1, "b": [1, {"c": "}"}], "d\"": {"e": ","}}`, `{"a": 1} x`, `{"a" 1}`, `{"a": }`, `{"a": 1,}`,
		`{"a": "\\"}`, `{"\u0061": 1, "a": 2}`, `{"a": [}`, `{"a": 1]`, `[1]`, `{"a": "x`, `{"a`, `{`, ``,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		quick, ok := cutMembers(raw)
		if !json.Valid(raw) {
			return
		}
		var want map[string]json.RawMessage
		if json.Unmarshal(raw, &want) != nil || want == nil {
			if ok {
				t.Fatalf("%q is no object", raw)
			}
			return
		}
		if !ok {
			t.Fatalf("%q is not cut", raw)
		}
		got := map[string]json.RawMessage{}
		for _, m := range quick {
			got[m.name] = m.raw
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}
