package pgrun_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"regent/facts/sql"
)

// A column that the server finds in a query in FROM is no call, whatever way
// the query's columns came by their names.
func TestColumnsAreNoCalls(t *testing.T) {
	w := newWorld(t)
	conn := connect(t, w.server.DSN("reader", w.db))
	texts := []string{
		"SELECT 1::int4::text, int4::text, x::int4 FROM (SELECT 1 AS int4, 2 AS x) q", "SELECT 1, 'a', 1.5, NULL, true, 1 + 2, NOT true, 1 IS NULL",
		"SELECT extract(year FROM now()), trim('a'), position('a' in 'b'), overlay('a' PLACING 'b' FROM 1), current_date, localtime",
		"SELECT CASE WHEN true THEN id END, CASE 1 WHEN 2 THEN 3 ELSE name END FROM users", "SELECT (c).name, (c).tags -> 'vip' FROM customers c",
		"SELECT ARRAY[1], ROW(1, 2), COALESCE(1, 2), GREATEST(1, 2), NULLIF(1, 2), EXISTS (SELECT 1), (SELECT 2), (SELECT 3 AS three), ARRAY(SELECT 1)",
		"SELECT name COLLATE \"C\", (ARRAY[1])[1], (tags)['vip'], customers.id, public.customers.email FROM customers",
		"VALUES (1, 'a'), (2, 'b')", "SELECT 1 UNION SELECT 2 AS b", "WITH a(x) AS (SELECT 1, 2) SELECT * FROM a", "WITH a(x) AS (SELECT 1 AS p, 2 AS q) SELECT x, q FROM a",
		"SELECT * FROM (VALUES (1, 2)) v(a)", "SELECT v.* FROM (VALUES (1, 2)) v(a)", "TABLE users", "SELECT count(*), sum(id), max(name) FROM users",
		"SELECT now() AT TIME ZONE 'UTC', interval '1 day', date '2026-01-01', '1'::numeric(5, 2), 'x'::varchar(3), 'x'::char, 'y'::\"char\"",
		"SELECT xmlelement(name a), JSON_OBJECT('a': 1), JSON_ARRAY(1), row_to_json(u), grouping(id) FROM users u GROUP BY u, id",
		"SELECT 1 BETWEEN 0 AND 2, 1 IN (1), 'a' LIKE 'b', 1 = ANY (ARRAY[1]), 1 IS DISTINCT FROM 2, true IS TRUE, - 5, @ -5",
	}
	for _, c := range labelledCases(t) {
		if c.Decision == "SAFE" && !strings.HasPrefix(strings.ToUpper(c.SQL), "EXPLAIN") {
			texts = append(texts, strings.TrimRight(c.SQL, "; \n"))
		}
	}
	g := &grammar{r: rand.New(rand.NewPCG(5, 6)), functions: []string{"upper", "abs", "now", "count", "max", "coalesce", "length", "to_char"}}
	for range 400 {
		texts = append(texts, g.query())
	}
	columns := 0
	for _, text := range texts {
		from := "FROM (" + text + "\n) AS zz"
		rs, err := conn.Query(t.Context(), "SELECT * "+from+" LIMIT 0", pgx.QueryExecModeExec)
		if err == nil {
			rs.Close()
			err = rs.Err()
		}
		if err != nil {
			continue // no query that stands in FROM
		}
		for _, f := range rs.FieldDescriptions() {
			for _, form := range []string{"SELECT zz.%s %s", "SELECT (zz).%s %s", "WITH y AS (SELECT zz.* %[2]s) SELECT y.%[1]s FROM y"} {
				asked := fmt.Sprintf(form, pgx.Identifier{f.Name}.Sanitize(), from)
				q, err := sql.Extract(asked, sql.Options{})
				if err != nil {
					continue // longer or deeper than what is read
				}
				columns++
				for _, fn := range q.Functions {
					if fn.How == "attribute" && fn.Name == f.Name && fn.Volatility == "unknown" {
						t.Errorf("%s: the column is taken for a call", asked)
					}
				}
			}
		}
	}
	if columns < 500 {
		t.Errorf("only %d columns were looked at", columns)
	}
}
