package pgrun_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"regent/engine"
	"regent/facts"
	"regent/facts/sql"
	"regent/internal/pgtest"
	"regent/tools/pgrun"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// shop is the schema of the labelled cases and of the seed's examples.
var shop = []string{
	`CREATE TABLE customers (id int PRIMARY KEY, name text, email text, tags jsonb)`,
	`CREATE TABLE orders (id int PRIMARY KEY, customer_id int REFERENCES customers, total numeric, created_at timestamptz)`,
	`CREATE SEQUENCE order_seq`,
	`CREATE TABLE users (id int, name text)`,
	`CREATE TABLE t (a int, b text)`,
	`INSERT INTO customers SELECT i, 'c' || i, 'c' || i || '@example.com', jsonb_build_object('vip', i % 2) FROM generate_series(1, 120) i`,
	`INSERT INTO orders SELECT i, 1 + i % 120, i * 1.5, '2026-01-01Z'::timestamptz + i * interval '1 hour' FROM generate_series(1, 300) i`,
	`INSERT INTO users SELECT i, 'u' || i FROM generate_series(1, 60) i`,
	`INSERT INTO t SELECT i, repeat('x', i) FROM generate_series(1, 600) i`,
	`ANALYZE`,
	`DO $$ BEGIN CREATE ROLE reader LOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
	`GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader`,
}

// world is one database with the shop in it, and a runner as an ordinary role.
type world struct {
	server *pgtest.Server
	db     string
	run    *pgrun.Runner
}

func newWorld(t testing.TB, setup ...string) world {
	t.Helper()
	s := pgtest.Shared(t)
	db := s.Database(t, append(append([]string{}, shop...), setup...)...)
	return world{s, db, open(t, pgrun.Options{DSN: s.DSN("reader", db)})}
}

func open(t testing.TB, o pgrun.Options) *pgrun.Runner {
	t.Helper()
	r, err := pgrun.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

var policies = sync.OnceValues(func() (*engine.Engine, error) {
	return engine.Open(context.Background(), engine.Options{Forget: true})
})

// judge is the decision on a tree, as read_only_sql asks for it.
func judge(t testing.TB, tree *sql.Tree) engine.Decision {
	t.Helper()
	e, err := policies()
	if err != nil {
		t.Fatal(err)
	}
	d := e.Decide(context.Background(), &facts.Input{
		Tool: "read_only_sql", Queries: []facts.Query{tree.Facts(sql.Options{})},
	})
	if d.Fault != "" {
		t.Fatalf("policies: %s", d.Fault)
	}
	return d
}

// verdict is INVALID, or the decision.
func verdict(t testing.TB, text string) (string, *sql.Tree) {
	t.Helper()
	if _, err := sql.Extract(text, sql.Options{}); err != nil {
		return "INVALID", nil
	}
	tree, err := sql.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return judge(t, tree).Decision, tree
}

// bounded is the plan for a text that must be SAFE, and stay so rewritten.
func bounded(t testing.TB, text string, cap int) pgrun.Plan {
	t.Helper()
	d, tree := verdict(t, text)
	if d != "SAFE" {
		t.Fatalf("%q is %s", text, d)
	}
	p, err := pgrun.Bound(tree, cap)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	if d := judge(t, p.Tree); d.Decision != "SAFE" {
		t.Fatalf("%q was rewritten to %q, which is %s by %s", text, p.Text, d.Decision, d.Rule)
	}
	return p
}

type labelled struct{ ID, SQL, Decision, Why string }

func labelledCases(t testing.TB) []labelled {
	t.Helper()
	f, err := os.Open("../../policy_tests/cases/sql.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []labelled
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		var c labelled
		if err := json.Unmarshal(sc.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		out = append(out, c)
	}
	if err := sc.Err(); err != nil {
		t.Fatal(err)
	}
	return append(out, moreCases(t)...)
}

// moreCases are those of sql.txt, named by section and line.
func moreCases(t testing.TB) []labelled {
	t.Helper()
	text, err := os.ReadFile("../../policy_tests/cases/sql.txt")
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]string{"S": "SAFE", "B": "BLOCKED", "I": "INVALID"}
	var out []labelled
	section, n := "", 0
	for line := range strings.Lines(string(text)) {
		line, n = strings.TrimSuffix(line, "\n"), n+1
		letter, rest, _ := strings.Cut(line, " ")
		switch {
		case letter == "##":
			section = rest
		case letter == "#" || line == "":
		case words[letter] == "":
			t.Fatalf("sql.txt, line %d: cannot read %q", n, line)
		default:
			out = append(out, labelled{
				ID: fmt.Sprintf("%s/%d", section, n), SQL: strings.ReplaceAll(rest, `\n`, "\n"), Decision: words[letter], Why: section,
			})
		}
	}
	return out
}

// rows is a result as text, for comparison.
func rows(r pgrun.Result) string {
	var b strings.Builder
	for _, row := range r.Rows {
		for _, v := range row {
			b.Write(v)
			b.WriteByte('\t')
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func connect(t testing.TB, dsn string) *pgx.Conn {
	t.Helper()
	c, err := pgx.Connect(context.Background(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close(context.Background()) })
	return c
}

var limits = pgrun.Limits{MaxBytes: 1 << 20, Timeout: 5 * time.Second}
