package pgrun_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"regent/facts/sql"
	"regent/tools/pgrun"
)

func plan(t testing.TB, text string, cap int) (pgrun.Plan, error) {
	t.Helper()
	tree, err := sql.Parse(text)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return pgrun.Bound(tree, cap)
}

func TestBound(t *testing.T) {
	for _, c := range []struct {
		text, want string
		keep       int
	}{
		{"SELECT a FROM t", "SELECT a FROM t LIMIT 6", 5},
		{"SELECT a FROM t LIMIT 3", "SELECT a FROM t LIMIT 3", 3},
		{"SELECT a FROM t LIMIT 5", "SELECT a FROM t LIMIT 5", 5},
		{"SELECT a FROM t LIMIT 6", "SELECT a FROM t LIMIT 6", 5},
		{"SELECT a FROM t LIMIT 0", "SELECT a FROM t LIMIT 0", 0},
		{"SELECT a FROM t LIMIT 2.5", "SELECT a FROM t LIMIT 3", 3},
		{"SELECT a FROM t LIMIT '4'", "SELECT a FROM t LIMIT 4", 4},
		{"SELECT a FROM t LIMIT 1e9", "SELECT a FROM t LIMIT 6", 5},
		{"SELECT a FROM t LIMIT ALL", "SELECT a FROM t LIMIT 6", 5},
		{"SELECT a FROM t LIMIT NULL OFFSET 2", "SELECT a FROM t LIMIT 6 OFFSET 2", 5},
		{"SELECT a FROM t LIMIT 1 + 1", "SELECT a FROM t LIMIT 6", 5},
		{"SELECT a FROM t LIMIT (SELECT 3)", "SELECT a FROM t LIMIT 6", 5},
		{"SELECT a FROM t ORDER BY a FETCH FIRST 2 ROWS WITH TIES", "SELECT a FROM t ORDER BY a LIMIT 6", 5},
		{"SELECT a FROM t FETCH FIRST ROW ONLY", "SELECT a FROM t LIMIT 1", 1},
		{"VALUES (1), (2)", "VALUES (1), (2) LIMIT 6", 5},
		{"TABLE t", "SELECT * FROM t LIMIT 6", 5},
		{"SELECT 1 UNION SELECT 2", "SELECT 1 UNION SELECT 2 LIMIT 6", 5},
		{"(SELECT 1 LIMIT 9) UNION ALL (SELECT 2 LIMIT 9)", "(SELECT 1 LIMIT 9) UNION ALL (SELECT 2 LIMIT 9) LIMIT 6", 5},
		{"WITH c AS (SELECT 1 LIMIT 99) SELECT * FROM c", "WITH c AS (SELECT 1 LIMIT 99) SELECT * FROM c LIMIT 6", 5},
		{"SELECT a /* b */ FROM t -- c", "SELECT a FROM t LIMIT 6", 5},
		{"EXPLAIN SELECT a FROM t", "EXPLAIN SELECT a FROM t", 5},
	} {
		p, err := plan(t, c.text, 5)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if p.Text != c.want || p.Keep != c.keep {
			t.Errorf("%q becomes %q and keeps %d, want %q, %d", c.text, p.Text, p.Keep, c.want, c.keep)
		}
	}
	if _, err := plan(t, "SELECT 1; SELECT 2", 5); err == nil {
		t.Error("two statements are bounded")
	}
	if _, err := plan(t, "DELETE FROM t", 5); err == nil {
		t.Error("a DELETE is bounded")
	}
	if _, err := plan(t, "SELECT 1", 0); err == nil {
		t.Error("a cap of no rows is taken")
	}
}

// unfaithful are statements that the deparser writes back with another meaning,
// or not at all.
var unfaithful = []string{
	"SELECT (NOT true) IS NULL",
	"SELECT a BETWEEN (b AND c) AND d FROM (SELECT true AS a, true AS b, true AS c, true AS d) AS x",
	"SELECT now() AT TIME ZONE ('u' || 'tc')",
	"SELECT ('a' LIKE 'a')::text LIKE 'b'",
	"SELECT (id::text LIKE 'a') LIKE 'c' FROM users",
	"SELECT (ARRAY(SELECT 1))[1]",
	"SELECT (CASE WHEN true THEN c END).email FROM customers AS c",
}

