package tools

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"regent/internal/pgtest"
	"regent/tools/api"
	"regent/tools/pgrun"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

var shop = []string{
	`CREATE TABLE customers (id int PRIMARY KEY, name text, email text)`,
	`INSERT INTO customers SELECT i, 'c' || i, 'c' || i || '@example.com' FROM generate_series(1, 120) i`,
	`CREATE SEQUENCE order_seq`,
	`DO $$ BEGIN CREATE ROLE reader LOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
	`GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader`,
	`ANALYZE`,
}

func shopRunner(tb testing.TB) (*pgrun.Runner, string) {
	tb.Helper()
	s := pgtest.Shared(tb)
	dsn := s.DSN("reader", s.Database(tb, shop...))
	r, err := pgrun.Open(pgrun.Options{DSN: dsn})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(r.Close)
	return r, dsn
}

// TestReadOnlySQL runs the tool on a real server: what is SAFE runs, what is
// not is a problem, and the record has a row for each.
func TestReadOnlySQL(t *testing.T) {
	r, _ := shopRunner(t)
	rec := &memoryRecord{}
	w := newWorld(t, func(o *Options) {
		o.Recorder = rec
		o.SQL = SQL{Runner: r, Timeout: time.Second, MaxBytes: 4096}
	})
	for _, c := range []struct {
		arguments string
		code      string
		rows      float64
		truncated bool
		outcome   string
	}{
		{`{"query":"SELECT id, name FROM customers ORDER BY id"}`, "", 50, true, "ok"},
		{`{"query":"SELECT id FROM customers","max_rows":3}`, "", 3, true, "ok"},
		{`{"query":"SELECT id FROM customers ORDER BY id LIMIT 2"}`, "", 2, false, "ok"},
		{`{"query":"SELECT id FROM customers ORDER BY id LIMIT 2"}`, "", 2, false, "ok"}, // from the cache
		{`{"query":"SELECT 1; DROP TABLE customers"}`, "MCP_QUERY_VIOLATION", 0, false, ""},
		{`{"query":"SELECT nextval('order_seq')"}`, "MCP_QUERY_VIOLATION", 0, false, ""},
		{`{"query":"SELECT pg_read_file('/etc/passwd')"}`, "MCP_QUERY_VIOLATION", 0, false, ""},
		{`{"query":"SELEC id FROM customers"}`, "MCP_VALIDATION_ERROR", 0, false, "none"},
		{`{"query":"SELECT $1::int"}`, "MCP_VALIDATION_ERROR", 0, false, "none"},
		{`{"query":"          "}`, "MCP_VALIDATION_ERROR", 0, false, "none"},
		{`{"query":"SELECT no_such_column FROM customers"}`, "MCP_VALIDATION_ERROR", 0, false, "invalid"},
		{`{"query":"SELECT count(*) FROM generate_series(1, 100000000) g(i), generate_series(1, 100) h"}`, "MCP_EXECUTION_TIMEOUT", 0, false, "timeout"},
		{`{"query":"SELECT repeat('x', 10000)"}`, "MCP_VALIDATION_ERROR", 0, false, "too_large"},
		{`{"query":"SELECT id FROM customers ORDER BY id FETCH FIRST 2 ROWS WITH TIES"}`, "", 50, true, "ok"},
	} {
		decisions, outcomes := len(rec.decisions), len(rec.outcomes)
		doc, isError := w.call("read_only_sql", c.arguments)
		if c.code != "" {
			if !isError || doc["code"] != c.code {
				t.Errorf("%s: %v", c.arguments, doc)
			}
		} else if isError || doc["row_count"] != c.rows || doc["truncated"] != c.truncated {
			t.Errorf("%s: %v", c.arguments, doc)
		}
		if want := decisions + 1; c.outcome != "none" && len(rec.decisions) != want {
			t.Errorf("%s: %d decisions on record, want one more", c.arguments, len(rec.decisions)-decisions)
		}
		if c.outcome != "" && c.outcome != "none" && (len(rec.outcomes) != outcomes+1 || rec.outcomes[outcomes] != c.outcome) {
			t.Errorf("%s: outcomes %v, want %s", c.arguments, rec.outcomes[outcomes:], c.outcome)
		}
	}
}

// TestAConnectionFaultTellsNothing: neither the answer nor the log names the
// server.
func TestAConnectionFaultTellsNothing(t *testing.T) {
	r, err := pgrun.Open(pgrun.Options{DSN: "postgres://SECRETUSER:SECRETPASS@127.0.0.1:1/SECRETDB", ConnectTimeout: 200 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	w := newWorld(t, func(o *Options) { o.SQL = SQL{Runner: r, Timeout: time.Second} })
	_, err = w.suite.Call(t.Context(), api.Call{Tool: "read_only_sql", Arguments: json.RawMessage(`{"query":"SELECT 1 AS one"}`)})
	if err == nil || strings.Contains(err.Error(), "SECRET") || strings.Contains(err.Error(), "127.0.0.1") {
		t.Errorf("%v", err)
	}
}

// TestCancelReachesTheServer: a caller that leaves ends its query.
func TestCancelReachesTheServer(t *testing.T) {
	r, dsn := shopRunner(t)
	w := newWorld(t, func(o *Options) { o.SQL = SQL{Runner: r, Timeout: 20 * time.Second} })
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := w.suite.Call(ctx, api.Call{Tool: "read_only_sql", Arguments: json.RawMessage(
			`{"query":"SELECT count(*) AS marked FROM generate_series(1, 100000000) g(i), generate_series(1, 1000) h"}`)})
		done <- err
	}()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	running := func() bool {
		var n int
		if err := conn.QueryRow(t.Context(), `SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%AS marked%' AND pid <> pg_backend_pid()`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n > 0
	}
	waitUntil(t, running)
	cancel()
	<-done
	waitUntil(t, func() bool { return !running() })
}
