package main

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"regent/engine"
	"regent/facts"
	"regent/internal/config"
	"regent/internal/pgtest"
)

// A role that may do more than read is told; a policy that refuses it keeps the
// tool away, also while the server cannot be asked. Nothing of the DSN is said.
func TestDatabaseRole(t *testing.T) {
	s, err := pgtest.Start(t.Context(), pgtest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Stop(); err != nil {
			t.Error(err)
		}
	})
	name := s.Database(t,
		`CREATE FUNCTION own() RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 1'`,
		`DO $$ BEGIN CREATE ROLE reader LOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`)
	const away = "postgres://someone:Hunter2@127.0.0.1:1/secretname?connect_timeout=1"
	for _, c := range []struct {
		word, dsn string
		offered   bool
		warned    string
	}{
		{"warn", s.DSN("reader", name), true, ""},
		{"warn", s.DSN(pgtest.Superuser, name), true, "may do more"},
		{"warn", away, true, "could not be looked at"},
		{"refuse", s.DSN("reader", name), true, ""},
		{"refuse", s.DSN(pgtest.Superuser, name), false, "not offered"},
		{"refuse", away, false, "not offered"},
	} {
		e, err := engine.Open(t.Context(), engine.Options{FS: fstest.MapFS{
			"schemas/input.json":            {Data: []byte(`{}`)},
			"regent/settings/sql/data.json": {Data: []byte(`{"role":{"privileged":"` + c.word + `"}}`)},
			"regent/decision.rego":          {Data: []byte("package regent\n\ndecision := {}\n\nadmit := {}\n")},
		}})
		if err != nil {
			t.Fatal(err)
		}
		var log lockedBuffer
		o, closing, err := openDatabase(t.Context(), config.SQL{DSN: c.dsn, ConnectTimeoutS: 1, PoolMaxSize: 2, ApplicationName: "test", LiveCatalog: true},
			e, slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
		if err != nil {
			t.Fatal(err)
		}
		if (o.Runner != nil) != c.offered {
			t.Errorf("%s, %s: offered is %v", c.word, c.warned, o.Runner != nil)
		}
		if c.offered && c.dsn != away {
			f := facts.Function{Schema: "public", Name: "own"}
			until(t, func() bool { o.Catalog.Function(&f); return f.Volatility == "immutable" })
		}
		until(t, func() bool { return strings.Contains(log.String(), c.warned) })
		for _, word := range []string{"Hunter2", "secretname", "127.0.0.1", "someone", s.Socket, name} {
			if strings.Contains(log.String(), word) {
				t.Errorf("%q is in the log: %s", word, log.String())
			}
		}
		_ = closing()
	}
}

func until(t *testing.T, done func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for !done() {
		select {
		case <-ctx.Done():
			t.Fatal("it did not come about")
		case <-time.After(time.Millisecond):
		}
	}
}

// lockedBuffer is a log that is read while it is written.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}
