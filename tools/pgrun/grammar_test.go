package pgrun_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// grammar writes statements about the shop: reads of every shape, and ways to
// do more than read in the places where a statement can hide them.
type grammar struct {
	r         *rand.Rand
	functions []string
	depth     int
}

func (g *grammar) pick(words ...string) string { return words[g.r.IntN(len(words))] }

func (g *grammar) chance(percent int) bool { return g.r.IntN(100) < percent }

func (g *grammar) function() string { return g.functions[g.r.IntN(len(g.functions))] }

func (g *grammar) constant() string {
	return g.pick("1", "0", "-1", "2.5", "'a'", "'7'", "''", "true", "NULL", "'{}'::jsonb", "'customers'::regclass",
		"'2026-01-01'::date", "now()", "ARRAY[1,2]", "'{1,2}'::int[]", "interval '1 hour'", "'order_seq'", "B'101'", "42::oid")
}

func (g *grammar) column() string {
	return g.pick("id", "name", "email", "tags", "total", "customer_id", "created_at", "a", "b", "c.id", "o.total", "x.id", "c", "*")
}

func (g *grammar) call() string {
	f := g.function()
	if g.chance(15) {
		f = g.pick("pg_catalog.", "public.", `"`) + f
		if strings.HasPrefix(f, `"`) {
			f += `"`
		}
	}
	var args []string
	for range g.r.IntN(4) {
		args = append(args, g.expr())
	}
	return f + "(" + strings.Join(args, ", ") + ")"
}

func (g *grammar) expr() string {
	if g.depth > 4 {
		return g.constant()
	}
	g.depth++
	defer func() { g.depth-- }()
	switch g.r.IntN(20) {
	case 0, 1, 2, 3:
		return g.constant()
	case 4, 5, 6:
		return g.column()
	case 7, 8, 9:
		return g.call()
	case 10:
		return g.expr() + " " + g.pick("+", "-", "||", "=", "<", "->", "@>", "AND", "OR", "LIKE", "IS NOT DISTINCT FROM", "OPERATOR(pg_catalog.+)") + " " + g.expr()
	case 11:
		return "(" + g.expr() + ")::" + g.pick("text", "int", "numeric", "jsonb", "date", "bool", "regclass", "text[]")
	case 12:
		return "CASE WHEN " + g.expr() + " THEN " + g.expr() + " ELSE " + g.expr() + " END"
	case 13:
		return "(" + g.selects() + ")"
	case 14:
		return "EXISTS (" + g.selects() + ")"
	case 15:
		return "(" + g.expr() + ")." + g.function()
	case 16:
		return g.pick("c", "o", "x", "g") + "." + g.function()
	case 17:
		return g.pick("COALESCE", "GREATEST", "NULLIF") + "(" + g.expr() + ", " + g.expr() + ")"
	case 18:
		return "sum(" + g.expr() + ") OVER (ORDER BY " + g.expr() + ")"
	default:
		return "ARRAY(" + g.selects() + ")"
	}
}

func (g *grammar) from() string {
	switch g.r.IntN(12) {
	case 0, 1, 2:
		return "customers AS c"
	case 3, 4:
		return "orders AS o"
	case 5:
		return "customers AS c JOIN orders AS o ON o.customer_id = c.id AND " + g.expr()
	case 6:
		return g.call() + " AS x"
	case 7:
		return "generate_series(0, 3) AS g"
	case 8:
		return "(" + g.selects() + ") AS x"
	case 9:
		return "orders AS o TABLESAMPLE " + g.pick("system", "bernoulli") + " (50)"
	case 10:
		return "ROWS FROM (" + g.call() + ", generate_series(1, 2)) AS x"
	default:
		return g.pick("pg_class AS c", "pg_roles AS x", "information_schema.tables AS x", "order_seq AS o", "pg_authid AS c", "users AS x", "t")
	}
}

