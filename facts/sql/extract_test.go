package sql

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"regent/facts"
)

func extract(t testing.TB, text string, path ...string) facts.Query {
	t.Helper()
	q, err := Extract(text, Options{SearchPath: path})
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return q
}

func functions(q facts.Query) []string {
	var out []string
	for _, f := range q.Functions {
		s := f.Name
		if f.Schema != "" {
			s = f.Schema + "." + s
		}
		if f.How != "call" {
			s += "/" + f.How
		}
		out = append(out, s)
	}
	slices.Sort(out)
	return out
}

func relations(q facts.Query) []string {
	var out []string
	for _, r := range q.Relations {
		s := r.Name
		if r.Schema != "" {
			s = r.Schema + "." + s
		}
		if r.CTE {
			s = "with " + s
		}
		if r.Access != "read" {
			s += "/" + r.Access
		}
		out = append(out, s)
	}
	return out
}

func columns(q facts.Query) []string {
	var out []string
	for _, c := range q.Columns {
		s := c.Relation + "." + c.Name
		if c.Schema != "" {
			s = c.Schema + "." + s
		}
		out = append(out, strings.TrimSuffix(s, ".")+"/"+c.How)
	}
	return out
}

func same(t *testing.T, text, what string, got, want []string) {
	t.Helper()
	if len(got) == 0 && len(want) == 0 {
		return
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s of %q (-want +got):\n%s", what, text, d)
	}
}

