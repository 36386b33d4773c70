package sql

import (
	"reflect"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"regent/facts"
)

// scope is what names mean at one level of a query.
type scope struct {
	parent *scope
	ctes   map[string]shape
	items  []item
}

// item is one entry of a FROM list.
type item struct {
	alias string
	// tables are the database's relations that the item shows: one for a table,
	// several for a join with an alias, none for a subquery, a function or a CTE.
	tables []table
	shape  shape
}

type table struct{ schema, name string }

func (s *scope) cte(name string) (shape, bool) {
	for ; s != nil; s = s.parent {
		if sh, ok := s.ctes[name]; ok {
			return sh, true
		}
	}
	return nil, false
}

func (s *scope) item(schema, alias string) (item, bool) {
	for ; s != nil; s = s.parent {
		for _, it := range s.items {
			if it.alias != alias {
				continue
			}
			if schema == "" || slices.ContainsFunc(it.tables, func(t table) bool {
				return t.schema == "" || t.schema == schema
			}) {
				return it, true
			}
		}
	}
	return item{}, false
}

// selects visits a SELECT, VALUES, TABLE or set operation.
func (w *walker) selects(v reflect.Value, m *pg_query.SelectStmt) {
	outer, access := w.scope, w.access
	w.access = reads
	w.scope = &scope{parent: outer}
	w.with(m.WithClause)
	for _, n := range m.FromClause {
		w.from(n)
	}
	w.children(v, "WithClause", "FromClause")
	w.scope, w.access = outer, access
}

// inserts visits an INSERT. Its query does not see the target's columns.
func (w *walker) inserts(v reflect.Value, m *pg_query.InsertStmt) {
	outer, access := w.scope, w.access
	w.scope = &scope{parent: outer}
	w.with(m.WithClause)
	w.access = reads
	w.node(m.SelectStmt)
	if m.Relation != nil {
		w.target(m.Relation)
	}
	w.children(v, "WithClause", "SelectStmt", "Relation")
	w.scope, w.access = outer, access
}

// changes visits an UPDATE, DELETE or MERGE. from is the clause named by field.
func (w *walker) changes(v reflect.Value, rel *pg_query.RangeVar, with *pg_query.WithClause, from []*pg_query.Node, field string) {
	outer, access := w.scope, w.access
	w.scope = &scope{parent: outer}
	w.with(with)
	w.access = reads
	if rel != nil {
		w.target(rel)
	}
	for _, n := range from {
		w.from(n)
	}
	w.children(v, "WithClause", "Relation", field)
	w.scope, w.access = outer, access
}

// target adds the relation that a statement changes.
func (w *walker) target(rel *pg_query.RangeVar) {
	w.nodes["RangeVar"] = struct{}{}
	w.children(reflect.ValueOf(rel))
	tables := w.candidates(rel)
	for _, t := range tables {
		w.relations[facts.Relation{Schema: t.schema, Name: t.name, Access: writes}] = struct{}{}
	}
	w.scope.items = append(w.scope.items, item{alias: aliasOf(rel.Alias, rel.Relname), tables: tables})
}

// with visits the common table expressions and names them in the scope: all at
// once when recursive, else each one for those after it.
func (w *walker) with(m *pg_query.WithClause) {
	if m == nil {
		return
	}
	w.nodes["WithClause"] = struct{}{}
	w.scope.ctes = map[string]shape{}
	name := func(n *pg_query.Node) {
		if c := n.GetCommonTableExpr(); c != nil {
			w.scope.ctes[c.Ctename] = shapeOfCTE(c)
		}
	}
	if m.Recursive {
		for _, n := range m.Ctes {
			name(n)
		}
	}
	for _, n := range m.Ctes {
		w.node(n)
		name(n)
	}
}

