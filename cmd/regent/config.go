package main

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"regent/internal/config"
	"regent/tools"
)

func newConfig() *cobra.Command {
	cmd := &cobra.Command{Use: "config", Short: "Show the settings there are", Args: cobra.NoArgs}
	cmd.AddCommand(&cobra.Command{
		Use: "keys", Short: "List every setting with its variable and flag", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if asJSON, _ := c.Flags().GetBool("json"); asJSON {
				return json.NewEncoder(c.OutOrStdout()).Encode(config.Keys())
			}
			w := tabwriter.NewWriter(c.OutOrStdout(), 0, 4, 2, ' ', 0)
			for _, k := range config.Keys() {
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", k.Name, k.Environment, k.Flag, k.Doc)
			}
			return w.Flush()
		},
	}, &cobra.Command{
		Use: "schema", Short: "Print the JSON Schema of the configuration file", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := c.OutOrStdout().Write(config.Schema())
			return err
		},
	}, &cobra.Command{
		Use: "check", Short: "Read and check all sources, serve nothing", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if _, err := loadConfig(c); err != nil {
				return err
			}
			fmt.Fprintln(c.OutOrStdout(), "ok")
			return nil
		},
	})
	return cmd
}

func loadConfig(c *cobra.Command) (*config.Config, error) {
	file, _ := c.Flags().GetString("config")
	cfg, err := config.Load(config.Sources{File: file, Flags: c.Flags()})
	if err != nil {
		return nil, err
	}
	given := map[string]bool{
		"metrics_enabled": cfg.Metrics.Enabled, "sql_dsn": cfg.SQL.DSN != "", "safe_data_dir": cfg.SafeDataDir != "",
	}
	if err := tools.CheckEnabled(cfg.EnabledTools, func(setting string) bool { return given[setting] }); err != nil {
		return nil, err
	}
	return cfg, nil
}
