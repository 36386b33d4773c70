package bundle

import (
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"

	"regent/policies"
)

func TestScan(t *testing.T) {
	tests := []struct {
		name, text string
		pkg        string
		refs       []string
		opaque     bool
	}{
		{"plain", "package a.b\n\nx := data.c.d", "a.b", []string{"c.d"}, false},
		{"comments first", "# package no\n# METADATA\n# title: package x\npackage a\n", "a", nil, false},
		{"quoted parts", "package layers.acme.rules.program[\"acme-deploy\"]\n", "layers.acme.rules.program.acme-deploy", nil, false},
		{"imports", "package a\nimport data.x.y as z\nimport data.q\n", "a", []string{"x.y", "q"}, false},
		{"cut at a variable", "package a\nx := data.b[c].d", "a", []string{"b"}, false},
		{"a literal index", "package a\nx := data.b[\"c-d\"].e", "a", []string{"b.c-d.e"}, false},
		{"an escaped index", "package a\nx := data.b[\"c\\\"d\"].e", "a", []string{"b"}, false},
		{"data alone", "package a\nx := data", "a", []string{""}, false},
		{"a member named data", "package a\nx := input.data.y", "a", nil, false},
		{"a name that begins so", "package a\nx := database.y", "a", nil, false},
		{"strings are text", "package a\nx := \"data.b\"\ny := `data.c \" `\nz := data.d", "a", []string{"d"}, false},
		{"an escaped quote", "package a\nx := \"\\\"\"\nz := data.d", "a", []string{"d"}, false},
		{"template strings hold references", "package a\nx := $\"{data.b}\"", "a", nil, true},
		{"unfinished", "package a\nx := \"data.b", "a", nil, false},
		{"no package", "x := 1", "", nil, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := scan(tt.text, false)
			var refs []string
			for _, r := range h.refs {
				refs = append(refs, strings.Join(r, "."))
			}
			if got := strings.Join(h.pkg, "."); got != tt.pkg || !slices.Equal(refs, tt.refs) || h.opaque != tt.opaque {
				t.Errorf("got package %q, references %q, opaque %v", got, refs, h.opaque)
			}
			if quick := scan(tt.text, true); !slices.Equal(quick.pkg, h.pkg) || quick.line != h.line {
				t.Errorf("the quick scan says %v at line %d", quick.pkg, quick.line)
			}
		})
	}
}

// against holds the scan against OPA's parser: the same package, and every
// reference into data that the parser sees.
func against(t *testing.T, text string) {
	m, err := ast.ParseModuleWithOpts("x.rego", text, ast.ParserOptions{RegoVersion: ast.RegoV1})
	if err != nil || m == nil {
		scan(text, false)
		return
	}
	h := scan(text, false)
	if want := literal(m.Package.Path); !slices.Equal(h.pkg, want) {
		t.Fatalf("package is %q, the parser says %q", h.pkg, want)
	}
	if h.opaque {
		return
	}
	ast.WalkRefs(m, func(r ast.Ref) bool {
		if r[0].Equal(ast.DefaultRootDocument) && !reflect.DeepEqual(r, m.Package.Path) {
			want := literal(r)
			if !slices.ContainsFunc(h.refs, func(got []string) bool { return hasPrefix(want, got) }) {
				t.Fatalf("the parser sees data.%s, the scan only %q", strings.Join(want, "."), h.refs)
			}
		}
		return false
	})
}

func TestScanSeesWhatTheParserSees(t *testing.T) {
	n := 0
	err := fs.WalkDir(policies.FS, "regent", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(p, ".rego") {
			return err
		}
		raw, err := fs.ReadFile(policies.FS, p)
		if err != nil {
			return err
		}
		n++
		against(t, string(raw))
		return nil
	})
	if err != nil || n == 0 {
		t.Fatal(n, err)
	}
}

func FuzzScan(f *testing.F) {
	for _, s := range []string{
		"package a\nx := data.b[\"c\"].d[e]\n",
		"package a[\"b c\"].d\nimport data.x.y as z\nx if { some i in data.q; z[i] }\n",
		"package a\n\n# data.no\nx := [`data.no`, \"data.no\", {\"data\": data}]\n",
		"package a\nx := data . b",
		"package a\nx := data[\"b\"]\ny := data\n\t.c\n",
	} {
		f.Add(s)
	}
	f.Fuzz(against)
}
