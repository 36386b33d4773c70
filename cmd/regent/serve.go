package main

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/spf13/cobra"

	"regent/facts/host"
	"regent/server"
	"regent/tools"
	"regent/tools/fsread"
	"regent/tools/pgrun"
)

func newServe() *cobra.Command {
	cmd := &cobra.Command{
		Use: "serve", Short: "Serve MCP on stdio, or over HTTP with --http",
		Long: "Serve MCP on stdio, or over HTTP with --http ADDR. Ends with 0 at the end of input or a signal,\n" +
			"with 2 on a broken start or a client that does not read.",
		Args: cobra.NoArgs, RunE: serve,
	}
	cmd.Flags().String("http", "", "serve over HTTP at this address instead of stdio")
	return cmd
}

func serve(c *cobra.Command, _ []string) (err error) {
	w, err := openWiring(c, doorServe)
	if err != nil {
		return err
	}
	defer func() {
		// The record's last checkpoint is part of a clean end.
		if closing := w.Close(); closing != nil && err == nil {
			err = fmt.Errorf("closing: %w", closing)
		}
	}()
	w.record.verifyBehind(w.log)
	o := server.Options{
		Name: "regent", Title: "Regent", Version: version, Log: w.log,
		Instructions: "Ask before you act: dry_run_command before a shell command, audit_path_access before touching a path. " +
			"SAFE: go on. NEEDS_CONFIRMATION: ask a person. BLOCKED: do not do it; the remedy says what to do instead.",
		Stdio: server.StdioOptions{In: c.InOrStdin(), Out: c.OutOrStdout()},
	}
	code, err := 0, error(nil)
	if f := c.Flags().Lookup("http"); f.Changed {
		cfg := w.config.HTTP
		o.HTTP = server.HTTPOptions{Addr: cfg.Address, Token: cfg.Token, AllowedHosts: cfg.AllowedHosts, AllowedOrigins: cfg.AllowedOrigins}
		h, err := server.NewHTTP(w.suite, o)
		if err != nil {
			return fmt.Errorf("http_address: %w", err)
		}
		fmt.Fprintf(c.ErrOrStderr(), "regent: serving MCP at http://%s/mcp\n", h.Addr())
		code, err = h.Serve(c.Context())
		return ended(code, err)
	}
	code, err = server.ServeStdio(c.Context(), w.suite, o)
	return ended(code, err)
}

func ended(code int, err error) error {
	if err != nil {
		return fmt.Errorf("serving ended: %w", err)
	}
	if code != 0 {
		return exitCode(code)
	}
	return nil
}

// executing adds what the executing tools work on, where it is configured.
func (w *wiring) executing(o *tools.Options) error {
	cfg := w.config
	o.SQL = tools.SQL{SearchPath: cfg.SQL.SearchPath, Timeout: seconds(cfg.SQL.QueryTimeoutS), MaxBytes: cfg.SQL.MaxBytes}
	if cfg.SQL.DSN != "" {
		r, err := pgrun.Open(pgrun.Options{
			DSN: cfg.SQL.DSN, ConnectTimeout: seconds(cfg.SQL.ConnectTimeoutS), MaxConns: int32(cfg.SQL.PoolMaxSize),
			ApplicationName: cfg.SQL.ApplicationName, SearchPath: cfg.SQL.SearchPath,
		})
		if err != nil {
			return fmt.Errorf("sql_dsn: %w", err)
		}
		o.SQL.Runner = r
		w.close = append(w.close, func() error { r.Close(); return nil })
		go warnOfRole(r, w.log)
	}
	if cfg.Metrics.Enabled {
		m, err := host.New(host.Options{Interval: seconds(cfg.Metrics.CPUSampleS), DiskPath: cfg.Metrics.DiskPath})
		if err != nil {
			return err
		}
		o.Metrics = m
	}
	if cfg.SafeDataDir != "" {
		root, err := fsread.Open(cfg.SafeDataDir)
		if err != nil {
			return fmt.Errorf("safe_data_dir: %w", err)
		}
		o.Files = root
		w.close = append(w.close, root.Close)
	}
	return nil
}

// warnOfRole tells the operator when the database role may do more than read.
// It runs beside the serving: a server that is away must not hold the start.
func warnOfRole(r *pgrun.Runner, log *slog.Logger) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	role, err := r.Role(ctx)
	switch {
	case err != nil:
		log.Info("the database role could not be looked at")
	case role.Privileged():
		log.Warn("the database role may do more than read tables; docs/postgres-role.md has one that may not", "powers", role.Powers)
	}
}
