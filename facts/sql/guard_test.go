package sql

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"pgregory.net/rapid"
)

// reasonOf is why a text is invalid, "" when it is not.
func reasonOf(t testing.TB, text string) Reason {
	t.Helper()
	_, err := Extract(text, Options{})
	if err == nil {
		return ""
	}
	var e *Invalid
	if !errors.As(err, &e) {
		t.Fatalf("%.60q: %v is no *Invalid", text, err)
	}
	if e.Detail == "" || len(e.Detail) > 210 {
		t.Errorf("%.60q: detail %q", text, e.Detail)
	}
	return e.Reason
}

// Each of these ends the process when the parser sees it, or costs it much. The
// first ones grow a left-recursive tree of a few bytes a level.
func TestTextThatWouldOverflowTheStackIsRefused(t *testing.T) {
	const n = 25_000
	for name, text := range map[string]string{
		"operators":        "SELECT 1" + strings.Repeat("+1", n),
		"casts":            "SELECT 1" + strings.Repeat("::int", n),
		"joins":            "SELECT 1 FROM a" + strings.Repeat(" JOIN a ON 1=1 AND 1=1", n),
		"unions":           "SELECT 1" + strings.Repeat(" UNION SELECT 1", n),
		"subscripts":       "SELECT a" + strings.Repeat("[1]", n),
		"tests":            "SELECT 1" + strings.Repeat(" ISNULL", n),
		"time zones":       "SELECT x" + strings.Repeat(" AT TIME ZONE 'UTC'", n),
		"collations":       "SELECT x" + strings.Repeat(` COLLATE "C"`, n),
		"brackets":         "SELECT " + strings.Repeat("(", 10_000) + "1" + strings.Repeat(")", 10_000),
		"signs":            "SELECT " + strings.Repeat("- ", n) + "1",
		"negations":        "SELECT " + strings.Repeat("NOT ", n) + "true",
		"cases":            "SELECT " + strings.Repeat("CASE WHEN a AND ", 10_000) + "b" + strings.Repeat(" THEN 1 END", 10_000),
		"cases in then":    "SELECT " + strings.Repeat("CASE WHEN a THEN ", 10_000) + "b" + strings.Repeat(" END", 10_000),
		"subqueries":       strings.Repeat("SELECT (", 10_000) + "1" + strings.Repeat(")", 10_000),
		"arrays":           "SELECT ARRAY" + strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000),
		"with, nested":     strings.Repeat("WITH a AS (", 10_000) + "SELECT 1" + strings.Repeat(") SELECT 1", 10_000),
		"ten megabytes":    "SELECT '" + strings.Repeat("x", 10<<20) + "'",
		"many statements":  strings.Repeat("SELECT 1;", 1<<20),
		"many comments":    strings.Repeat("/**/", 1<<20),
		"nested comments":  strings.Repeat("/*", 1<<19) + strings.Repeat("*/", 1<<19),
		"operator spelled": "SELECT 1" + strings.Repeat(" OPERATOR(pg_catalog.+) 1", n),
	} {
		t.Run(name, func(t *testing.T) {
			if r := reasonOf(t, text); r != ReasonTooLong && r != ReasonTooDeep {
				t.Errorf("reason %q", r)
			}
			// Within the bound on bytes, tokens and levels count.
			if short := text[:min(len(text), MaxBytes)]; len(short) < len(text) {
				if r := reasonOf(t, short); r != ReasonTooLong && r != ReasonTooDeep && r != ReasonSyntax && r != ReasonParameter && name != "many statements" && name != "many comments" {
					t.Errorf("the first %d bytes: reason %q", MaxBytes, r)
				}
			}
		})
	}
}

func TestLongButFlatTextIsRead(t *testing.T) {
	numbers := make([]string, 4000)
	terms := make([]string, 1500)
	arms := make([]string, 1000)
	for i := range numbers {
		numbers[i] = fmt.Sprint(i)
	}
	for i := range terms {
		terms[i] = fmt.Sprintf("a = %d", i)
	}
	for i := range arms {
		arms[i] = fmt.Sprintf("WHEN a = %d THEN 'n%d'", i, i)
	}
	for name, text := range map[string]string{
		"a list":   "SELECT a FROM t WHERE a IN (" + strings.Join(numbers, ", ") + ")",
		"or":       "SELECT a FROM t WHERE " + strings.Join(terms, " OR "),
		"and":      "SELECT a FROM t WHERE " + strings.Join(terms, " AND "),
		"arms":     "SELECT CASE " + strings.Join(arms, " ") + " ELSE 'other' END FROM t",
		"columns":  "SELECT " + strings.Join(terms, ", ") + " FROM t",
		"unions":   strings.TrimSuffix(strings.Repeat("SELECT a FROM t WHERE a = 1 UNION ALL ", 300), " UNION ALL "),
		"nesting":  "SELECT " + strings.Repeat("(", 200) + "1" + strings.Repeat(")", 200),
		"joins":    "SELECT 1 FROM t" + strings.Repeat(" JOIN t AS x ON x.a = t.a", 200),
		"a string": "SELECT '" + strings.Repeat("+", 60_000) + "'",
	} {
		if r := reasonOf(t, text); r != "" {
			t.Errorf("%s: %s", name, r)
		}
	}
}

