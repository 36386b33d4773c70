package pgrun_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"regent/internal/pgtest"
	"regent/tools/pgrun"
)

// The oracle: whatever is judged SAFE is run on a scratch cluster as its
// superuser, with every contrib extension at hand and without READ ONLY, and
// nothing that a snapshot sees may change.
//
// About 200 statements by default; with REGENT_PROOF=1 at least 5,000 and every
// allowed built-in in every form.
func TestOracle(t *testing.T) {
	proof := os.Getenv("REGENT_PROOF") == "1"
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute)
	defer cancel()
	o := newOracle(t, ctx)
	corpus := o.corpus(proof)
	want := 200
	if proof {
		want = 5000
	}
	if len(corpus) < want {
		t.Fatalf("%d statements", len(corpus))
	}
	before := o.snapshot()
	if o.bites(before) {
		before = o.snapshot()
	}
	const step = 50
	for at := 0; at < len(corpus); at += step {
		part := corpus[at:min(at+step, len(corpus))]
		for _, text := range part {
			o.judgeAndRun(text)
		}
		after := o.snapshot()
		if d := cmp.Diff(before, after); d != "" {
			t.Errorf("one of these changed something (-before +after):\n%s\n%s", d, strings.Join(o.ran[max(0, len(o.ran)-step):], "\n"))
			before = after
		}
	}
	t.Logf("%d statements: %d SAFE, %d BLOCKED, %d INVALID; of the SAFE ones %d ran to their end, %d failed",
		len(corpus), o.safe, o.blocked, o.invalid, o.done, o.failed)
	if o.safe*5 < len(corpus) || o.done*3 < o.safe || o.blocked*10 < len(corpus) {
		t.Errorf("the corpus is too one-sided to show anything")
	}
}

type oracle struct {
	t      *testing.T
	ctx    context.Context
	server *pgtest.Server
	db     string
	conn   *pgx.Conn // runs the statements
	watch  *pgx.Conn // looks on
	ran    []string

	safe, blocked, invalid, done, failed int
}

func newOracle(t *testing.T, ctx context.Context) *oracle {
	t.Helper()
	s, err := pgtest.Start(ctx, pgtest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Stop(); err != nil {
			t.Error(err)
		}
	})
	o := &oracle{t: t, ctx: ctx, server: s, db: s.Database(t, shop...)}
	s.Exec(t, o.db, "SELECT lo_from_bytea(4242, 'large')", "CREATE EXTENSION IF NOT EXISTS dblink", "CREATE EXTENSION IF NOT EXISTS tablefunc",
		"CREATE EXTENSION IF NOT EXISTS lo", "CREATE EXTENSION IF NOT EXISTS pg_stat_statements",
		"CREATE FUNCTION dirty(int) RETURNS int LANGUAGE sql AS 'INSERT INTO t VALUES ($1, ''dirty'') RETURNING a'",
		"SELECT pg_create_physical_replication_slot('standing')", "SELECT pg_replication_origin_create('standing')")
	o.conn, o.watch = o.connect(), o.connect()
	return o
}

func (o *oracle) connect() *pgx.Conn {
	o.t.Helper()
	c, err := pgx.Connect(o.ctx, o.server.DSN(pgtest.Superuser, o.db))
	if err != nil {
		o.t.Fatal(err)
	}
	o.t.Cleanup(func() { c.Close(context.Background()) })
	if _, err := c.Exec(o.ctx, "SET statement_timeout = '300ms'; SET lock_timeout = '100ms'"); err != nil {
		o.t.Fatal(err)
	}
	return c
}

func (o *oracle) judgeAndRun(text string) {
	verdict, tree := verdict(o.t, text)
	switch verdict {
	case "INVALID":
		o.invalid++
		return
	case "BLOCKED":
		o.blocked++
		return
	}
	o.safe++
	p, err := pgrun.Bound(tree, 50)
	if err != nil {
		o.failed++
		return
	}
	if d := judge(o.t, p.Tree); d.Decision != "SAFE" {
		o.t.Errorf("%q is SAFE, rewritten to %q it is %s", text, p.Text, d.Decision)
	}
	o.ran = append(o.ran, p.Text)
	rs, err := o.conn.Query(o.ctx, p.Text, pgx.QueryExecModeExec)
	if err == nil {
		for rs.Next() {
		}
		rs.Close()
		err = rs.Err()
	}
	if err != nil {
		o.failed++
	} else {
		o.done++
	}
	if o.conn.IsClosed() {
		o.t.Fatalf("%q ended the session: %v", p.Text, err)
	}
}

