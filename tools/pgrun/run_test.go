package pgrun_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"regent/tools/pgrun"
)

func failure(t testing.TB, err error) *pgrun.Error {
	t.Helper()
	var e *pgrun.Error
	if !errors.As(err, &e) {
		t.Fatalf("%v is no *pgrun.Error", err)
	}
	if e.Detail == "" {
		t.Errorf("%v has no detail", e)
	}
	return e
}

func TestFailures(t *testing.T) {
	w := newWorld(t, "CREATE TABLE hidden (a int)", "REVOKE ALL ON hidden FROM reader",
		"CREATE FUNCTION raise() RETURNS int LANGUAGE plpgsql STABLE AS $$ BEGIN RAISE EXCEPTION 'private words'; END $$",
		"CREATE VIEW raising AS SELECT raise() AS a", "GRANT SELECT ON raising TO reader")
	for text, want := range map[string]struct {
		kind  pgrun.Kind
		state string
	}{
		"SELECT * FROM nowhere":             {pgrun.KindInvalid, "42P01"},
		"SELECT nothing FROM users":         {pgrun.KindInvalid, "42703"},
		"SELECT 1 / 0":                      {pgrun.KindInvalid, "22012"},
		"SELECT 'x'::int":                   {pgrun.KindInvalid, "22P02"},
		"SELECT (SELECT a FROM t)":          {pgrun.KindInvalid, "21000"},
		"SELECT 1 LIMIT -1":                 {pgrun.KindInvalid, "2201W"},
		"SELECT 1; SELECT 2":                {pgrun.KindInvalid, "42601"},
		"SELECT * FROM hidden":              {pgrun.KindDenied, "42501"},
		"INSERT INTO users VALUES (1, 'x')": {pgrun.KindViolation, "25006"},
		"CREATE TABLE made (a int)":         {pgrun.KindViolation, "25006"},
		"SELECT pg_sleep(20)":               {pgrun.KindTimeout, "57014"},
		"SELECT * FROM raising":             {pgrun.KindFault, "P0001"},
	} {
		l := limits
		if strings.Contains(text, "sleep") {
			l.Timeout = 100 * time.Millisecond
		}
		_, err := w.run.Run(t.Context(), raw(text), l)
		if err == nil {
			t.Errorf("%q gave no error", text)
			continue
		}
		e := failure(t, err)
		if e.Kind != want.kind || e.State != want.state {
			t.Errorf("%q: %s %s (%s), want %s %s", text, e.Kind, e.State, e.Detail, want.kind, want.state)
		}
		if strings.Contains(e.Detail+e.Error(), "private words") {
			t.Errorf("a fault repeats the server's words: %s", e.Detail)
		}
		if _, err := w.run.Run(t.Context(), raw("SELECT 1"), limits); err != nil {
			t.Errorf("after %q: %v", text, err)
		}
	}
}

// A timeout that the role brings along, which ends the session, is a timeout too.
func TestTransactionTimeout(t *testing.T) {
	w := newWorld(t)
	if w.server.Major < 17 {
		t.Skip("PostgreSQL 17 brought transaction_timeout")
	}
	w.server.Exec(t, w.db, "CREATE ROLE hasty LOGIN", "ALTER ROLE hasty SET transaction_timeout = '50ms'")
	r := open(t, pgrun.Options{DSN: w.server.DSN("hasty", w.db)})
	for range 2 {
		_, err := r.Run(t.Context(), raw("SELECT pg_sleep(5)"), limits)
		if err == nil || failure(t, err).Kind != pgrun.KindTimeout {
			t.Errorf("%v", err)
		}
		if _, err := r.Run(t.Context(), raw("SELECT 1"), limits); err != nil {
			t.Errorf("after it: %v", err)
		}
	}
}