func TestInvalidText(t *testing.T) {
	for text, want := range map[string]Reason{
		"":                                  ReasonEmpty,
		";;":                                ReasonEmpty,
		"-- a\n/* b /* c */ */":             ReasonEmpty,
		"SELECT 1 \x00; DROP TABLE t":       ReasonNUL,
		"SELECT '\xff'":                     ReasonEncoding,
		"SELECT 1 -- \xc3\x28":              ReasonEncoding,
		`SELECT E'\xff'`:                    ReasonSyntax,
		"SELECT 'open":                      ReasonSyntax,
		"SELECT 1 /* open":                  ReasonSyntax,
		"SELECT $q$ open":                   ReasonSyntax,
		"SELECT FROM WHERE":                 ReasonSyntax,
		"SELECT 1\\g":                       ReasonSyntax,
		"\uFEFFSELECT 1":                    ReasonSyntax,
		"SELECT ?":                          ReasonSyntax,
		"SELECT $1":                         ReasonParameter,
		"SELECT 1 LIMIT $1":                 ReasonParameter,
		"SELECT * FROM (SELECT $2) s":       ReasonParameter,
		"SELECT 1 LIMIT -1":                 ReasonLimit,
		"SELECT 1 LIMIT -1.6":               ReasonLimit,
		"SELECT 1 LIMIT '-3'":               ReasonLimit,
		"SELECT 1 LIMIT -99999999999":       ReasonLimit,
		"SELECT 1 FETCH FIRST -1 ROWS ONLY": ReasonLimit,
		"(SELECT 1) LIMIT -2":               ReasonLimit,
	} {
		if got := reasonOf(t, text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestSyntaxErrorSaysWhere(t *testing.T) {
	_, err := Extract("SELECT a FORM b WHERE", Options{})
	var e *Invalid
	if !errors.As(err, &e) || e.Offset != len("SELECT a FORM ") || !strings.Contains(e.Detail, "syntax error") {
		t.Errorf("%+v", e)
	}
}

// expression draws an expression that nests in every way that the guard counts.
func expression(t *rapid.T, depth int) string {
	if depth <= 0 {
		return rapid.SampledFrom([]string{"1", "a", "'x'", "t.b", "NULL", "1.5"}).Draw(t, "leaf")
	}
	sub := func() string { return expression(t, depth-rapid.IntRange(1, 3).Draw(t, "less")) }
	switch rapid.IntRange(0, 13).Draw(t, "shape") {
	case 0:
		return "(" + sub() + ")"
	case 1:
		return sub() + " + " + sub()
	case 2:
		return sub() + "::text"
	case 3:
		return "NOT (" + sub() + ")"
	case 4:
		return "CASE WHEN " + sub() + " THEN " + sub() + " ELSE " + sub() + " END"
	case 5:
		return "f(" + sub() + ", " + sub() + ")"
	case 6:
		return "ARRAY[" + sub() + ", " + sub() + "]"
	case 7:
		return "(SELECT " + sub() + " FROM t WHERE " + sub() + ")"
	case 8:
		return "(" + sub() + " AND " + sub() + " OR " + sub() + ")"
	case 9:
		return "(" + sub() + ") IS NULL"
	case 10:
		return "(" + sub() + ")[1]"
	case 11:
		return "coalesce(" + sub() + ", " + sub() + ")"
	case 12:
		return "(" + sub() + " IN (" + sub() + ", " + sub() + "))"
	default:
		return "(WITH c AS (SELECT " + sub() + ") SELECT 1 FROM c JOIN t ON " + sub() + " UNION SELECT 2)"
	}
}

// The guard's count bounds the real nesting: a level is at most a node with its
// wrappers (a list, a target, a statement), so the tree is no deeper than a few
// times the count.
func TestLevelsBoundTheTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := "SELECT " + expression(t, rapid.IntRange(0, 14).Draw(t, "depth"))
		tree, err := Parse(text)
		if err != nil {
			var e *Invalid
			if errors.As(err, &e) && e.Reason == ReasonSyntax {
				return // two of the shapes do not fit everywhere
			}
			t.Fatalf("%s: %v", text, err)
		}
		counted := levelsOf(text)
		if deep := tree.Facts(Options{}).Depth; deep > 6*counted+12 {
			t.Fatalf("counted %d levels, the tree has %d: %s", counted, deep, text)
		}
	})
}

func levelsOf(text string) int {
	scan, err := pg_query.Scan(text)
	if err != nil {
		return 0
	}
	return levels(scan.Tokens)
}

func FuzzExtract(f *testing.F) {
	for _, c := range labelledCases(f) {
		f.Add(c.SQL)
	}
	for _, text := range []string{
		"SELECT 1" + strings.Repeat("+1", 3000), "SELECT 1" + strings.Repeat("::int", 3000),
		"SELECT (0.1).pg_sleep", "SELECT * FROM a NATURAL JOIN b USING (c)", "EXPLAIN (ANALYZE off) SELECT 1",
		"MERGE INTO a USING b ON true WHEN MATCHED THEN DO NOTHING", "SELECT 1 LIMIT 1e400",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		q, err := Extract(text, Options{SearchPath: []string{"public"}})
		if q.Nodes == nil || q.Functions == nil || q.Relations == nil || q.Columns == nil || q.Statements == nil {
			t.Fatal("a member is nil")
		}
		if err != nil {
			return
		}
		if !q.Complete || len(q.Statements) == 0 {
			t.Fatalf("%q: %+v", text, q)
		}
		if again, err := Extract(text, Options{SearchPath: []string{"public"}}); err != nil || !cmp.Equal(q, again) {
			t.Fatalf("%q read twice differs: %v %s", text, err, cmp.Diff(q, again))
		}
	})
}
