package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"regent/engine"
	"regent/tools/api"
)

// sqlShapes are the texts that the tool's cost is compared on. %d makes a text
// that was never seen before.
var sqlShapes = []struct{ name, text string }{
	{"1row", "SELECT id, name, email FROM customers WHERE id = 7 AND %d > 0"},
	{"50wide", `SELECT c.id, c.name, c.email, c.name || ' ' || c.email AS label, md5(c.email) AS digest, c.id * 2 AS twice,
		repeat('x', 100) AS pad, repeat('y', 100) AS pad2, upper(c.name) AS up, lower(c.email) AS low
		FROM customers c WHERE %d > 0 ORDER BY c.id`},
}

// BenchmarkSQL is read_only_sql without the wire and without a record, beside
// bare pgx that sends the same protective statements one after another to the
// same server, over the same kind of connection: once as pgx does by itself,
// keeping the prepared statement so that the server plans a text but once, and
// once without that memory, as a tool must that leaves nothing in a session.
//
// "again" asks the same text each time, "new" one that nobody has seen.
// Sides take turns of a few calls, so that what else the machine does hits all
// of them; the first call of a turn is not counted. Compare p50s of one run.
func BenchmarkSQL(b *testing.B) {
	e, err := shipped()
	if err != nil {
		b.Fatal(err)
	}
	s := benchWorld(b, e)
	runner, dsn := shopRunner(b)
	s.o.SQL.Runner, s.o.SQL.Timeout = runner, 5*time.Second
	s.tools["read_only_sql"] = readOnlySQL{}
	for _, q := range sqlShapes {
		for _, fresh := range []bool{false, true} {
			name, serial := q.name+"/again", 0
			if fresh {
				name = q.name + "/new"
			}
			next := func() string {
				if serial == 0 || fresh {
					serial++
				}
				return fmt.Sprintf(q.text, serial)
			}
			b.Run(name, func(b *testing.B) {
				sides := []*side{
					{name: "tool", prepare: toolSide(b, s)},
					{name: "pgx", prepare: bareSide(b, dsn, pgx.QueryExecModeCacheStatement)},
					{name: "pgx-forgets", prepare: bareSide(b, dsn, pgx.QueryExecModeExec)},
				}
				for b.Loop() {
					for _, s := range sides {
						s.turn(next)
					}
				}
				tool := sides[0].p50(b)
				for _, s := range sides[1:] {
					b.ReportMetric(tool/s.p50(b), "x-"+s.name)
				}
			})
		}
	}
}

// text300 is a question of 300 characters.
const text300 = `WITH recent AS (SELECT customer_id, sum(total) AS spent, count(*) AS n FROM orders WHERE created_at > now() - interval '30 days' GROUP BY customer_id) SELECT c.id, c.name, r.spent, r.n FROM customers AS c JOIN recent AS r ON r.customer_id = c.id WHERE r.spent > 100 AND c.name LIKE 'a%' ORDER BY r.spent DESC`

// BenchmarkSQLJudge is judging alone, of the text and of what would be sent,
// by an engine and a suite that remember nothing, beside parsing and deparsing
// the text once.
func BenchmarkSQLJudge(b *testing.B) {
	e, err := engine.Open(context.Background(), engine.Options{Forget: true})
	if err != nil {
		b.Fatal(err)
	}
	s := benchWorld(b, e)
	serial := 0
	next := func() string {
		serial++
		return strings.Replace(text300, "100", fmt.Sprint(100+serial), 1)
	}
	judge := &side{name: "judge", prepare: func(text string) func() {
		arguments, err := json.Marshal(map[string]string{"query": text})
		if err != nil {
			b.Fatal(err)
		}
		return func() {
			r, err := s.JudgeSQL(context.Background(), api.Call{Tool: "read_only_sql", Arguments: arguments})
			if err != nil || r.IsError {
				b.Fatalf("%s %v", r.Structured, err)
			}
		}
	}}
	bare := &side{name: "bare", prepare: func(text string) func() {
		return func() {
			t, err := pg_query.Parse(text)
			if err == nil {
				_, err = pg_query.Deparse(t)
			}
			if err != nil {
				b.Fatal(err)
			}
		}
	}}
	for b.Loop() {
		judge.turn(next)
		bare.turn(next)
	}
	b.ReportMetric(judge.p50(b)/bare.p50(b), "x-bare")
}

// side is one way to run a text.
type side struct {
	name string
	// prepare makes ready what a caller brings along.
	prepare func(text string) (call func())
	took    []time.Duration
}

func (s *side) turn(next func() string) {
	for i := range 12 {
		call := s.prepare(next())
		start := time.Now()
		call()
		if i > 0 {
			s.took = append(s.took, time.Since(start))
		}
	}
}

// p50 is the median, in microseconds.
func (s *side) p50(b *testing.B) float64 {
	slices.Sort(s.took)
	us := float64(s.took[len(s.took)/2].Nanoseconds()) / 1e3
	b.ReportMetric(us, s.name+"-p50-us")
	return us
}

func toolSide(b *testing.B, s *Suite) func(string) func() {
	return func(text string) func() {
		arguments, err := json.Marshal(map[string]string{"query": text})
		if err != nil {
			b.Fatal(err)
		}
		return func() {
			r, err := s.Call(context.Background(), api.Call{Tool: "read_only_sql", Arguments: arguments})
			if err != nil || r.IsError {
				b.Fatalf("%s %v", r.Structured, err)
			}
		}
	}
}

// bareSide sends what the tool sends, each statement when the one before is
// answered.
func bareSide(b *testing.B, dsn string, mode pgx.QueryExecMode) func(string) func() {
	b.Helper()
	ctx := context.Background()
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		b.Fatal(err)
	}
	config.DefaultQueryExecMode = mode
	config.RuntimeParams["default_transaction_read_only"] = "on"
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { conn.Close(ctx) })
	exec := func(text string) {
		if _, err := conn.Exec(ctx, text); err != nil {
			b.Fatal(err)
		}
	}
	return func(text string) func() {
		text = strings.TrimSpace(text) + " LIMIT 51"
		return func() {
			exec("BEGIN READ ONLY")
			exec("SET LOCAL statement_timeout = 5000")
			exec("SET LOCAL lock_timeout = 1000")
			exec("SET LOCAL idle_in_transaction_session_timeout = 7000")
			rows, err := conn.Query(ctx, text)
			if err != nil {
				b.Fatal(err)
			}
			for rows.Next() {
				if _, err := rows.Values(); err != nil {
					b.Fatal(err)
				}
			}
			if err := rows.Err(); err != nil {
				b.Fatal(err)
			}
			exec("ROLLBACK")
		}
	}
}
