package pgrun_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"regent/facts"
	"regent/facts/sql"
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
