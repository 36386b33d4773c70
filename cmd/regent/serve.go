package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"regent/facts/host"
	"regent/server"
	"regent/tools"
	"regent/tools/fsread"
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
	if cfg.SQL.DSN != "" && w.serving {
		ctx, cancel := context.WithCancel(context.Background())
		database, closing, err := openDatabase(ctx, cfg.SQL, w.engine, w.log)
		if err != nil {
			cancel()
			return err
		}
		o.SQL = database
		// Last first: what still asks the database is told to stop.
		w.close = append(w.close, closing, func() error { cancel(); return nil })
	}
	o.SQL.SearchPath, o.SQL.Timeout, o.SQL.MaxBytes = cfg.SQL.SearchPath, seconds(cfg.SQL.QueryTimeoutS), cfg.SQL.MaxBytes
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