// snapshot is what must stay the same, each line under its name. The session
// that ran the statements tells of its own settings; the other of the rest.
func (o *oracle) snapshot() map[string]string {
	o.t.Helper()
	m := map[string]string{}
	ask := func(c *pgx.Conn, name, text string) {
		o.t.Helper()
		var s *string
		if err := c.QueryRow(o.ctx, text, pgx.QueryExecModeExec).Scan(&s); err != nil {
			o.t.Fatalf("snapshot of %s: %v", name, err)
		}
		if s != nil {
			m[name] = *s
		}
	}
	// The server's timeout is for the statements, not for looking on.
	if _, err := o.watch.Exec(o.ctx, "SET statement_timeout = 0"); err != nil {
		o.t.Fatal(err)
	}
	for _, name := range o.tables() {
		ask(o.watch, "table "+name, "SELECT count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))), '') FROM "+name+" AS t")
	}
	ask(o.watch, "sequence", "SELECT last_value || ' ' || is_called FROM order_seq")
	ask(o.watch, "transactions", "SELECT pg_snapshot_xmax(pg_current_snapshot())::text")
	ask(o.watch, "locks", "SELECT string_agg(locktype || mode, ' ' ORDER BY locktype, mode) FROM pg_locks WHERE locktype = 'advisory' OR (pid <> pg_backend_pid() AND mode <> 'ExclusiveLock')")
	ask(o.watch, "slots", "SELECT string_agg(slot_name || ' ' || active, ',' ORDER BY slot_name) FROM pg_replication_slots")
	ask(o.watch, "prepared transactions", "SELECT string_agg(gid, ',') FROM pg_prepared_xacts")
	ask(o.watch, "sessions", "SELECT string_agg(pid::text, ',' ORDER BY pid) FROM pg_stat_activity WHERE backend_type = 'client backend'")
	ask(o.watch, "statistics reset", "SELECT string_agg(datname || coalesce(stats_reset::text, ''), ',' ORDER BY datname) FROM pg_stat_database")
	ask(o.watch, "server settings", "SELECT md5(string_agg(name || coalesce(setting, ''), ',' ORDER BY name)) FROM pg_file_settings")
	ask(o.conn, "session settings", "SELECT md5(string_agg(name || '=' || coalesce(setting, ''), ',' ORDER BY name)) FROM pg_settings")
	ask(o.conn, "session state", "SELECT current_user || session_user || (SELECT count(*) FROM pg_prepared_statements) || (SELECT count(*) FROM pg_cursors WHERE name <> '') || (SELECT count(*) FROM pg_listening_channels()) || pg_my_temp_schema()")
	m["files"] = o.files()
	return m
}

func (o *oracle) tables() []string {
	rs, err := o.watch.Query(o.ctx, `SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
		WHERE c.relkind = 'r' AND n.nspname IN ('pg_catalog', 'public') ORDER BY 1`, pgx.QueryExecModeExec)
	if err != nil {
		o.t.Fatal(err)
	}
	names, err := pgx.CollectRows(rs, pgx.RowTo[string])
	if err != nil {
		o.t.Fatal(err)
	}
	return names
}

// files names every file below the cluster's directory that a statement could
// make or change, with the content of the small ones that hold settings.
func (o *oracle) files() string {
	var names []string
	root := filepath.Dir(o.server.Data)
	err := filepath.WalkDir(root, func(p string, d os.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // it was there a moment ago
		}
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, p)
		switch base := d.Name(); {
		case d.IsDir() && (base == "pg_wal" || base == "pg_stat" || base == "pg_stat_tmp" || base == "pgsql_tmp" || base == "pg_logical"):
			return filepath.SkipDir
		case d.IsDir(), base == "pg_internal.init", base == "log", rel == "data/postmaster.pid":
		case strings.HasSuffix(base, ".conf"), strings.HasSuffix(base, ".auto.conf"):
			text, _ := os.ReadFile(p)
			names = append(names, fmt.Sprintf("%s %x", rel, text))
		default:
			names = append(names, rel)
		}
		return nil
	})
	if err != nil {
		o.t.Fatal(err)
	}
	made, _ := filepath.Glob("/tmp/made*")
	return strings.Join(append(names, made...), "\n")
}

