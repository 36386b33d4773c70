package sql

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"regent/facts"
)

// column states what one column reference may read.
//
//   - all columns of every table of this level
//     t.*      all columns of t
//     t        all columns, when t names an entry of FROM; else a column
//     c        the column of the only table in sight, else of any of them
//     t.c      the column of t, or a function applied to the row t
func (w *walker) column(m *pg_query.ColumnRef) {
	parts := names(m.Fields)
	star := len(m.Fields) > 0 && m.Fields[len(m.Fields)-1].GetAStar() != nil
	switch {
	case star && len(parts) == 0:
		for _, it := range w.scope.items {
			w.whole(it.tables)
		}
	case star:
		schema, name := split(parts)
		if it, ok := w.scope.item(schema, name); ok {
			w.whole(it.tables)
		} else {
			w.whole([]table{{schema, name}})
		}
	case len(parts) == 1:
		if it, ok := w.scope.item("", parts[0]); ok {
			w.whole(it.tables)
		}
		w.unqualified(parts[0])
	case len(parts) > 1:
		w.qualified(parts)
	}
}

func (w *walker) unqualified(name string) {
	var near []table
	others := false // something that is not a table is in sight, or an outer level is
	for s := w.scope; s != nil; s = s.parent {
		for _, it := range s.items {
			if len(it.tables) == 0 {
				others = true
			}
			near = append(near, it.tables...)
		}
	}
	how := "named"
	if others || !sameName(near) {
		how = "ambiguous"
	}
	for _, t := range near {
		w.columns[facts.Column{Schema: t.schema, Relation: t.name, Name: name, How: how}] = struct{}{}
	}
}

// sameName: the tables are one entry of FROM in several schemas.
func sameName(ts []table) bool {
	seen := map[string]bool{}
	for _, t := range ts {
		if t.name != ts[0].name || seen[t.schema] {
			return false
		}
		seen[t.schema] = true
	}
	return true
}

func (w *walker) qualified(parts []string) {
	qualifier, name := parts[:len(parts)-1], parts[len(parts)-1]
	schema, alias := split(qualifier)
	it, ok := w.scope.item(schema, alias)
	w.attribute(name, ok && it.shape.lacks(name))
	if !ok {
		w.columns[facts.Column{Schema: schema, Relation: alias, Name: name, How: "named"}] = struct{}{}
		return
	}
	how := "named"
	if !sameName(it.tables) {
		how = "ambiguous"
	}
	for _, t := range it.tables {
		w.columns[facts.Column{Schema: t.schema, Relation: t.name, Name: name, How: how}] = struct{}{}
	}
}