// from visits one entry of FROM and adds it to the scope.
func (w *walker) from(n *pg_query.Node) []table {
	switch m := n.GetNode().(type) {
	case *pg_query.Node_RangeVar:
		w.nodes["RangeVar"] = struct{}{}
		w.children(reflect.ValueOf(m.RangeVar))
		tables := w.relation(m.RangeVar, reads)
		var columns shape
		if tables == nil {
			columns, _ = w.scope.cte(m.RangeVar.Relname)
		}
		w.add(m.RangeVar.Alias, m.RangeVar.Relname, tables, columns)
		return tables
	case *pg_query.Node_JoinExpr:
		return w.join(m.JoinExpr)
	case *pg_query.Node_RangeTableSample:
		w.nodes["RangeTableSample"] = struct{}{}
		w.function(m.RangeTableSample.Method, "sample")
		tables := w.from(m.RangeTableSample.Relation)
		w.children(reflect.ValueOf(m.RangeTableSample), "Relation")
		return tables
	case *pg_query.Node_RangeSubselect:
		here := w.scope
		if !m.RangeSubselect.Lateral {
			// What stands beside it in FROM is out of its sight.
			w.scope = &scope{parent: here.parent, ctes: here.ctes}
		}
		w.node(n)
		w.scope = here
		w.add(m.RangeSubselect.Alias, "", nil, shapeOf(m.RangeSubselect.Subquery))
	case *pg_query.Node_RangeFunction:
		w.node(n)
		w.add(m.RangeFunction.Alias, functionAlias(m.RangeFunction), nil, shapeOfFunction(m.RangeFunction))
	case *pg_query.Node_RangeTableFunc:
		w.node(n)
		w.add(m.RangeTableFunc.Alias, "", nil, nil)
	case *pg_query.Node_JsonTable:
		w.node(n)
		w.add(m.JsonTable.Alias, "", nil, nil)
	default:
		w.node(n)
	}
	return nil
}

func (w *walker) join(m *pg_query.JoinExpr) []table {
	w.nodes["JoinExpr"] = struct{}{}
	w.depth++
	w.q.Depth = max(w.q.Depth, w.depth)
	tables := slices.Concat(w.from(m.Larg), w.from(m.Rarg))
	w.children(reflect.ValueOf(m), "Larg", "Rarg")
	w.depth--
	if m.IsNatural || len(m.UsingClause) > 0 {
		w.imply("=")
	}
	for _, c := range names(m.UsingClause) {
		for _, t := range tables {
			w.columns[facts.Column{Schema: t.schema, Relation: t.name, Name: c, How: "ambiguous"}] = struct{}{}
		}
	}
	if m.IsNatural {
		w.whole(tables)
	}
	if m.Alias != nil {
		w.add(m.Alias, "", tables, nil)
	}
	if m.JoinUsingAlias != nil {
		w.add(m.JoinUsingAlias, "", tables, nil)
	}
	return tables
}

// add puts an entry of FROM into the scope. An alias with a column list hides
// the names of the columns, so all of them count as read.
func (w *walker) add(a *pg_query.Alias, name string, tables []table, columns shape) {
	if len(a.GetColnames()) > 0 {
		w.whole(tables)
	}
	w.scope.items = append(w.scope.items, item{alias: aliasOf(a, name), tables: tables, shape: columns.renamed(a)})
}

func (w *walker) whole(tables []table) {
	for _, t := range tables {
		w.columns[facts.Column{Schema: t.schema, Relation: t.name, How: "all"}] = struct{}{}
	}
}

func aliasOf(a *pg_query.Alias, name string) string {
	if a.GetAliasname() != "" {
		return a.GetAliasname()
	}
	return name
}

// functionAlias is the name that a function in FROM goes by without an alias.
func functionAlias(m *pg_query.RangeFunction) string {
	if len(m.Functions) == 0 {
		return ""
	}
	items := m.Functions[0].GetList().GetItems()
	if len(items) == 0 {
		return ""
	}
	_, name := split(names(items[0].GetFuncCall().GetFuncname()))
	return name
}

// relation states a relation and returns the tables that it may be; none for
// the name of a common table expression.
func (w *walker) relation(m *pg_query.RangeVar, access string) []table {
	if access == reads && m.Schemaname == "" {
		if _, ok := w.scope.cte(m.Relname); ok {
			w.relations[facts.Relation{Name: m.Relname, Access: access, CTE: true}] = struct{}{}
			return nil
		}
	}
	tables := w.candidates(m)
	for _, t := range tables {
		w.relations[facts.Relation{Schema: t.schema, Name: t.name, Access: access}] = struct{}{}
	}
	return tables
}

// candidates are the tables that a name may mean. pg_catalog stands before the
// search path, and the names of its relations start with "pg_".
func (w *walker) candidates(m *pg_query.RangeVar) []table {
	schema := m.Schemaname
	if m.Catalogname != "" {
		schema = m.Catalogname + "." + schema
	}
	if schema != "" {
		return []table{{schema, m.Relname}}
	}
	var out []table
	if strings.HasPrefix(m.Relname, "pg_") {
		out = append(out, table{catalogSchema, m.Relname})
	}
	for _, s := range w.o.SearchPath {
		if s != catalogSchema || len(out) == 0 {
			out = append(out, table{s, m.Relname})
		}
	}
	if len(out) == 0 {
		out = append(out, table{"", m.Relname})
	}
	return out
}
