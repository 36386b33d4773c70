package pgrun_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"regent/facts"
	"regent/facts/sql"
	"regent/tools/pgrun"
)

func TestLiveCatalog(t *testing.T) {
	w := newWorld(t, "CREATE SCHEMA crm",
		"CREATE FUNCTION crm.score(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 1'",
		"CREATE FUNCTION crm.score(text) RETURNS int LANGUAGE sql STABLE SECURITY DEFINER AS 'SELECT 1'",
		"CREATE FUNCTION wipe(customers) RETURNS int LANGUAGE sql VOLATILE AS 'SELECT 1'",
		"CREATE EXTENSION tablefunc")
	c, err := w.run.Catalog(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	q, err := sql.Extract("SELECT crm.score(1), c.wipe, c.name, c.email, crosstab2('x'), nowhere(1), upper('x') FROM customers c", sql.Options{Catalog: c})
	if err != nil {
		t.Fatal(err)
	}
	want := []facts.Function{
		{Name: "nowhere", How: "call", Volatility: "unknown"},
		{Name: "wipe", How: "attribute", Volatility: "volatile"},
		{Name: "crosstab2", How: "call", Volatility: "stable", Extension: "tablefunc"},
		{Schema: "crm", Name: "score", How: "call", Volatility: "stable", Definer: true},
		{Name: "name", How: "attribute", Volatility: "immutable", Builtin: true},
		{Name: "upper", How: "call", Volatility: "immutable", Builtin: true},
	}
	if d := cmp.Diff(want, q.Functions); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestLiveCatalogOfOperators(t *testing.T) {
	w := newWorld(t, "CREATE SCHEMA crm", "CREATE SCHEMA far",
		"CREATE FUNCTION crm.same(customers, customers) RETURNS bool LANGUAGE sql VOLATILE AS 'SELECT true'",
		"CREATE FUNCTION crm.near(text, text) RETURNS bool LANGUAGE sql STABLE SECURITY DEFINER AS 'SELECT true'",
		"CREATE OPERATOR crm.= (LEFTARG = customers, RIGHTARG = customers, FUNCTION = crm.same)",
		"CREATE OPERATOR crm.>= (LEFTARG = customers, RIGHTARG = customers, FUNCTION = crm.same)",
		"CREATE OPERATOR crm.~~~ (LEFTARG = text, RIGHTARG = text, FUNCTION = crm.near)",
		"CREATE OPERATOR far.= (LEFTARG = customers, RIGHTARG = customers, FUNCTION = crm.same)",
		"CREATE EXTENSION pg_trgm SCHEMA crm", "GRANT USAGE ON SCHEMA crm TO reader")
	live := func(path ...string) sql.Options {
		t.Helper()
		c, err := open(t, pgrun.Options{DSN: w.server.DSN("reader", w.db), SearchPath: path}).Catalog(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		return sql.Options{Catalog: c}
	}
	near, far := live("crm", "public"), live("public")
	same := facts.Function{Schema: "crm", Name: "=", How: "operator", Volatility: "volatile"}
	for _, c := range []struct {
		text string
		o    sql.Options
		want []facts.Function
	}{
		{"SELECT 1 WHERE 1 = 1", near, []facts.Function{same}},
		{"SELECT 1 WHERE 1 = 1", far, nil},
		{"SELECT 1 WHERE 1 OPERATOR(crm.=) 1", far, []facts.Function{same}},
		{"SELECT 1 WHERE 1 OPERATOR(pg_catalog.=) 1", near, nil},
		{"SELECT 1 WHERE 1 IN (1, 2)", near, []facts.Function{same}},
		{"SELECT 1 WHERE 1 IN (SELECT 2)", near, []facts.Function{same}},
		{"SELECT CASE 1 WHEN 2 THEN 3 END", near, []facts.Function{same}},
		{"SELECT NULLIF(1, 2)", near, []facts.Function{same}},
		{"SELECT 1 WHERE 1 IS DISTINCT FROM 2", near, []facts.Function{same}},
		{"SELECT 1 FROM t JOIN users USING (a)", near, []facts.Function{same}},
		{"SELECT 1 FROM t NATURAL JOIN users", near, []facts.Function{same}},
		{"SELECT 1 WHERE 1 BETWEEN 0 AND 2", near, []facts.Function{{Schema: "crm", Name: ">=", How: "operator", Volatility: "volatile"}}},
		{"SELECT 'a' ~~~ 'b'", near, []facts.Function{{Schema: "crm", Name: "~~~", How: "operator", Volatility: "stable", Definer: true}}},
		{"SELECT 'a' % 'b'", near, []facts.Function{{Schema: "crm", Name: "%", How: "operator", Volatility: "stable", Extension: "pg_trgm"}}},
		{"SELECT 1 + 2, 'a' || 'b'", near, nil},
		{"SELECT CASE WHEN true THEN 3 END", near, nil},
	} {
		q, err := sql.Extract(c.text, c.o)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(c.want, q.Functions, cmpopts.EquateEmpty()); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.text, d)
		}
	}
}

func TestLiveCatalogIsTakenAnew(t *testing.T) {
	w := newWorld(t)
	c, err := w.run.Catalog(t.Context(), time.Nanosecond)
	if err != nil {
		t.Fatal(err)
	}
	f := facts.Function{Schema: "public", Name: "fresh", Volatility: "unknown"}
	c.Function(&f)
	if f.Volatility != "unknown" {
		t.Errorf("before it is made: %+v", f)
	}
	w.server.Exec(t, w.db, "CREATE FUNCTION fresh() RETURNS int LANGUAGE sql STABLE AS 'SELECT 1'")
	await(t, func() bool {
		c.Function(&f)
		return f.Volatility == "stable"
	})
}