func (g *grammar) selects() string {
	g.depth++
	defer func() { g.depth-- }()
	if g.depth > 6 {
		return "SELECT 1"
	}
	s := "SELECT " + g.pick("", "", "", "DISTINCT ", "ALL ") + g.expr()
	for range g.r.IntN(3) {
		s += ", " + g.expr()
	}
	if g.chance(3) {
		s += " INTO " + g.pick("made", "TEMP made")
	}
	if g.chance(80) {
		s += " FROM " + g.from()
	}
	if g.chance(40) {
		s += " WHERE " + g.expr()
	}
	if g.chance(10) {
		s += " GROUP BY " + g.expr()
	}
	if g.chance(20) {
		s += " ORDER BY " + g.pick("1", g.expr())
	}
	if g.chance(30) {
		s += " LIMIT " + g.pick("3", "ALL", "1000", "0", g.expr())
	}
	if g.chance(3) {
		s += g.pick(" FOR UPDATE", " FOR KEY SHARE")
	}
	return s
}

func (g *grammar) query() string {
	g.depth = 0
	switch g.r.IntN(16) {
	case 0:
		return g.selects() + g.pick(" UNION ", " UNION ALL ", " EXCEPT ", " INTERSECT ") + g.selects()
	case 1:
		return "WITH w AS (" + g.selects() + ") SELECT * FROM w"
	case 2:
		return "WITH w AS (" + g.pick("DELETE FROM t RETURNING *", "UPDATE users SET name = 'x' RETURNING id", "INSERT INTO t VALUES (1) RETURNING a") + ") SELECT * FROM w"
	case 3:
		return "EXPLAIN " + g.pick("", "", "VERBOSE ", "ANALYZE ", "(COSTS off) ", "(ANALYZE off) ", "(ANALYZE on) ") + g.selects()
	case 4:
		return g.pick(
			"DELETE FROM t", "UPDATE users SET name = upper(name)", "INSERT INTO t SELECT 1, 'x'", "TRUNCATE t", "DROP TABLE t",
			"CREATE TABLE made AS SELECT 1", "COPY t TO '/tmp/made'", "DO $$ BEGIN PERFORM 1; END $$", "SET work_mem = '1MB'",
			"LISTEN jobs", "NOTIFY jobs", "VACUUM", "PREPARE p AS SELECT 1", "LOCK TABLE t", "ALTER SYSTEM SET work_mem = '1MB'",
			"CREATE ROLE made", "GRANT ALL ON t TO reader", "REINDEX TABLE t", "CALL p()", "REFRESH MATERIALIZED VIEW v",
		)
	case 5:
		return g.selects() + "; " + g.selects()
	case 6:
		return "VALUES (" + g.expr() + "), (" + g.expr() + ")"
	default:
		return g.selects()
	}
}

// mutated is a labelled case with something slipped in.
func (g *grammar) mutated(text string) string {
	g.depth = 3
	switch g.r.IntN(9) {
	case 0:
		return strings.Replace(text, "SELECT ", "SELECT "+g.expr()+", ", 1)
	case 1:
		return "SELECT * FROM (" + strings.TrimRight(text, "; ") + ") AS q WHERE " + g.expr()
	case 2:
		return text + " " + g.pick("FOR UPDATE", "LIMIT 5", "; DROP TABLE t", "UNION ALL "+g.selects(), "-- x", "INTO made")
	case 3:
		return "EXPLAIN " + g.pick("", "ANALYZE ", "(ANALYZE off) ") + text
	case 4:
		words := strings.Fields(text)
		if len(words) > 2 {
			i := g.r.IntN(len(words))
			words[i] = g.pick(g.call(), g.function(), g.column(), words[g.r.IntN(len(words))])
		}
		return strings.Join(words, " ")
	case 5:
		return "WITH m AS (" + strings.TrimRight(text, "; ") + ") SELECT m.*, " + g.expr() + " FROM m"
	case 6:
		return strings.ReplaceAll(text, "count(", g.function()+"(")
	case 7:
		return strings.ToUpper(text)
	default:
		return fmt.Sprintf("SELECT (%s)::text", "SELECT "+g.expr())
	}
}