// The transaction is read-only and rolled back, whatever was sent.
func TestNothingIsKept(t *testing.T) {
	w := newWorld(t)
	owner := open(t, pgrun.Options{DSN: w.server.DSN("owner", w.db), MaxConns: 1})
	for _, text := range []string{
		"INSERT INTO users VALUES (999, 'x')", "DELETE FROM users", "CREATE TABLE made (a int)",
		"SELECT nextval('order_seq')", "SELECT setval('order_seq', 77)",
		"WITH d AS (DELETE FROM users RETURNING *) SELECT * FROM d",
	} {
		_, err := owner.Run(t.Context(), raw(text), limits)
		if err == nil {
			t.Errorf("%q gave no error", text)
			continue
		}
		if e := failure(t, err); e.Kind != pgrun.KindViolation {
			t.Errorf("%q: %s %s", text, e.Kind, e.State)
		}
	}
	// A text of several statements is refused whole, so it cannot leave the
	// transaction.
	for _, text := range []string{
		"COMMIT; INSERT INTO users VALUES (999, 'x')", "SELECT 1; COMMIT; DROP TABLE users; SELECT 1",
	} {
		_, err := owner.Run(t.Context(), raw(text), limits)
		if err == nil || failure(t, err).State != "42601" {
			t.Errorf("%q: %v", text, err)
		}
	}
	got, err := owner.Run(t.Context(), raw("SELECT (SELECT count(*) FROM users), to_regclass('made') IS NULL, (SELECT is_called FROM order_seq)"), limits)
	if err != nil {
		t.Fatal(err)
	}
	if rows(got) != "60\ttrue\tfalse\t\n" {
		t.Errorf("after all: %s", rows(got))
	}
}

