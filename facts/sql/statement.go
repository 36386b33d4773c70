package sql

import (
	"reflect"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"regent/facts"
)

// statementAccess is what a statement other than a query does to the relations
// that it names directly.
func statementAccess(m any) string {
	switch m := m.(type) {
	case *pg_query.CopyStmt:
		if m.IsFrom {
			return writes
		}
		return reads
	case *pg_query.TruncateStmt:
		return writes
	case *pg_query.LockStmt:
		return locks
	case *pg_query.VacuumStmt, *pg_query.ClusterStmt, *pg_query.ReindexStmt, *pg_query.RefreshMatViewStmt:
		return writes
	}
	return defines
}

// detail is what a statement's kind does not say.
func detail(m any) string {
	switch m := m.(type) {
	case *pg_query.CopyStmt:
		switch {
		case m.IsProgram:
			return "program"
		case m.Filename != "":
			return "file"
		}
		return "client"
	case *pg_query.AlterTableStmt:
		for _, c := range m.Cmds {
			if c.GetAlterTableCmd().GetSubtype() == pg_query.AlterTableType_AT_DropColumn {
				return "drop"
			}
		}
	}
	return ""
}

// dropped states the relations that a DROP names; they stand in the tree as
// bare lists of names.
func (w *walker) dropped(m any) {
	d, ok := m.(*pg_query.DropStmt)
	if !ok {
		return
	}
	switch d.RemoveType {
	case pg_query.ObjectType_OBJECT_TABLE, pg_query.ObjectType_OBJECT_VIEW,
		pg_query.ObjectType_OBJECT_MATVIEW, pg_query.ObjectType_OBJECT_SEQUENCE,
		pg_query.ObjectType_OBJECT_FOREIGN_TABLE, pg_query.ObjectType_OBJECT_INDEX:
	default:
		return
	}
	for _, o := range d.Objects {
		schema, name := split(names(o.GetList().GetItems()))
		for _, t := range w.candidates(&pg_query.RangeVar{Schemaname: schema, Relname: name}) {
			w.relations[facts.Relation{Schema: t.schema, Name: t.name, Access: defines}] = struct{}{}
		}
	}
}

// explain notes an EXPLAIN and whether it runs what it explains. A value that
// is no plain off counts as on.
func (w *walker) explain(m *pg_query.ExplainStmt) {
	analyze := false
	for _, o := range m.Options {
		if d := o.GetDefElem(); strings.EqualFold(d.GetDefname(), "analyze") && !off(d.GetArg()) {
			analyze = true
		}
	}
	w.q.Explain.Present = true
	w.q.Explain.Analyze = w.q.Explain.Analyze || analyze
	w.planned = !analyze
}

func off(n *pg_query.Node) bool {
	switch m := n.GetNode().(type) {
	case *pg_query.Node_Integer:
		return m.Integer.GetIval() == 0
	case *pg_query.Node_Boolean:
		return !m.Boolean.GetBoolval()
	case *pg_query.Node_String_:
		switch strings.ToLower(m.String_.GetSval()) {
		case "off", "false":
			return true
		}
	}
	return false
}

// locking notes a row lock. The names after OF are aliases.
func (w *walker) locking(v reflect.Value, m *pg_query.LockingClause) {
	w.locks[lockWord(m.Strength)] = struct{}{}
	w.children(v, "LockedRels")
	for _, n := range m.LockedRels {
		w.nodes["RangeVar"] = struct{}{}
		it, ok := w.scope.item("", n.GetRangeVar().GetRelname())
		if !ok {
			continue
		}
		for _, t := range it.tables {
			w.relations[facts.Relation{Schema: t.schema, Name: t.name, Access: locks}] = struct{}{}
		}
	}
}

func lockWord(s pg_query.LockClauseStrength) string {
	switch s {
	case pg_query.LockClauseStrength_LCS_FORKEYSHARE:
		return "key_share"
	case pg_query.LockClauseStrength_LCS_FORSHARE:
		return "share"
	case pg_query.LockClauseStrength_LCS_FORNOKEYUPDATE:
		return "no_key_update"
	}
	return "update"
}

// unfiltered notes an UPDATE or DELETE whose condition does not depend on the
// row, so that it changes all rows or none.
func (w *walker) unfiltered(where *pg_query.Node) {
	if !w.planned && always(where) {
		w.q.Unfiltered = true
	}
}

// always: the condition is missing, depends on no column, or compares a thing
// with itself.
func always(n *pg_query.Node) bool {
	switch m := n.GetNode().(type) {
	case nil:
		return true
	case *pg_query.Node_CurrentOfExpr:
		return false
	case *pg_query.Node_BoolExpr:
		switch m.BoolExpr.Boolop {
		case pg_query.BoolExprType_OR_EXPR:
			for _, a := range m.BoolExpr.Args {
				if always(a) {
					return true
				}
			}
			return false
		case pg_query.BoolExprType_AND_EXPR:
			for _, a := range m.BoolExpr.Args {
				if !always(a) {
					return false
				}
			}
			return true
		}
	case *pg_query.Node_AExpr:
		if op := names(m.AExpr.Name); len(op) == 1 && (op[0] == "=" || op[0] == "<=" || op[0] == ">=") &&
			m.AExpr.Kind == pg_query.A_Expr_Kind_AEXPR_OP && sameNode(m.AExpr.Lexpr, m.AExpr.Rexpr) {
			return true
		}
	}
	return !mentionsColumn(reflect.ValueOf(n))
}

func mentionsColumn(v reflect.Value) bool {
	if _, ok := v.Interface().(*pg_query.ColumnRef); ok {
		return true
	}
	found := false
	planOf(v.Type().Elem()).each(v.Elem(), nil, func(c reflect.Value) {
		found = found || mentionsColumn(c)
	})
	return found
}
