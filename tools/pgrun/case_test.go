package pgrun_test

import (
	"fmt"
	"strings"
	"testing"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"regent/facts/sql"
	"regent/tools/pgrun"
)

// Every labelled case has its label, and what is SAFE really runs and gives the
// rows of the caller's own text under an outer cap.
func TestLabelledCases(t *testing.T) {
	w := newWorld(t)
	cases := labelledCases(t)
	if len(cases) < 79 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, c := range cases {
		t.Run(c.ID, func(t *testing.T) {
			got, tree := verdict(t, c.SQL)
			if got != c.Decision {
				t.Fatalf("%q is %s, want %s: %s", c.SQL, got, c.Decision, c.Why)
			}
			if got != "SAFE" {
				return
			}
			sameRows(t, w, c.SQL, tree)
		})
	}
}

func sameRows(t *testing.T, w world, text string, tree *sql.Tree) {
	t.Helper()
	p := bounded(t, text, 50)
	got, err := w.run.Run(t.Context(), p, limits)
	if err != nil {
		t.Fatalf("%q as %q: %v", text, p.Text, err)
	}
	if tree.Result.Stmts[0].Stmt.GetExplainStmt() != nil {
		if got.RowCount == 0 || len(got.Columns) != 1 || got.Columns[0] != "QUERY PLAN" {
			t.Errorf("EXPLAIN gave %+v", got)
		}
		return
	}
	want, err := w.run.Run(t.Context(), pgrun.Plan{Text: underCap(t, tree, 51), Keep: 50}, limits)
	if err != nil {
		t.Fatalf("%q under a cap: %v", text, err)
	}
	if fmt.Sprint(got.Columns) != fmt.Sprint(want.Columns) || got.RowCount != want.RowCount {
		t.Errorf("%q: columns %v, %d rows; want %v, %d", text, got.Columns, got.RowCount, want.Columns, want.RowCount)
	}
	if strings.Contains(text, "now()") {
		return // differs from run to run
	}
	if rows(got) != rows(want) {
		t.Errorf("%q gave\n%swant\n%s", text, rows(got), rows(want))
	}
	unlimited := tree.Facts(sql.Options{}).Limit
	if cut := unlimited.Kind == "literal" && unlimited.Value <= 50; cut && got.Truncated {
		t.Errorf("%q: truncated although its own limit bounds it", text)
	} else if !cut && got.Truncated != want.Truncated {
		t.Errorf("%q: truncated is %v, want %v", text, got.Truncated, want.Truncated)
	}
}

// underCap is the caller's statement below an outer cap, without its own limit
// where that is not a literal.
func underCap(t *testing.T, tree *sql.Tree, cap int) string {
	t.Helper()
	text := strings.TrimRight(strings.TrimSpace(tree.Text), "; \n")
	if k := tree.Facts(sql.Options{}).Limit.Kind; k == "expression" || k == "with_ties" {
		c := proto.Clone(tree.Result).(*pg_query.ParseResult)
		s := sql.Outer(c.Stmts[0].Stmt)
		s.LimitCount, s.LimitOption = nil, pg_query.LimitOption_LIMIT_OPTION_DEFAULT
		var err error
		if text, err = pg_query.Deparse(c); err != nil {
			t.Fatal(err)
		}
	}
	return fmt.Sprintf("SELECT * FROM (%s\n) AS q LIMIT %d", text, cap)
}

// The seed's table of examples, for the rows returned.
func TestSeedExamples(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct {
		text      string
		rows      int
		truncated bool
		sent      string
	}{
		{"SELECT id, name FROM users", 50, true, "SELECT id, name FROM users LIMIT 51"},
		{"SELECT * FROM t LIMIT 10", 10, false, "SELECT * FROM t LIMIT 10"},
		{"SELECT * FROM t LIMIT 500", 50, true, "SELECT * FROM t LIMIT 51"},
		{"SELECT * FROM t LIMIT 50", 50, false, "SELECT * FROM t LIMIT 50"},
		{"SELECT id FROM users LIMIT ALL OFFSET 20", 40, false, "SELECT id FROM users LIMIT 51 OFFSET 20"},
		{"SELECT a FROM t -- all of it", 50, true, "SELECT a FROM t LIMIT 51"},
		{"SELECT 1", 1, false, "SELECT 1 LIMIT 51"},
	} {
		p := bounded(t, c.text, 50)
		if p.Text != c.sent {
			t.Errorf("%q is sent as %q, want %q", c.text, p.Text, c.sent)
		}
		got, err := w.run.Run(t.Context(), p, limits)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if got.RowCount != c.rows || len(got.Rows) != c.rows || got.Truncated != c.truncated {
			t.Errorf("%q gave %d rows, truncated %v; want %d, %v", c.text, got.RowCount, got.Truncated, c.rows, c.truncated)
		}
	}
	for text, rule := range map[string]string{
		"SELECT 1; DROP TABLE t":                                "sql.statements",
		"WITH d AS (DELETE FROM t RETURNING *) SELECT * FROM d": "sql.node",
		"SELECT pg_sleep(10)":                                   "sql.function",
	} {
		tree, err := sql.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		d := judge(t, tree)
		found := false
		for _, f := range d.Findings {
			found = found || f.Rule == rule
		}
		if d.Decision != "BLOCKED" || !found {
			t.Errorf("%q is %s by %v, want BLOCKED by %s", text, d.Decision, d.Findings, rule)
		}
	}
}
