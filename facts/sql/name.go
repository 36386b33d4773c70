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
	if schema == "" || schema == catalogSchema {
		if v, ok := builtins()[name]; ok {
			f.Builtin, f.Volatility = true, v
		}
	}
	if w.o.Catalog != nil && !f.Builtin {
		w.o.Catalog.Function(&f)
	}
	w.functions[k] = f
}

// attribute states that x.name may call a function. PostgreSQL looks for a
// column first, then for a function of one argument with that name, for tables
// and for plain values alike. Which of the two it is, only the database knows;
// names that no built-in bears are left to the role.
func (w *walker) attribute(name string) {
	if _, ok := builtins()[name]; ok {
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
	for _, n := range m.Indirection {
		if s := n.GetString_(); s != nil {
			w.attribute(s.Sval)
		}
	}
}

// expression states the operator of an A_Expr. BETWEEN keeps its keyword where
// others keep an operator; the server resolves it to built-in comparisons by
// the operands' types.
func (w *walker) expression(m *pg_query.A_Expr) {
	switch m.Kind {
	case pg_query.A_Expr_Kind_AEXPR_BETWEEN, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN,
		pg_query.A_Expr_Kind_AEXPR_BETWEEN_SYM, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM:
		return
	}
	w.operator(m.Name)
}

func (w *walker) operator(name []*pg_query.Node) {
	if parts := names(name); len(parts) > 0 {
		w.operators[strings.Join(parts, ".")] = struct{}{}
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
