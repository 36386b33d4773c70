package sql

import (
	"slices"
	"testing"
)

// Which names after a dot are stated as calls because the entry of FROM has no
// such column.
func TestAttributesByShape(t *testing.T) {
	for text, calls := range map[string]bool{
		"SELECT q.f FROM (SELECT 1 AS a) q":                                     true,
		"SELECT q.f FROM (SELECT 1 AS f) q":                                     false,
		"SELECT q.f FROM (SELECT 1 AS a) q(f)":                                  false,
		"SELECT q.a FROM (SELECT 1 AS a) q(f)":                                  true,
		"SELECT q.f FROM (SELECT f FROM t) q":                                   false,
		"SELECT q.f FROM (SELECT t.f FROM t) q":                                 false,
		"SELECT q.f FROM (SELECT * FROM t) q":                                   false,
		"SELECT q.f FROM (SELECT 1 AS a, t.* FROM t) q":                         false,
		"SELECT q.f FROM (SELECT f(1)) q":                                       false,
		"SELECT q.f FROM (SELECT 1 AS f UNION SELECT 2 AS a) q":                 false,
		"SELECT q.f FROM (SELECT 1 AS a UNION SELECT 2 AS f) q":                 true,
		"SELECT q.f FROM (SELECT CASE WHEN true THEN 1 END) q":                  false, // not known
		"SELECT q.f FROM (SELECT 1, 2 + 3) q":                                   true,
		"SELECT q.f FROM (VALUES (1)) q":                                        true,
		"SELECT q.column1 FROM (VALUES (1)) q":                                  false,
		"SELECT q.f FROM (VALUES (1, 2)) q(f)":                                  false,
		"SELECT q.column2 FROM (VALUES (1, 2)) q(f)":                            false,
		"SELECT q.f FROM (VALUES (1)) q(f, g)":                                  false, // the server refuses it
		"WITH q AS (SELECT 1 AS a) SELECT q.f FROM q":                           true,
		"WITH q(f) AS (SELECT 1 AS a) SELECT q.f FROM q":                        false,
		"WITH q AS (SELECT 1 AS f) SELECT r.f FROM q AS r":                      false,
		"WITH q AS (SELECT 1 AS a) SELECT r.a FROM q AS r(f)":                   true,
		"WITH RECURSIVE q AS (SELECT 1 AS f UNION SELECT q.f FROM q) TABLE q":   false,
		"WITH RECURSIVE q AS (SELECT 1 AS a UNION SELECT q.f FROM q) TABLE q":   true,
		"WITH RECURSIVE q AS (TABLE p), p AS (SELECT 1 AS f) SELECT q.f FROM q": false,
		"WITH q AS (DELETE FROM t RETURNING 1 AS a) SELECT q.f FROM q":          false, // not known
		"WITH q AS (SELECT 1 AS a) SELECT q.f FROM s.q":                         false, // a table
		"SELECT q.f FROM t AS q":                                                false,
		"SELECT q.f FROM g(1) AS q(f)":                                          false,
		"SELECT q.f FROM g(1) AS q(a)":                                          false, // it may give more
		"SELECT q.f FROM g(1) AS q(a int)":                                      true,
		"SELECT q.f FROM g(1) AS q(f int)":                                      false,
		"SELECT (SELECT q.f) FROM (SELECT 1 AS a) q":                            true,
		"SELECT (SELECT q.f FROM t AS q) FROM (SELECT 1 AS a) q":                false, // the inner q
		"SELECT (q).f FROM (SELECT 1 AS a) q":                                   true,
		"SELECT (q).f FROM (SELECT 1 AS f) q":                                   false,
		"SELECT (q).f FROM (SELECT 1 AS a) q, t":                                false, // t may have a column q
		"SELECT (q).f FROM (SELECT r AS q FROM r) q":                            false, // the column q
		"SELECT (q.a).f FROM (SELECT 1 AS a) q":                                 false, // a may be a row
		"SELECT (ROW(1, 2)).f":                                                  true,
		"SELECT (ROW(1, 2)).f2":                                                 false,
		"SELECT (ROW(1, 2)).f3":                                                 true,
		"SELECT (ROW(ROW(1))).f1.f":                                             false, // not followed
	} {
		q, err := Extract(text, Options{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		got := false
		for _, f := range q.Functions {
			got = got || f.How == "attribute" && slices.Contains([]string{"f", "a", "f2", "f3", "column1", "column2"}, f.Name)
		}
		if got != calls {
			t.Errorf("%s: stated as a call: %v, want %v", text, got, calls)
		}
	}
}