// bites shows that the snapshot sees what it is there to see: each of these is
// BLOCKED, and run all the same, and must show.
func (o *oracle) bites(before map[string]string) bool {
	for text, where := range map[string]string{
		"SELECT nextval('order_seq')":                              "sequence",
		"SELECT dirty(1)":                                          "table public.t",
		"SELECT lo_from_bytea(0, 'x')":                             "table pg_catalog.pg_largeobject",
		"SELECT pg_advisory_lock(42)":                              "locks",
		"SELECT set_config('work_mem', '1MB', false)":              "session settings",
		"SELECT pg_create_physical_replication_slot('s')":          "slots",
		"SELECT pg_replication_origin_create('o')":                 "table pg_catalog.pg_replication_origin",
		"SELECT txid_current()":                                    "transactions",
		"SELECT lo_export(4242, '" + o.server.Data + "/exported')": "files",
		"SELECT pg_file_write('made.txt', 'x', false)":             "files",
		"SELECT pg_stat_reset()":                                   "statistics reset",
		"CREATE ROLE made":                                         "table pg_catalog.pg_authid",
		"ALTER SYSTEM SET work_mem = '8MB'":                        "files",
		"LISTEN jobs":                                              "session state",
		"SELECT (42::int).dirty":                                   "table public.t",
	} {
		if v, _ := verdict(o.t, text); v != "BLOCKED" {
			o.t.Errorf("%q is %s", text, v)
		}
		if _, err := o.conn.Exec(o.ctx, text); err != nil {
			if e := new(pgconn.PgError); errors.As(err, &e) && e.Code == "42883" {
				continue // adminpack is not there
			}
			o.t.Errorf("%q: %v", text, err)
			continue
		}
		after := o.snapshot()
		if before[where] == after[where] {
			o.t.Errorf("%q changed nothing that the snapshot sees in %s", text, where)
		}
		before = after
	}
	if _, err := o.conn.Exec(o.ctx, "SELECT pg_advisory_unlock_all(); RESET ALL; UNLISTEN *; SET statement_timeout = '300ms'; SET lock_timeout = '100ms'"); err != nil {
		o.t.Error(err)
	}
	return true
}

// corpus is seeded: the same statements every time.
func (o *oracle) corpus(proof bool) []string {
	r := rand.New(rand.NewPCG(2026, 11))
	g := &grammar{r: r, functions: o.functions(r)}
	var out []string
	cases := labelledCases(o.t)
	regress := regression(o.t)
	builtins := o.calls()
	generated, mutations, perCase := 60, 40, 40
	if proof {
		generated, mutations, perCase = 3000, 1500, len(regress)
	}
	for _, c := range cases {
		if c.Decision != "INVALID" {
			out = append(out, c.SQL)
		}
	}
	for range generated {
		out = append(out, g.query())
	}
	for range mutations {
		out = append(out, g.mutated(cases[r.IntN(len(cases))].SQL))
	}
	r.Shuffle(len(regress), func(i, j int) { regress[i], regress[j] = regress[j], regress[i] })
	out = append(out, regress[:min(perCase, len(regress))]...)
	if !proof {
		r.Shuffle(len(builtins), func(i, j int) { builtins[i], builtins[j] = builtins[j], builtins[i] })
		builtins = builtins[:60]
	}
	return append(out, builtins...)
}

