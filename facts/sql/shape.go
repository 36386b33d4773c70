package sql

import (
	"slices"
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// shape is the names of the columns that an entry of FROM has, where the text
// alone tells them; nil where it does not. Where it does, x.name with another
// name calls a function.
type shape []string

func (s shape) lacks(name string) bool { return s != nil && !slices.Contains(s, name) }

// renamed is s after an alias with a column list, which may be shorter.
func (s shape) renamed(a *pg_query.Alias) shape {
	list := names(a.GetColnames())
	if s == nil || len(list) == 0 {
		return s
	}
	if len(list) > len(s) {
		return nil // the server refuses it
	}
	return slices.Concat(shape(list), s[len(list):])
}

// shapeOf is what a query gives.
func shapeOf(n *pg_query.Node) shape {
	s := n.GetSelectStmt()
	for s != nil && s.Op != pg_query.SetOperation_SETOP_NONE && s.Larg != nil {
		s = s.Larg
	}
	switch {
	case s == nil:
		return nil
	case len(s.ValuesLists) > 0:
		out := shape{}
		for i := range s.ValuesLists[0].GetList().GetItems() {
			out = append(out, "column"+strconv.Itoa(i+1))
		}
		return out
	}
	out := shape{}
	for _, n := range s.TargetList {
		t := n.GetResTarget()
		name := t.GetName()
		if name == "" {
			name, _ = figured(t.GetVal())
		}
		if name == "" {
			return nil
		}
		out = append(out, name)
	}
	return out
}

// nameless is how the server calls a column for which it finds no name.
const nameless = "?column?"

// figured is the name that the server gives to a column without one; "" where
// this is not known here. An own name is one that a cast around it leaves.
func figured(n *pg_query.Node) (name string, own bool) {
	switch m := n.GetNode().(type) {
	case *pg_query.Node_ColumnRef:
		fields := m.ColumnRef.Fields
		return fields[len(fields)-1].GetString_().GetSval(), true // none for a star
	case *pg_query.Node_FuncCall:
		_, name = split(names(m.FuncCall.Funcname))
		return name, true
	case *pg_query.Node_TypeCast:
		if name, own = figured(m.TypeCast.Arg); own || name == "" {
			return name, own
		}
		_, name = split(names(m.TypeCast.GetTypeName().GetNames()))
		return name, false
	case *pg_query.Node_AConst, *pg_query.Node_BoolExpr, *pg_query.Node_NullTest, *pg_query.Node_BooleanTest:
		return nameless, false
	case *pg_query.Node_AExpr:
		if m.AExpr.Kind != pg_query.A_Expr_Kind_AEXPR_NULLIF {
			return nameless, false
		}
	}
	return "", false
}

// shapeOfCTE is what a common table expression gives.
func shapeOfCTE(c *pg_query.CommonTableExpr) shape {
	if c.SearchClause != nil || c.CycleClause != nil {
		return nil // they add columns
	}
	return shapeOf(c.Ctequery).renamed(&pg_query.Alias{Colnames: c.Aliascolnames})
}

// shapeOfRow is what ROW(…) gives: f1, f2 and so on.
func shapeOfRow(m *pg_query.RowExpr) shape {
	out := shape{}
	for i := range m.Args {
		out = append(out, "f"+strconv.Itoa(i+1))
	}
	return out
}

// shapeOfFunction is the columns that AS x(a int, b text) gives to a function's
// records.
func shapeOfFunction(m *pg_query.RangeFunction) shape {
	if len(m.Coldeflist) == 0 || m.Ordinality {
		return nil
	}
	out := shape{}
	for _, n := range m.Coldeflist {
		out = append(out, n.GetColumnDef().GetColname())
	}
	return out
}

// rowOf is the shape of the row that a name alone stands for, when no column in
// sight can bear the name.
func (w *walker) rowOf(m *pg_query.ColumnRef) shape {
	parts := names(m.Fields)
	if len(parts) != 1 || len(m.Fields) != 1 {
		return nil
	}
	it, ok := w.scope.item("", parts[0])
	if !ok {
		return nil
	}
	for s := w.scope; s != nil; s = s.parent {
		for _, other := range s.items {
			if !other.shape.lacks(parts[0]) {
				return nil
			}
		}
	}
	return it.shape
}
