package sql

import (
	"math"
	"math/big"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"regent/facts"
)

// Outer is the SELECT whose LIMIT bounds the rows of a statement: the statement
// itself, or what an EXPLAIN explains; nil for another statement.
func Outer(n *pg_query.Node) *pg_query.SelectStmt {
	if e := n.GetExplainStmt(); e != nil {
		n = e.Query
	}
	return n.GetSelectStmt()
}

// Limit is the outer LIMIT of a text of one statement.
func (t *Tree) Limit() facts.Limit {
	if len(t.Result.Stmts) != 1 {
		return facts.Limit{Kind: "none"}
	}
	return outerLimit(t.Result.Stmts[0].GetStmt())
}

func outerLimit(n *pg_query.Node) facts.Limit {
	s := Outer(n)
	if s == nil || s.LimitCount == nil {
		return facts.Limit{Kind: "none"}
	}
	l := facts.Limit{Kind: "expression"}
	if c := s.LimitCount.GetAConst(); c != nil {
		l = constLimit(c)
	}
	if s.LimitOption == pg_query.LimitOption_LIMIT_OPTION_WITH_TIES {
		l.Kind = "with_ties"
	}
	return l
}

// constLimit reads a constant as the server does: a fraction is rounded, a
// quoted number counts.
func constLimit(c *pg_query.A_Const) facts.Limit {
	if c.Isnull {
		return facts.Limit{Kind: "null"} // LIMIT ALL stands in the tree as LIMIT NULL
	}
	switch v := c.Val.(type) {
	case *pg_query.A_Const_Ival:
		return facts.Limit{Kind: "literal", Value: int64(v.Ival.GetIval())}
	case *pg_query.A_Const_Fval:
		if n, ok := rounded(v.Fval.GetFval()); ok {
			return facts.Limit{Kind: "literal", Value: n}
		}
	case *pg_query.A_Const_Sval:
		s := strings.TrimSpace(v.Sval.GetSval())
		if n, ok := rounded(s); ok && !strings.ContainsAny(s, ".eE") {
			return facts.Limit{Kind: "literal", Value: n}
		}
	}
	return facts.Limit{Kind: "expression"}
}

// rounded is a decimal numeral as an integer, halves away from zero, held
// within int64.
func rounded(s string) (int64, bool) {
	s = strings.ReplaceAll(s, "_", "")
	// A numeral with a huge exponent is not worked out.
	if i := strings.IndexAny(s, "eE"); i >= 0 && len(s)-i > 5 {
		return 0, false
	}
	if len(s) == 0 || len(s) > 400 {
		return 0, false
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok || strings.Contains(s, "/") {
		return 0, false
	}
	half := big.NewRat(int64(r.Sign()), 2)
	r.Add(r, half)
	n := new(big.Int).Quo(r.Num(), r.Denom())
	switch {
	case n.IsInt64():
		return n.Int64(), true
	case n.Sign() > 0:
		return math.MaxInt64, true
	}
	return math.MinInt64, true
}
