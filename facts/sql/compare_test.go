package sql

import (
	"strings"
	"testing"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

func tree(t testing.TB, text string) *pg_query.ParseResult {
	t.Helper()
	tr, err := Parse(text)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return tr.Result
}

func TestSame(t *testing.T) {
	for _, pair := range [][2]string{
		{"SELECT a,b FROM t WHERE a=1", "SELECT  a , b\nFROM t -- x\nWHERE (a = 1)"},
		{"SELECT CAST(a AS int)", "SELECT a::int"},
		{"SELECT 'a'", "SELECT E'a' /* y */"},
		{"SELECT 1; SELECT 2", "SELECT 1 ;SELECT 2;"},
	} {
		if !Same(tree(t, pair[0]), tree(t, pair[1])) {
			t.Errorf("%q and %q differ", pair[0], pair[1])
		}
	}
	for _, pair := range [][2]string{
		{"SELECT 1", "SELECT 2"},
		{"SELECT 1", "SELECT 1.0"},
		{"SELECT 1", "SELECT '1'"},
		{"SELECT NULL", "SELECT false"},
		{"SELECT a", `SELECT "A"`},
		{"SELECT a FROM t", "SELECT a FROM t LIMIT 1"},
		{"SELECT 1", "SELECT 1; SELECT 1"},
		{"SELECT a FROM t ORDER BY a", "SELECT a FROM t ORDER BY a DESC"},
		{"SELECT 1 UNION SELECT 2", "SELECT 1 UNION ALL SELECT 2"},
		{"SELECT (NOT a) IS NULL", "SELECT NOT a IS NULL"},
		{"SELECT a FROM t", "SELECT a FROM ONLY t"},
		{"SELECT 1", "VALUES (1)"},
		{"SELECT a FROM t LIMIT 3", "SELECT a FROM t ORDER BY a FETCH FIRST 3 ROWS WITH TIES"},
	} {
		if Same(tree(t, pair[0]), tree(t, pair[1])) {
			t.Errorf("%q and %q are the same", pair[0], pair[1])
		}
	}
}

// The comparison agrees with protobuf's own on trees whose places are cleared.
func TestSameAgreesWithProtobuf(t *testing.T) {
	var trees []*pg_query.ParseResult
	for _, c := range labelledCases(t) {
		if tr, err := Parse(c.SQL); err == nil {
			trees = append(trees, tr.Result)
		}
	}
	bare := make([]*pg_query.ParseResult, len(trees))
	for i, tr := range trees {
		bare[i] = proto.Clone(tr).(*pg_query.ParseResult)
		unplace(bare[i].ProtoReflect())
	}
	for i := range trees {
		for j := range trees {
			if got, want := Same(trees[i], trees[j]), proto.Equal(bare[i], bare[j]); got != want {
				t.Fatalf("trees %d and %d: %v, want %v", i, j, got, want)
			}
		}
	}
}

func unplace(m protoreflect.Message) {
	m.Range(func(fd protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch name := fd.Name(); {
		case name == "location" || name == "stmt_location" || name == "stmt_len" || name == "arg_location" ||
			name == "list_start" || name == "list_end" || strings.HasSuffix(string(name), "_location"):
			m.Clear(fd)
		case fd.IsList() && fd.Kind() == protoreflect.MessageKind:
			for i := range v.List().Len() {
				unplace(v.List().Get(i).Message())
			}
		case fd.Kind() == protoreflect.MessageKind:
			unplace(v.Message())
		}
		return true
	})
}

// Every offset field that the tree's definition has is among the places.
func TestPlacesAreAllOffsets(t *testing.T) {
	messages := (&pg_query.ParseResult{}).ProtoReflect().Descriptor().ParentFile().Messages()
	for i := range messages.Len() {
		m := messages.Get(i)
		typ, ok := goType(m)
		if !ok {
			continue
		}
		for j := range typ.NumField() {
			f := typ.Field(j)
			if n := len(f.Name); n >= 8 && f.Name[n-8:] == "Location" && !places[f.Name] {
				t.Errorf("%s.%s is no place", m.Name(), f.Name)
			}
		}
	}
}