// Wherever PostgreSQL calls a function, the facts state it.
func TestFunctions(t *testing.T) {
	for text, want := range map[string][]string{
		"SELECT f(g(1))":                                       {"f", "g"},
		"SELECT a.f(1), b.c.g(2)":                              {"a.f", "b.c.g"},
		`SELECT "F"(1), U&"\0066"(2), F(3)`:                    {"F", "f"},
		"SELECT * FROM f(1)":                                   {"f"},
		"SELECT * FROM ROWS FROM (f(1), g(2) AS (a int)) AS x": {"f", "g"},
		"SELECT * FROM a, LATERAL f(a.b)":                      {"f"},
		"SELECT * FROM a JOIN LATERAL f(1) AS x ON g(2)":       {"f", "g"},
		"SELECT sum(a) FILTER (WHERE f(b)) OVER (PARTITION BY g(c) ORDER BY h(d) ROWS BETWEEN i(1) PRECEDING AND CURRENT ROW) FROM t": {"f", "g", "h", "i", "sum"},
		"SELECT 1 FROM t WINDOW w AS (ORDER BY f(a))":                                                                  {"f"},
		"SELECT p(0.5) WITHIN GROUP (ORDER BY f(a)) FROM t":                                                            {"f", "p"},
		"SELECT DISTINCT ON (f(a)) a FROM t":                                                                           {"f"},
		"SELECT a FROM t GROUP BY GROUPING SETS ((f(a)), ROLLUP (g(b))) HAVING h(1)":                                   {"f", "g", "h"},
		"SELECT a FROM t ORDER BY f(a) USING <":                                                                        {"f"},
		"SELECT a FROM t LIMIT f(1) OFFSET g(2)":                                                                       {"f", "g"},
		"VALUES (f(1)), (g(2))":                                                                                        {"f", "g"},
		"SELECT CASE f(1) WHEN g(2) THEN h(3) ELSE i(4) END":                                                           {"f", "g", "h", "i"},
		"SELECT ARRAY[f(1)], ROW(g(2)), COALESCE(h(3)), GREATEST(i(4)), NULLIF(j(5), 1)":                               {"f", "g", "h", "i", "j"},
		"SELECT a[f(1):g(2)] FROM t":                                                                                   {"f", "g"},
		"SELECT (f(1)).x":                                                                                              {"f"},
		"SELECT a IN (SELECT f(1)), EXISTS (SELECT g(2)), b = ANY (ARRAY(SELECT h(3))) FROM t":                         {"f", "g", "h"},
		"SELECT * FROM t TABLESAMPLE s.m(f(1)) REPEATABLE (g(2))":                                                      {"f", "g", "s.m/sample"},
		"SELECT * FROM t TABLESAMPLE BERNOULLI (1)":                                                                    {"bernoulli/sample"},
		"WITH a AS (SELECT f(1)) SELECT g(2) FROM a":                                                                   {"f", "g"},
		"WITH RECURSIVE a AS (SELECT 1 UNION SELECT f(1) FROM a) SEARCH DEPTH FIRST BY x SET y SELECT 1 FROM a":        {"f"},
		"SELECT f(1) UNION SELECT g(2) EXCEPT SELECT h(3)":                                                             {"f", "g", "h"},
		"SELECT 1 FROM t JOIN u ON f(t.a) = g(u.a)":                                                                    {"f", "g"},
		"EXPLAIN SELECT f(1)":                                                                                          {"f"},
		"SELECT f(a => g(1))":                                                                                          {"f", "g"},
		"SELECT XMLELEMENT(name x, f(1)), XMLFOREST(g(2) AS y), XMLPARSE(CONTENT h(3)::text)":                          {"f", "g", "h"},
		"SELECT * FROM XMLTABLE('/r' PASSING f(1) COLUMNS a int PATH g('x') DEFAULT h(3)) AS x":                        {"f", "g", "h"},
		"SELECT * FROM JSON_TABLE(f('{}'), '$' PASSING g(1) AS p COLUMNS (a int PATH '$' DEFAULT h(1) ON EMPTY)) AS x": {"f", "g", "h"},
		"SELECT JSON_OBJECT('a': f(1)), JSON_ARRAY(g(2)), JSON_ARRAY(SELECT h(3)), JSON_OBJECTAGG('k': i(4)), JSON_VALUE(j('{}'), '$')": {"f", "g", "h", "i", "j"},
		"SELECT extract(year FROM f()), position('a' IN g()), h() AT TIME ZONE i(), a LIKE j() ESCAPE k(), trim(both l() from m()), overlay(n() placing o() from 1) FROM t": {
			"f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "pg_catalog.btrim", "pg_catalog.extract", "pg_catalog.like_escape", "pg_catalog.overlay", "pg_catalog.position", "pg_catalog.timezone",
		},
		"SELECT f(1)::g.h": {"f"},
		"INSERT INTO t VALUES (f(1)) ON CONFLICT (g(a)) DO UPDATE SET b = h(2) WHERE i(3) RETURNING j(4)": {"f", "g", "h", "i", "j"},
		"MERGE INTO t USING u ON f(1) WHEN MATCHED AND g(2) THEN UPDATE SET a = h(3)":                     {"f", "g", "h"},
		"CREATE INDEX i ON t (f(a)) WHERE g(b)":                                                           {"f", "g"},
	} {
		same(t, text, "functions", functions(extract(t, text)), want)
	}
}

// x.f calls f(x) when x has no such column, for rows and for plain values.
func TestAttributesThatCallBuiltIns(t *testing.T) {
	for text, want := range map[string][]string{
		"SELECT (0.1).pg_sleep":                                               {"pg_sleep/attribute"},
		"SELECT ('/etc/passwd'::text).pg_read_file":                           {"pg_read_file/attribute"},
		"SELECT (SELECT '/etc/passwd'::text).pg_read_file":                    {"pg_read_file/attribute"},
		"SELECT g.pg_sleep FROM generate_series(0, 0) g":                      {"generate_series", "pg_sleep/attribute"},
		"SELECT x.lo_creat FROM unnest(ARRAY[0]) x":                           {"lo_creat/attribute", "unnest"},
		`SELECT x."lo_creat" FROM t AS x ORDER BY x.lo_unlink`:                {"lo_creat/attribute", "lo_unlink/attribute"},
		"SELECT (c.name).pg_ls_dir FROM customers c":                          {"name/attribute", "pg_ls_dir/attribute"},
		"SELECT ((a).b).nextval FROM t":                                       {"nextval/attribute"},
		"SELECT s.t.pg_sleep FROM s.t":                                        {"pg_sleep/attribute"},
		"SELECT l.system, l.http, l.bernoulli FROM l":                         nil, // no query can call these
		"SELECT c.total, c.customer_id FROM c":                                nil,
		"SELECT pg_sleep FROM t":                                              nil, // a column, or all of an entry of FROM: never a call
		"SELECT (a).dblink_exec FROM t":                                       {"dblink_exec/attribute"},
		"SELECT ('DROP TABLE t').dblink_exec":                                 {"dblink_exec/attribute"},
		"SELECT ('x').some_function, (1 + 1).other, (a::text).third FROM t":   {"other/attribute", "some_function/attribute", "third/attribute"},
		"SELECT (address).city, (SELECT a FROM b LIMIT 1).c, (f(1)).d FROM t": {"f"},
	} {
		same(t, text, "functions", functions(extract(t, text)), want)
	}
}