func regression(t testing.TB) []string {
	t.Helper()
	f, err := os.Open("testdata/regress.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []string
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		var s string
		if err := json.Unmarshal(sc.Bytes(), &s); err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	return out
}

// functions are names for the grammar: mostly ones that work on what the shop
// holds, and every name of the catalog.
func (o *oracle) functions(r *rand.Rand) []string {
	common := []string{
		"abs", "upper", "lower", "length", "count", "sum", "max", "min", "avg", "array_agg", "string_agg", "coalesce", "round",
		"now", "clock_timestamp", "random", "to_json", "row_to_json", "jsonb_build_object", "md5", "generate_series", "unnest",
		"pg_typeof", "pg_size_pretty", "to_char", "date_trunc", "concat", "format", "repeat", "left", "num_nulls",
	}
	out := []string{"dirty", "dblink_exec", "lo_unlink", "crosstab"}
	for range 12 {
		out = append(out, common...)
	}
	rs, err := o.watch.Query(o.ctx, "SELECT DISTINCT proname FROM pg_proc WHERE pronamespace IN ('pg_catalog'::regnamespace, 'public'::regnamespace) ORDER BY 1", pgx.QueryExecModeExec)
	if err != nil {
		o.t.Fatal(err)
	}
	all, err := pgx.CollectRows(rs, pgx.RowTo[string])
	if err != nil {
		o.t.Fatal(err)
	}
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return append(out, all[:min(len(all), 400)]...)
}

// calls is one call of every function of pg_catalog in every form, with an
// argument of each type, as a call and, with one argument, as an attribute.
func (o *oracle) calls() []string {
	rs, err := o.watch.Query(o.ctx, `SELECT p.proname, p.prokind::text, coalesce((SELECT array_agg(format_type(a, NULL) ORDER BY i) FROM unnest(p.proargtypes) WITH ORDINALITY AS x(a, i)), '{}')
		FROM pg_proc AS p WHERE p.pronamespace = 'pg_catalog'::regnamespace AND NOT 'internal'::regtype = ANY (p.proargtypes) ORDER BY p.oid`, pgx.QueryExecModeExec)
	if err != nil {
		o.t.Fatal(err)
	}
	var out []string
	var name, kind string
	var types []string
	_, err = pgx.ForEachRow(rs, []any{&name, &kind, &types}, func() error {
		args := make([]string, len(types))
		for i, typ := range types {
			args[i] = argument(typ)
		}
		call := fmt.Sprintf("%q(%s)", name, strings.Join(args, ", "))
		switch kind {
		case "w":
			call += " OVER ()"
		case "a":
			if len(args) == 0 {
				call = fmt.Sprintf("%q(*)", name)
			}
		}
		out = append(out, "SELECT "+call)
		if len(args) == 1 && kind == "f" {
			out = append(out, fmt.Sprintf("SELECT (%s).%q", args[0], name))
		}
		return nil
	})
	if err != nil {
		o.t.Fatal(err)
	}
	return slices.Compact(out)
}

// argument is a value of a type that a function is likely to work on.
func argument(typ string) string {
	values := map[string]string{
		"integer": "1", "bigint": "1", "smallint": "1", "oid": "'customers'::regclass::oid", "regclass": "'customers'::regclass",
		"text": "'customers'", "name": "'customers'", "cstring": "'customers'", "character": "'a'", `"char"`: `'a'`, "character varying": "'a'",
		"boolean": "true", "numeric": "1.5", "double precision": "0.5", "real": "0.5", "bytea": `'\x61'`,
		"json": `'{"a": 1}'`, "jsonb": `'{"a": 1}'`, "jsonpath": "'$.a'", "xml": "'<a/>'",
		"date": "'2026-11-30'", "timestamp without time zone": "'2026-11-30 20:00'", "timestamp with time zone": "'2026-11-30 20:00Z'",
		"time without time zone": "'10:00'", "time with time zone": "'10:00Z'", "interval": "'1 ms'",
		"uuid": "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'", "inet": "'10.0.0.1'", "cidr": "'10.0.0.0/8'", "pg_lsn": "'0/0'",
		"tsvector": "'a b'", "tsquery": "'a'", "regconfig": "'simple'", "xid": "'3'", "xid8": "'3'", "tid": "'(0,1)'",
		"anyelement": "1", "anynonarray": "1", "anycompatible": "1", "anycompatiblenonarray": "1", `"any"`: "1",
		"anyarray": "ARRAY[1]", "anycompatiblearray": "ARRAY[1]", "anyrange": "int4range(1, 2)", "anymultirange": "int4multirange(int4range(1, 2))",
		"record": "ROW(1)", "text[]": "ARRAY['a']", "integer[]": "ARRAY[1]", "oid[]": "ARRAY['customers'::regclass::oid]",
	}
	v, ok := values[typ]
	if !ok {
		return "NULL::" + typ
	}
	switch typ {
	case "anyelement", "anynonarray", "anycompatible", "anycompatiblenonarray", `"any"`, "anyarray", "anycompatiblearray", "anyrange", "anymultirange", "record":
		return v
	}
	return v + "::" + typ
}
