package sql

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"regent/facts"
)

const catalogSchema = "pg_catalog"

// function states a function that is called by name.
func (w *walker) function(name []*pg_query.Node, how string) {
	schema, last := split(names(name))
	if last == "" {
		return
	}
	w.addFunction(schema, last, how)
}

func (w *walker) addFunction(schema, name, how string) {
	k := funcKey{schema, name, how}
	if _, ok := w.functions[k]; ok {
		return
	}
	f := facts.Function{Schema: schema, Name: name, How: how, Volatility: "unknown"}
	known, ok := catalogue()[name]
	switch {
	case !ok:
	case known.extension == "" && (schema == "" || schema == catalogSchema),
		known.extension != "" && (schema == "" || schema == "public"):
		f.Builtin, f.Volatility, f.Extension = known.extension == "", known.volatility, known.extension
	}
	if w.o.Catalog != nil && !f.Builtin {
		w.o.Catalog.Function(&f)
	}
	w.functions[k] = f
}

// attribute states that x.name may call a function. PostgreSQL looks for a
// column first, then for a function of one argument with that name, for rows
// and for plain values alike. Which of the two it is, only the database knows,
// so it is stated for names that a shipped function bears, for those that the
// live catalog knows, and where x can have no such column. What is left is the
// role's.
func (w *walker) attribute(name string, lacking bool) {
	if known, ok := catalogue()[name]; ok && !known.internal || lacking {
		w.addFunction("", name, "attribute")
		return
	}
	if w.o.Catalog == nil {
		return
	}
	f := facts.Function{Name: name, How: "attribute", Volatility: "unknown"}
	w.o.Catalog.Function(&f)
	if f.Volatility != "unknown" {
		w.functions[funcKey{"", name, "attribute"}] = f
	}
}

func (w *walker) indirection(m *pg_query.A_Indirection) {
	plain := isPlain(m.Arg)
	var columns shape
	switch arg := m.Arg.GetNode().(type) {
	case *pg_query.Node_RowExpr:
		columns = shapeOfRow(arg.RowExpr)
	case *pg_query.Node_ColumnRef:
		columns = w.rowOf(arg.ColumnRef)
	}
	for _, n := range m.Indirection {
		if s := n.GetString_(); s != nil {
			w.attribute(s.Sval, plain || columns.lacks(s.Sval))
		}
		plain, columns = false, nil // what a function or subscript gives may be a row
	}
}

// isPlain: an expression that gives no row, so that (x).name is a call.
func isPlain(n *pg_query.Node) bool {
	switch m := n.GetNode().(type) {
	case *pg_query.Node_AConst, *pg_query.Node_AExpr, *pg_query.Node_BoolExpr,
		*pg_query.Node_NullTest, *pg_query.Node_BooleanTest, *pg_query.Node_SqlvalueFunction:
		return true
	case *pg_query.Node_TypeCast:
		schema, name := split(names(m.TypeCast.GetTypeName().GetNames()))
		return schema == catalogSchema && name != "record" || schema == "" && plainTypes[name]
	}
	return false
}

// expression states the operator of an A_Expr. BETWEEN keeps its keyword where
// others keep an operator; the server resolves it to built-in comparisons by
// the operands' types.
func (w *walker) expression(m *pg_query.A_Expr) {
	switch m.Kind {
	case pg_query.A_Expr_Kind_AEXPR_BETWEEN, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN,
		pg_query.A_Expr_Kind_AEXPR_BETWEEN_SYM, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM:
		w.imply(">=")
		w.imply("<=")
		w.imply("<") // NOT BETWEEN
		w.imply(">")
		return
	}
	w.operator(m.Name)
}

func (w *walker) operator(name []*pg_query.Node) {
	if parts := names(name); len(parts) > 0 {
		w.operators[strings.Join(parts, ".")] = struct{}{}
	}
}

func (w *walker) imply(operator string) { w.implied[operator] = struct{}{} }

// live states what the live catalog knows of the operators.
func (w *walker) live() {
	if w.o.Catalog == nil {
		return
	}
	for _, set := range []map[string]struct{}{w.operators, w.implied} {
		for o := range set {
			// No operator has a dot in its name.
			schema, name := "", o
			if i := strings.LastIndexByte(o, '.'); i >= 0 {
				schema, name = o[:i], o[i+1:]
			}
			for _, f := range w.o.Catalog.Operators(schema, name) {
				w.functions[funcKey{f.Schema, f.Name, f.How}] = f
			}
		}
	}
}

func (w *walker) typeName(m *pg_query.TypeName) {
	parts := names(m.Names)
	if len(parts) == 0 {
		return
	}
	name := strings.Join(parts, ".")
	if m.PctType {
		name += "%TYPE"
	}
	w.types[name] = struct{}{}
}