// A statement that cannot be written anew is wrapped, run as it is, or refused;
// the result is that of the caller's text.
func TestStatementsThatCannotBeWrittenAnew(t *testing.T) {
	w := newWorld(t)
	wrapped := 0
	for _, text := range unfaithful {
		tree, err := sql.Parse(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		p, err := pgrun.Bound(tree, 50)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if strings.HasPrefix(p.Text, "SELECT * FROM (") {
			wrapped++
		}
		got, err := w.run.Run(t.Context(), p, limits)
		want, werr := w.run.Run(t.Context(), raw(text), limits)
		if (err == nil) != (werr == nil) {
			t.Errorf("%q as %q: %v, want %v", text, p.Text, err, werr)
			continue
		}
		if err == nil && !strings.Contains(text, "now()") && rows(got) != rows(want) {
			t.Errorf("%q as %q gave %s, want %s", text, p.Text, rows(got), rows(want))
		}
		// With a limit of its own it can run as it stands.
		own, err := plan(t, text+" LIMIT 3", 50)
		if err != nil || own.Keep != 3 {
			t.Errorf("%q with its own limit: %q, %d, %v", text, own.Text, own.Keep, err)
		}
		if _, err := plan(t, text+" LIMIT 1 + 1", 50); err != nil && !errors.Is(err, pgrun.ErrUnfaithful) {
			t.Errorf("%q with an expression: %v", text, err)
		}
	}
	if wrapped < 3 {
		t.Errorf("%d of %d statements were wrapped", wrapped, len(unfaithful))
	}
}

func TestWrapKeepsCommentsHarmless(t *testing.T) {
	for _, text := range []string{
		"SELECT (NOT true) IS NULL -- ) AS q; DROP TABLE t",
		"SELECT (NOT true) IS NULL /* x */ ; -- y",
		";; SELECT (NOT true) IS NULL ;;",
		"-- first\nSELECT (NOT true) IS NULL",
	} {
		p, err := plan(t, text, 5)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		q := p.Tree.Facts(sql.Options{})
		if len(q.Statements) != 1 || q.Limit.Kind != "literal" || q.Limit.Value != 6 {
			t.Errorf("%q becomes %q: %+v", text, p.Text, q.Limit)
		}
	}
}

// The text of a plan parses to its tree, and that tree is the caller's with
// nothing changed but the outer limit, or the caller's below a wrapping SELECT.
func TestPlansMeanWhatWasParsed(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	g := &grammar{r: r, functions: []string{"abs", "upper", "count", "coalesce", "now"}}
	for range 2000 {
		text := g.query()
		tree, err := sql.Parse(text)
		if err != nil || len(tree.Result.Stmts) != 1 || sql.Outer(tree.Result.Stmts[0].Stmt) == nil {
			continue
		}
		p, err := pgrun.Bound(tree, 7)
		if errors.Is(err, pgrun.ErrUnfaithful) {
			continue
		}
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		again, err := sql.Parse(p.Text)
		if err != nil || !sql.Same(again.Result, p.Tree.Result) {
			t.Fatalf("%q: the plan's text %q is not its tree: %v", text, p.Text, err)
		}
		if got, want := unlimited(p.Tree), unlimited(tree); !sql.Same(got, want) && !sql.Same(unwrapped(p.Tree), tree.Result) {
			t.Fatalf("%q became %q", text, p.Text)
		}
		if p.Keep > 7 {
			t.Fatalf("%q keeps %d rows", text, p.Keep)
		}
	}
}

func unlimited(t *sql.Tree) *pg_query.ParseResult {
	c := proto.Clone(t.Result).(*pg_query.ParseResult)
	if s := sql.Outer(c.Stmts[0].Stmt); c.Stmts[0].Stmt.GetExplainStmt() == nil {
		s.LimitCount, s.LimitOption = nil, pg_query.LimitOption_LIMIT_OPTION_COUNT
	}
	return c
}

func unwrapped(t *sql.Tree) *pg_query.ParseResult {
	c := proto.Clone(t.Result).(*pg_query.ParseResult)
	s := sql.Outer(c.Stmts[0].Stmt)
	if len(s.FromClause) != 1 || s.FromClause[0].GetRangeSubselect() == nil {
		return &pg_query.ParseResult{}
	}
	c.Stmts[0].Stmt = s.FromClause[0].GetRangeSubselect().Subquery
	return c
}