// Each run starts in a fresh session: nothing that an earlier one left there
// shows, on the one connection of this pool.
func TestSessionStateIsDiscarded(t *testing.T) {
	w := newWorld(t)
	r := open(t, pgrun.Options{DSN: w.server.DSN("reader", w.db), MaxConns: 1})
	ask := func(text string) string {
		t.Helper()
		got, err := r.Run(t.Context(), raw(text), limits)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		return rows(got)
	}
	pid := ask("SELECT pg_backend_pid()")
	for _, text := range []string{
		"SELECT pg_advisory_lock(42)", "SELECT set_config('work_mem', '64kB', false)",
		"PREPARE p AS SELECT 1", "LISTEN jobs", "DECLARE c CURSOR WITH HOLD FOR SELECT 1",
	} {
		if _, err := r.Run(t.Context(), raw(text), limits); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	got := ask(`SELECT (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()),
		current_setting('work_mem') <> '64kB', (SELECT count(*) FROM pg_prepared_statements),
		(SELECT count(*) FROM pg_listening_channels()), (SELECT count(*) FROM pg_cursors WHERE name = 'c')`)
	if got != "0\ttrue\t0\t0\t0\t\n" {
		t.Errorf("left behind: %s", got)
	}
	if now := ask("SELECT pg_backend_pid()"); now != pid {
		t.Errorf("another session answers: %s, then %s", pid, now)
	}
}

func TestSettingsOfARun(t *testing.T) {
	w := newWorld(t, "CREATE SCHEMA app", "CREATE TABLE app.users AS SELECT 'app' AS who", "GRANT USAGE ON SCHEMA app TO reader", "GRANT SELECT ON app.users TO reader")
	r := open(t, pgrun.Options{
		DSN: w.server.DSN("reader", w.db), SearchPath: []string{"app", `od"d`}, LockTimeout: 300 * time.Millisecond,
		ApplicationName: "regent-test",
	})
	got, err := r.Run(t.Context(), raw(`SELECT who, current_setting('statement_timeout'), current_setting('lock_timeout'),
		current_setting('idle_in_transaction_session_timeout'), current_setting('search_path'), current_setting('transaction_read_only'),
		current_setting('default_transaction_read_only'), current_setting('application_name') FROM users`), limits)
	if err != nil {
		t.Fatal(err)
	}
	want := `"app"|"5s"|"300ms"|"7s"|"app, \"od\"\"d\""|"on"|"on"|"regent-test"|`
	if s := strings.ReplaceAll(strings.TrimSpace(rows(got)), "\t", "|") + "|"; s != want {
		t.Errorf("%s\nwant %s", s, want)
	}
}

func TestByteLimits(t *testing.T) {
	w := newWorld(t)
	l := pgrun.Limits{MaxBytes: 1000, Timeout: 5 * time.Second}
	got, err := w.run.Run(t.Context(), bounded(t, "SELECT repeat('x', 300) FROM t", 50), l)
	if err != nil {
		t.Fatal(err)
	}
	if got.RowCount != 3 || !got.Truncated {
		t.Errorf("%d rows, truncated %v; want the three that fit", got.RowCount, got.Truncated)
	}
	for _, text := range []string{"SELECT repeat('x', 1001)", "SELECT repeat('x', 30000000)", "SELECT string_agg(repeat('x', 1000), '') FROM generate_series(1, 5000)"} {
		_, err := w.run.Run(t.Context(), bounded(t, text, 50), l)
		if err == nil {
			t.Errorf("%q gave no error", text)
			continue
		}
		if e := failure(t, err); e.Kind != pgrun.KindTooLarge {
			t.Errorf("%q: %s", text, e.Kind)
		}
	}
	if _, err := w.run.Run(t.Context(), raw("SELECT 1"), l); err != nil {
		t.Errorf("after too much: %v", err)
	}
}

// Giving up a call stops its work on the server.
func TestCancellationReachesTheServer(t *testing.T) {
	w := newWorld(t)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := w.run.Run(ctx, raw("SELECT pg_sleep(60), 'cancel me'"), pgrun.Limits{Timeout: time.Minute})
		done <- err
	}()
	conn := connect(t, w.server.DSN("owner", w.db))
	busy := func() int {
		var n int
		if err := conn.QueryRow(t.Context(), "SELECT count(*) FROM pg_stat_activity WHERE usename = 'reader' AND datname = current_database() AND state = 'active' AND query LIKE '%cancel me%'").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	await(t, func() bool { return busy() == 1 })
	cancel()
	if e := failure(t, <-done); e.Kind != pgrun.KindCancelled {
		t.Errorf("%+v", e)
	}
	await(t, func() bool { return busy() == 0 })
	if _, err := w.run.Run(t.Context(), raw("SELECT 1"), limits); err != nil {
		t.Errorf("after a cancelled call: %v", err)
	}
}

func await(t testing.TB, ready func() bool) {
	t.Helper()
	for range 500 {
		if ready() {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal("it never came to be")
}

func TestPoolIsLazyAndBounded(t *testing.T) {
	w := newWorld(t)
	r := open(t, pgrun.Options{DSN: w.server.DSN("reader", w.db), MaxConns: 2, ConnectTimeout: 300 * time.Millisecond})
	conn := connect(t, w.server.DSN("owner", w.db))
	sessions := func() int {
		var n int
		if err := conn.QueryRow(t.Context(), "SELECT count(*) FROM pg_stat_activity WHERE usename = 'reader' AND datname = current_database()").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := sessions(); n != 0 {
		t.Errorf("%d sessions before the first call", n)
	}
	const calls = 5
	errs := make(chan error, calls)
	for range calls {
		go func() {
			_, err := r.Run(t.Context(), raw("SELECT pg_sleep(1)"), limits)
			errs <- err
		}()
	}
	await(t, func() bool { return sessions() == 2 })
	refused := 0
	for range calls {
		if err := <-errs; err != nil {
			refused++
			if e := failure(t, err); e.Kind != pgrun.KindFault {
				t.Errorf("%+v", e)
			}
		}
	}
	if refused == 0 || refused == calls {
		t.Errorf("%d of %d calls found no session", refused, calls)
	}
	if n := sessions(); n > 2 {
		t.Errorf("%d sessions", n)
	}
}

func TestRole(t *testing.T) {
	w := newWorld(t,
		"DO $$ BEGIN CREATE ROLE filer LOGIN IN ROLE pg_read_server_files, pg_signal_backend; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$")
	for role, want := range map[string]string{
		"reader": "[] false", "filer": "[read_files signal_backends] true",
	} {
		got, err := open(t, pgrun.Options{DSN: w.server.DSN(role, w.db)}).Role(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if s := fmt.Sprint(got.Powers, got.Privileged()); s != want {
			t.Errorf("%s: %s, want %s", role, s, want)
		}
	}
	got, err := open(t, pgrun.Options{DSN: w.server.DSN("owner", w.db)}).Role(t.Context())
	if err != nil || !got.Privileged() || got.Powers[0] != "superuser" {
		t.Errorf("owner: %v %v", got, err)
	}
}
