package main

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"regent/engine"
	"regent/facts"
	"regent/internal/config"
	"regent/tools"
	"regent/tools/pgrun"
)

// openDatabase makes what read_only_sql runs on. Nothing connects before the
// first query, but for a policy that refuses privileged roles: then the tool
// is only offered once the role is known to be none.
func openDatabase(ctx context.Context, cfg config.SQL, e *engine.Engine, log *slog.Logger) (out tools.SQL, closing func() error, err error) {
	r, err := pgrun.Open(pgrun.Options{
		DSN: cfg.DSN, ConnectTimeout: seconds(cfg.ConnectTimeoutS), MaxConns: int32(cfg.PoolMaxSize),
		ApplicationName: cfg.ApplicationName, SearchPath: cfg.SearchPath,
	})
	if err != nil {
		return out, nil, fmt.Errorf("sql_dsn: %w", err)
	}
	closing = func() error { r.Close(); return nil }
	var role struct {
		Privileged string `json:"privileged"`
	}
	if err := e.Table("regent/settings/sql/role", &role); err != nil {
		return out, nil, fmt.Errorf("reading settings.sql.role: %w", err)
	}
	switch role.Privileged {
	case "refuse":
		if !plainRole(ctx, r, log) {
			log.Warn("read_only_sql is not offered: the policy refuses a privileged database role, and one that is not known")
			return out, closing, nil
		}
	case "warn":
		go plainRole(ctx, r, log)
	default:
		return out, nil, fmt.Errorf("settings.sql.role.privileged must be warn or refuse")
	}
	out.Runner = r
	if cfg.LiveCatalog {
		c := &liveCatalog{}
		go c.open(ctx, r, log)
		out.Catalog = c
	}
	return out, closing, nil
}

// plainRole reports whether the role is known to do no more than read tables,
// and tells the operator when it may do more.
func plainRole(ctx context.Context, r *pgrun.Runner, log *slog.Logger) bool {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	role, err := r.Role(ctx)
	switch {
	case err != nil:
		log.Info("the database role could not be looked at")
		return false
	case role.Privileged():
		log.Warn("the database role may do more than read tables; docs/postgres-role.md has one that may not", "powers", role.Powers)
		return false
	}
	return true
}

// liveCatalog is the database's own functions and operators, once they could be
// read. Until then nothing is known of them.
type liveCatalog struct{ held atomic.Pointer[pgrun.Catalog] }

// Function implements sql.Catalog.
func (l *liveCatalog) Function(f *facts.Function) {
	if c := l.held.Load(); c != nil {
		c.Function(f)
	}
}

// Operators implements sql.Catalog.
func (l *liveCatalog) Operators(schema, name string) []facts.Function {
	if c := l.held.Load(); c != nil {
		return c.Operators(schema, name)
	}
	return nil
}

// open reads the catalog, again and again while the server is away.
func (l *liveCatalog) open(ctx context.Context, r *pgrun.Runner, log *slog.Logger) {
	for wait := time.Second; ; wait = min(2*wait, time.Minute) {
		c, err := r.Catalog(ctx, 0)
		if err == nil {
			l.held.Store(c)
			return
		}
		log.Info("the database's functions could not be read yet")
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}
