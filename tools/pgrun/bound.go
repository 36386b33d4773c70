package pgrun

import (
	"errors"
	"fmt"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"regent/facts"
	"regent/facts/sql"
)

// Plan is a statement ready to run.
type Plan struct {
	// Text is what will be sent.
	Text string
	// Tree is Text as parsed again; its facts are the ones to judge.
	Tree *sql.Tree
	// Keep is how many rows are given back; one more is asked for where only
	// the cap bounds the rows, so that a cut shows.
	Keep int
}

// ErrUnfaithful says that a statement cannot be given a LIMIT without the risk
// of changing what it means.
var ErrUnfaithful = errors.New("the statement cannot be rewritten with a LIMIT without changing its meaning; write it in another way or give it a LIMIT of its own")

// Bound gives the statement of t an outer limit of at most cap rows.
//
// A literal limit up to the cap stays. Every other one (missing, larger, ALL,
// NULL, an expression, WITH TIES) becomes cap+1, and the last row is dropped
// when it comes: then the cap, not the query, has bounded the rows. EXPLAIN
// keeps its statement as it is. The tree is as it was when Bound returns; until
// then nobody else may use it.
func Bound(t *sql.Tree, cap int) (Plan, error) {
	if len(t.Result.Stmts) != 1 {
		return Plan{}, fmt.Errorf("bound the rows: %d statements", len(t.Result.Stmts))
	}
	if cap < 1 {
		return Plan{}, fmt.Errorf("bound the rows: a cap of %d rows", cap)
	}
	keep, changed := cap, false
	restore := func() {}
	if stmt := t.Result.Stmts[0].Stmt; stmt.GetExplainStmt() == nil {
		outer := sql.Outer(stmt)
		if outer == nil {
			return Plan{}, errors.New("bound the rows: no query")
		}
		own, count, option := t.Limit(), outer.LimitCount, outer.LimitOption
		restore = func() { outer.LimitCount, outer.LimitOption = count, option }
		keep, changed = limit(outer, own, cap)
	}
	again, err := written(t.Result)
	restore()
	switch {
	case err == nil:
		return Plan{Text: again.Text, Tree: again, Keep: keep}, nil
	case !changed:
		return Plan{Text: t.Text, Tree: t, Keep: keep}, nil
	}
	return wrap(t, cap)
}

// written writes a tree as text, and fails where that is not the text of the
// same tree.
func written(want *pg_query.ParseResult) (*sql.Tree, error) {
	text, err := pg_query.Deparse(want)
	if err != nil {
		return nil, err
	}
	again, err := sql.Parse(text)
	if err != nil {
		return nil, err
	}
	if !sql.Same(again.Result, want) {
		return nil, ErrUnfaithful
	}
	return again, nil
}

// limit sets the LIMIT of s and says how many rows to keep, and whether s now
// differs from what the caller wrote.
func limit(s *pg_query.SelectStmt, own facts.Limit, cap int) (keep int, changed bool) {
	n := int64(cap) + 1
	if own.Kind == "literal" && own.Value <= int64(cap) {
		n, keep = own.Value, int(own.Value)
		if c := s.LimitCount.GetAConst(); c.GetIval() != nil && int64(c.GetIval().Ival) == own.Value {
			return keep, false
		}
	} else {
		keep = cap
	}
	s.LimitOption = pg_query.LimitOption_LIMIT_OPTION_COUNT
	s.LimitCount = pg_query.MakeAConstIntNode(n, -1)
	return keep, true
}

// wrap puts the caller's own text into FROM, for the statements that the
// deparser does not write back as they were. The new text is parsed, and what
// stands in FROM must be the caller's statement.
func wrap(t *sql.Tree, cap int) (Plan, error) {
	if kind := t.Limit().Kind; kind == "with_ties" || kind == "expression" {
		return Plan{}, ErrUnfaithful
	}
	// The line's end closes a comment that runs to it.
	text := fmt.Sprintf("SELECT * FROM (%s\n) AS q LIMIT %d", statementText(t), cap+1)
	again, err := sql.Parse(text)
	if err != nil || len(again.Result.Stmts) != 1 {
		return Plan{}, ErrUnfaithful
	}
	outer := again.Result.Stmts[0].Stmt.GetSelectStmt()
	if outer == nil || len(outer.FromClause) != 1 {
		return Plan{}, ErrUnfaithful
	}
	sub := outer.FromClause[0].GetRangeSubselect()
	if sub == nil {
		return Plan{}, ErrUnfaithful
	}
	got := &pg_query.ParseResult{Version: t.Result.Version, Stmts: []*pg_query.RawStmt{{Stmt: sub.Subquery}}}
	if !sql.Same(got, t.Result) {
		return Plan{}, ErrUnfaithful
	}
	sub.Subquery = nil
	shell, err := sql.Parse(fmt.Sprintf("SELECT * FROM (SELECT) AS q LIMIT %d", cap+1))
	if err != nil {
		return Plan{}, ErrUnfaithful
	}
	shell.Result.Stmts[0].Stmt.GetSelectStmt().FromClause[0].GetRangeSubselect().Subquery = nil
	if !sql.Same(shell.Result, again.Result) {
		return Plan{}, ErrUnfaithful
	}
	if again, err = sql.Parse(text); err != nil {
		return Plan{}, ErrUnfaithful
	}
	return Plan{Text: text, Tree: again, Keep: cap}, nil
}

// statementText is the statement without what stands around it.
func statementText(t *sql.Tree) string {
	s := t.Result.Stmts[0]
	text := t.Text
	if from := int(s.StmtLocation); from > 0 && from <= len(text) {
		text = text[from:]
	}
	if n := int(s.StmtLen); n > 0 && n <= len(text) {
		text = text[:n]
	}
	return strings.TrimSpace(text)
}