func TestFunctionFacts(t *testing.T) {
	q := extract(t, "SELECT abs(1), now(), pg_sleep(1), mine(2), x.count(3), round(1.5), normal_rand(1, 2, 3)")
	want := []facts.Function{
		{Name: "mine", How: "call", Volatility: "unknown"},
		{Schema: "x", Name: "count", How: "call", Volatility: "unknown"},
		{Name: "normal_rand", How: "call", Volatility: "volatile", Extension: "tablefunc"},
		{Name: "pg_sleep", How: "call", Volatility: "volatile", Builtin: true},
		{Name: "now", How: "call", Volatility: "stable", Builtin: true},
		{Name: "abs", How: "call", Volatility: "immutable", Builtin: true},
		{Name: "round", How: "call", Volatility: "immutable", Builtin: true},
	}
	if d := cmp.Diff(want, q.Functions); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestOperatorsAndTypes(t *testing.T) {
	for text, want := range map[string][2][]string{
		"SELECT 1 + 2, a || b, -c FROM t":                                     {{"+", "-", "||"}, nil},
		"SELECT 1 OPERATOR(public.+) 2":                                       {{"public.+"}, nil},
		"SELECT a LIKE b, a ILIKE b, a ~ b, a SIMILAR TO b FROM t":            {{"~", "~~", "~~*"}, nil},
		"SELECT a BETWEEN 1 AND 2, a IN (1), a IS DISTINCT FROM 1 FROM t":     {{"="}, nil},
		"SELECT a OPERATOR(x.@@) ANY (SELECT 1) FROM t":                       {{"x.@@"}, nil},
		"SELECT a FROM t ORDER BY a USING OPERATOR(y.<)":                      {{"y.<"}, nil},
		"SELECT a::int, b::crm.mood, CAST(c AS text[]), 'x'::t.c%TYPE FROM t": {nil, nil},
		"SELECT a::numeric(10, 2), timestamp '2026-01-01', 'a'::\"char\"":     {nil, {"char", "pg_catalog.numeric", "pg_catalog.timestamp"}},
		"SELECT * FROM f() AS x(a mood, b int)":                               {nil, {"mood", "pg_catalog.int4"}},
	} {
		q, err := Extract(text, Options{})
		if err != nil {
			if !strings.Contains(text, "%TYPE") {
				t.Errorf("%q: %v", text, err)
			}
			continue
		}
		if want[0] != nil {
			same(t, text, "operators", q.Operators, want[0])
		}
		if want[1] != nil {
			same(t, text, "types", q.Types, want[1])
		}
	}
	q := extract(t, "SELECT a::int, b::crm.mood, CAST(c AS text[]) FROM t")
	same(t, "casts", "types", q.Types, []string{"crm.mood", "pg_catalog.int4", "text"})
}

func TestRelations(t *testing.T) {
	for text, want := range map[string][]string{
		"SELECT 1 FROM a, b.c AS d, x.y.z":                                             {"a", "b.c", "x.y.z"},
		"WITH a AS (SELECT 1) SELECT * FROM a":                                         {"with a"},
		"WITH a AS (SELECT * FROM a) SELECT * FROM a":                                  {"a", "with a"},
		"WITH RECURSIVE a AS (SELECT * FROM a) SELECT * FROM a":                        {"with a"},
		"WITH a AS (SELECT 1), b AS (SELECT * FROM a, c) SELECT * FROM b, public.a":    {"c", "with a", "with b", "public.a"},
		"WITH b AS (SELECT * FROM a), a AS (SELECT 1) SELECT * FROM a, b":              {"a", "with a", "with b"},
		"SELECT * FROM (WITH a AS (SELECT 1) SELECT * FROM a) s, a":                    {"a", "with a"},
		"SELECT (WITH a AS (SELECT 1) SELECT 1 FROM a), (SELECT 1 FROM a)":             {"a", "with a"},
		"WITH a AS (SELECT 1) SELECT (SELECT 1 FROM a UNION SELECT 2 FROM b)":          {"b", "with a"},
		"(WITH a AS (SELECT 1) SELECT * FROM a) UNION SELECT * FROM a":                 {"a", "with a"},
		"WITH pg_shadow AS (SELECT 1) SELECT * FROM pg_shadow":                         {"with pg_shadow"},
		"WITH x AS (SELECT * FROM pg_shadow), pg_shadow AS (SELECT 1) SELECT 1 FROM x": {"with x", "pg_catalog.pg_shadow"},
		"SELECT * FROM pg_class, PG_AUTHID":                                            {"pg_catalog.pg_authid", "pg_catalog.pg_class"},
		"TABLE a":                                                                      {"a"},
		"SELECT * FROM ONLY a TABLESAMPLE system (1)":                                  {"a"},
		"SELECT * FROM a JOIN (b CROSS JOIN c) ON true":                                {"a", "b", "c"},
		"SELECT 1 WHERE EXISTS (SELECT 1 FROM a WHERE x IN (SELECT 1 FROM b))":         {"a", "b"},
		"INSERT INTO a SELECT * FROM b":                                                {"a/write", "b"},
		"WITH a AS (SELECT 1) INSERT INTO a SELECT * FROM a":                           {"a/write", "with a"},
		"UPDATE a SET b = 1 FROM c WHERE a.x = c.x":                                    {"a/write", "c"},
		"DELETE FROM a USING b WHERE a.x = b.x":                                        {"a/write", "b"},
		"MERGE INTO a USING b ON a.x = b.x WHEN MATCHED THEN DELETE":                   {"a/write", "b"},
		"SELECT * INTO a FROM b":                                                       {"a/define", "b"},
		"CREATE TABLE a AS SELECT * FROM b":                                            {"a/define", "b"},
		"CREATE VIEW a AS SELECT * FROM b":                                             {"a/define", "b"},
		"DROP TABLE a, b.c":                                                            {"a/define", "b.c/define"},
		"TRUNCATE a, b":                                                                {"a/write", "b/write"},
		"LOCK TABLE a":                                                                 {"a/lock"},
		"COPY a TO STDOUT":                                                             {"a"},
		"COPY a FROM STDIN":                                                            {"a/write"},
		"SELECT * FROM a x, b FOR UPDATE OF x":                                         {"a/lock", "a", "b"},
	} {
		got := relations(extract(t, text))
		slices.Sort(got)
		want = slices.Sorted(slices.Values(want))
		same(t, text, "relations", got, want)
	}
}

func TestSearchPathGivesEverySchemaThatANameMayMean(t *testing.T) {
	text := "SELECT o.id, name FROM orders o, pg_class, x.y"
	q := extract(t, text, "app", "public")
	same(t, text, "relations", relations(q), []string{
		"app.orders", "app.pg_class", "pg_catalog.pg_class", "public.orders", "public.pg_class", "x.y",
	})
	q = extract(t, "SELECT o.id, name FROM orders o", "app", "public")
	same(t, "one table", "columns", columns(q), []string{
		"app.orders.id/named", "app.orders.name/named", "public.orders.id/named", "public.orders.name/named",
	})
}

func TestColumns(t *testing.T) {
	for text, want := range map[string][]string{
		"SELECT a, t.b, s.t.c FROM s.t":                                  {"s.t.a/named", "s.t.b/named", "s.t.c/named"},
		"SELECT x.a FROM t AS x":                                         {"t.a/named"},
		"SELECT * FROM t, u":                                             {"t/all", "u/all"},
		"SELECT x.* FROM t x, u":                                         {"t/all"},
		"TABLE t":                                                        {"t/all"},
		"SELECT x FROM t x":                                              {"t/all", "t.x/named"},
		"SELECT to_json(t) FROM t":                                       {"t/all", "t.t/named"},
		"SELECT count(t.*) FROM t":                                       {"t/all"},
		"SELECT (x).email FROM t x":                                      {"t/all", "t.x/named"},
		"SELECT a FROM t, u":                                             {"t.a/ambiguous", "u.a/ambiguous"},
		"SELECT a FROM t, f() g":                                         {"t.a/ambiguous"},
		"SELECT x.b FROM t AS x(a, b, c)":                                {"t/all", "t.b/named"},
		"SELECT 1 FROM t NATURAL JOIN u":                                 {"t/all", "u/all"},
		"SELECT 1 FROM t JOIN u USING (a)":                               {"t.a/ambiguous", "u.a/ambiguous"},
		"SELECT j.a, j.* FROM (t JOIN u ON true) AS j":                   {"t/all", "t.a/ambiguous", "u/all", "u.a/ambiguous"},
		"SELECT s.a FROM (SELECT b AS a FROM t) s":                       {"t.b/named"},
		"SELECT * FROM (SELECT b FROM t) s":                              {"t.b/named"},
		"SELECT a FROM t x, (SELECT b FROM u) s":                         {"t.a/ambiguous", "u.b/named"},
		"SELECT 1 FROM t x, LATERAL (SELECT b FROM u WHERE u.c = x.d) s": {"t.b/ambiguous", "t.d/named", "u.b/ambiguous", "u.c/named"},
		"SELECT (SELECT b FROM u WHERE c = x.d) FROM t x":                {"t.b/ambiguous", "t.c/ambiguous", "t.d/named", "u.b/ambiguous", "u.c/ambiguous"},
		"WITH w AS (SELECT a FROM t) SELECT w.a, b FROM w":               {"t.a/named"},
		"SELECT a FROM t ORDER BY b":                                     {"t.a/named", "t.b/named"},
		"SELECT a FROM t UNION SELECT b FROM u ORDER BY a":               {"t.a/named", "u.b/named"},
		"SELECT a FROM t WHERE b GROUP BY c HAVING d":                    {"t.a/named", "t.b/named", "t.c/named", "t.d/named"},
		"UPDATE t SET a = b RETURNING c":                                 {"t.b/named", "t.c/named"},
		"INSERT INTO t (a) SELECT b FROM u RETURNING c":                  {"t.c/named", "u.b/named"},
		"SELECT nobody.a":                                                {"nobody.a/named"},
		"SELECT nobody.*":                                                {"nobody/all"},
	} {
		same(t, text, "columns", columns(extract(t, text)), want)
	}
}

func TestLimits(t *testing.T) {
	for text, want := range map[string]facts.Limit{
		"SELECT 1":                            {Kind: "none"},
		"SELECT 1 OFFSET 3":                   {Kind: "none"},
		"SELECT 1 LIMIT 7":                    {Kind: "literal", Value: 7},
		"SELECT 1 LIMIT (7)":                  {Kind: "literal", Value: 7},
		"SELECT 1 LIMIT 0":                    {Kind: "literal"},
		"SELECT 1 LIMIT 1e9":                  {Kind: "literal", Value: 1e9},
		"SELECT 1 LIMIT 99999999999":          {Kind: "literal", Value: 99999999999},
		"SELECT 1 LIMIT 99999999999999999999": {Kind: "literal", Value: 1<<63 - 1},
		"SELECT 1 LIMIT 2.5":                  {Kind: "literal", Value: 3},
		"SELECT 1 LIMIT 2.4":                  {Kind: "literal", Value: 2},
		"SELECT 1 LIMIT '12'":                 {Kind: "literal", Value: 12},
		"SELECT 1 LIMIT ' 12 '":               {Kind: "literal", Value: 12},
		"SELECT 1 LIMIT '1e3'":                {Kind: "expression"},
		"SELECT 1 LIMIT 'x'":                  {Kind: "expression"},
		"SELECT 1 LIMIT 1e999999999":          {Kind: "expression"},
		"SELECT 1 LIMIT ALL":                  {Kind: "null"},
		"SELECT 1 LIMIT NULL":                 {Kind: "null"},
		"SELECT 1 LIMIT 1 + 1":                {Kind: "expression"},
		"SELECT 1 LIMIT (SELECT 3)":           {Kind: "expression"},
		"SELECT 1 FETCH FIRST ROW ONLY":       {Kind: "literal", Value: 1},
		"SELECT 1 FETCH NEXT 4 ROWS ONLY":     {Kind: "literal", Value: 4},
		"SELECT a FROM t ORDER BY a FETCH FIRST 5 ROWS WITH TIES": {Kind: "with_ties", Value: 5},
		"(SELECT 1 LIMIT 3)":                          {Kind: "literal", Value: 3},
		"SELECT * FROM (SELECT 1 LIMIT 3) s":          {Kind: "none"},
		"SELECT 1 UNION SELECT 2 LIMIT 9":             {Kind: "literal", Value: 9},
		"(SELECT 1 LIMIT 3) UNION (SELECT 2 LIMIT 4)": {Kind: "none"},
		"EXPLAIN SELECT 1 LIMIT 6":                    {Kind: "literal", Value: 6},
		"DELETE FROM t":                               {Kind: "none"},
	} {
		if got := extract(t, text).Limit; got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}

func TestExplain(t *testing.T) {
	for text, analyze := range map[string]bool{
		"EXPLAIN SELECT 1":                         false,
		"EXPLAIN VERBOSE SELECT 1":                 false,
		"EXPLAIN ANALYZE SELECT 1":                 true,
		"EXPLAIN (ANALYZE) SELECT 1":               true,
		"EXPLAIN (ANALYZE true) SELECT 1":          true,
		"EXPLAIN (ANALYZE on) SELECT 1":            true,
		"EXPLAIN (ANALYZE 1) SELECT 1":             true,
		"EXPLAIN (ANALYZE 'yes') SELECT 1":         true,
		"EXPLAIN (ANALYZE false) SELECT 1":         false,
		"EXPLAIN (ANALYZE off, COSTS on) SELECT 1": false,
		"EXPLAIN (ANALYZE 0) SELECT 1":             false,
		"EXPLAIN (ANALYZE FALSE) SELECT 1":         false,
		"EXPLAIN (ANALYZE off, ANALYZE) SELECT 1":  true,
		"EXPLAIN (ANALYZE, ANALYZE off) SELECT 1":  true,
		`EXPLAIN ("ANALYZE") SELECT 1`:             true,
		"EXPLAIN (BUFFERS, FORMAT json) SELECT 1":  false,
	} {
		if got := extract(t, text).Explain; !got.Present || got.Analyze != analyze {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

func TestLocksIntoAndStatements(t *testing.T) {
	for text, want := range map[string][]string{
		"SELECT 1 FROM t FOR UPDATE":                             {"update"},
		"SELECT 1 FROM t FOR NO KEY UPDATE NOWAIT":               {"no_key_update"},
		"SELECT 1 FROM t FOR SHARE SKIP LOCKED":                  {"share"},
		"SELECT * FROM (SELECT 1 FROM t FOR KEY SHARE) s":        {"key_share"},
		"WITH a AS (SELECT 1 FROM t FOR UPDATE) SELECT 1 FROM a": {"update"},
		"SELECT 1 FROM t":                                        nil,
	} {
		same(t, text, "locks", extract(t, text).Locks, want)
	}
	for text, want := range map[string]bool{
		"SELECT 1 INTO a": true, "SELECT 1 INTO TEMP a FROM t": true, "SELECT 1": false, "CREATE TABLE a AS SELECT 1": true,
	} {
		if got := extract(t, text).Into; got != want {
			t.Errorf("%q: into is %v", text, got)
		}
	}
	q := extract(t, "BEGIN; COPY t TO PROGRAM 'x'; COPY t FROM '/f'; COPY t TO STDOUT; ALTER TABLE t DROP COLUMN a, ADD b int; ALTER TABLE t ADD c int;;")
	want := []facts.Statement{
		{Kind: "TransactionStmt"},
		{Kind: "CopyStmt", Detail: "program"},
		{Kind: "CopyStmt", Detail: "file"},
		{Kind: "CopyStmt", Detail: "client"},
		{Kind: "AlterTableStmt", Detail: "drop"},
		{Kind: "AlterTableStmt"},
	}
	if d := cmp.Diff(want, q.Statements); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestUnfiltered(t *testing.T) {
	for text, want := range map[string]bool{
		"DELETE FROM t":                                                true,
		"UPDATE t SET a = 1":                                           true,
		"DELETE FROM t WHERE true":                                     true,
		"DELETE FROM t WHERE 1 = 1":                                    true,
		"DELETE FROM t WHERE a = 2 OR 'x' = 'x'":                       true,
		"DELETE FROM t WHERE a = a":                                    true,
		"DELETE FROM t WHERE t.a >= t.a AND 1=1":                       true,
		"UPDATE t SET a = 1 WHERE NOT false":                           true,
		"DELETE FROM t WHERE EXISTS (SELECT 1)":                        true,
		"WITH d AS (DELETE FROM t RETURNING *) SELECT * FROM d":        true,
		"DELETE FROM t USING u":                                        true,
		"DELETE FROM t WHERE a = 1":                                    false,
		"DELETE FROM t WHERE a = 1 AND true":                           false,
		"UPDATE t SET a = 1 WHERE b IS NULL":                           false,
		"DELETE FROM t WHERE CURRENT OF c":                             false,
		"DELETE FROM t WHERE a <> a":                                   false,
		"DELETE FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.a = t.a)": false,
		"EXPLAIN DELETE FROM t":                                        false,
		"EXPLAIN ANALYZE DELETE FROM t":                                true,
		"EXPLAIN SELECT 1; DELETE FROM t":                              true,
		"SELECT 1":                                                     false,
		"INSERT INTO t VALUES (1)":                                     false,
	} {
		if got := extract(t, text).Unfiltered; got != want {
			t.Errorf("%q: unfiltered is %v", text, got)
		}
	}
}

// The tree's own definition lists every field that holds a message. All of them
// are in the plan, so no kind of node can stand where the walk does not look.
func TestPlansReachEveryMessage(t *testing.T) {
	file := (&pg_query.ParseResult{}).ProtoReflect().Descriptor().ParentFile()
	messages := file.Messages()
	if messages.Len() < 250 {
		t.Fatalf("%d kinds of message", messages.Len())
	}
	found := map[protoreflect.FullName]bool{}
	var visit func(m protoreflect.MessageDescriptor)
	visit = func(m protoreflect.MessageDescriptor) {
		if found[m.FullName()] {
			return
		}
		found[m.FullName()] = true
		typ, ok := goType(m)
		if !ok {
			t.Errorf("%s: no Go type", m.FullName())
			return
		}
		reached, oneofs := 0, map[protoreflect.Name]bool{}
		for i := range m.Fields().Len() {
			f := m.Fields().Get(i)
			if f.Kind() != protoreflect.MessageKind {
				continue
			}
			visit(f.Message())
			if o := f.ContainingOneof(); o != nil {
				oneofs[o.Name()] = true
				continue
			}
			reached++
		}
		if got := len(planOf(typ).fields); got < reached+len(oneofs) {
			t.Errorf("%s: the plan reaches %d fields, the message has %d and %d alternatives", m.Name(), got, reached, len(oneofs))
		}
	}
	visit((&pg_query.ParseResult{}).ProtoReflect().Descriptor())
	if len(found) < 250 {
		t.Errorf("%d kinds of message can stand in a tree", len(found))
	}
}

func goType(m protoreflect.MessageDescriptor) (reflect.Type, bool) {
	mt, err := protoregistry.GlobalTypes.FindMessageByName(m.FullName())
	if err != nil {
		return nil, false
	}
	return reflect.TypeOf(mt.Zero().Interface()).Elem(), true
}
