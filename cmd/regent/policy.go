package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"regent/engine"
	"regent/engine/bench"
	"regent/facts/secret"
)

func newPolicy() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "policy",
		Short: "Check, lint, test and document policies: exit 0 sound, 1 not, 2 error",
		Long:  "Check, lint, test and document the shipped policies with the layers of --policy.",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	cmd.AddCommand(
		&cobra.Command{Use: "check", Short: "Compile strictly, check every table, and print what is loaded", Args: cobra.NoArgs, RunE: policyCheck},
		&cobra.Command{Use: "lint", Short: "Find what compiles and is still wrong or slow", Args: cobra.NoArgs, RunE: policyLint},
		policyTest(),
		&cobra.Command{
			Use: "docs", Short: "Print a page of every rule", Args: cobra.NoArgs,
			RunE: func(c *cobra.Command, _ []string) error {
				e, err := openPolicies(c)
				if err != nil {
					return err
				}
				return bench.Docs(c.OutOrStdout(), e.Set())
			},
		},
	)
	return cmd
}

// openPolicies loads the policies alone: no record, no workspace of a call.
func openPolicies(c *cobra.Command) (*engine.Engine, error) {
	cfg, err := loadConfig(c)
	if err != nil {
		return nil, err
	}
	e, err := engine.Open(c.Context(), engine.Options{Layers: cfg.Policy, Settings: settingsLayer(cfg)})
	if err != nil {
		return nil, policyFault{err}
	}
	return e, nil
}

// policyFault keeps every line of what is wrong with policies.
type policyFault struct{ error }

func policyCheck(c *cobra.Command, _ []string) error {
	w, err := openWiring(c, doorList)
	if err != nil {
		return err
	}
	defer w.Close()
	var secrets secret.Table
	if err := w.engine.Table("regent/secrets", &secrets); err != nil {
		return fmt.Errorf("policy: %w", err)
	}
	if err := secret.Check(secrets); err != nil {
		return fmt.Errorf("policy: %w", err)
	}
	set := w.engine.Set()
	if asJSON, _ := c.Flags().GetBool("json"); asJSON {
		return json.NewEncoder(c.OutOrStdout()).Encode(map[string]any{
			"revision": w.engine.Revision(), "digest": w.engine.Digest(), "modules": len(set.Modules), "layers": set.Layers,
		})
	}
	fmt.Fprintf(c.OutOrStdout(), "ok: %d modules, %d layers, revision %s, %s\n", len(set.Modules), len(set.Layers), w.engine.Revision(), w.engine.Digest())
	return nil
}

func policyLint(c *cobra.Command, _ []string) error {
	e, err := openPolicies(c)
	if err != nil {
		return err
	}
	found := bench.Lint(e.Set())
	for _, p := range found {
		fmt.Fprintln(c.OutOrStdout(), p)
	}
	if len(found) > 0 {
		return exitCode(exitFailed)
	}
	return nil
}

func policyTest() *cobra.Command {
	var only string
	var threshold float64
	cmd := &cobra.Command{
		Use:   "test [DIR ...]",
		Short: "Run the Rego tests of the layers and of DIR, with coverage",
		Long: "Run the Rego tests (*_test.rego) that lie in the layers of --policy and in each DIR, against the loaded policies.\n" +
			"Lines and rules that no test reached are listed.",
		RunE: func(c *cobra.Command, dirs []string) error { return runPolicyTests(c, dirs, only, threshold) },
	}
	cmd.Flags().StringVar(&only, "run", "", "regular expression on the tests' full names")
	cmd.Flags().Float64Var(&threshold, "threshold", 0, "percent of lines that must be covered")
	return cmd
}

func runPolicyTests(c *cobra.Command, dirs []string, only string, threshold float64) error {
	e, err := openPolicies(c)
	if err != nil {
		return err
	}
	cfg, err := loadConfig(c)
	if err != nil {
		return err
	}
	var tests []bench.Tests
	for _, dir := range append(append([]string{}, cfg.Policy...), dirs...) {
		tests = append(tests, bench.Tests{Name: dir, FS: os.DirFS(dir)})
	}
	if len(tests) == 0 {
		return errors.New("policy test: nothing to test; hint: regent policy test policy_tests, or give layers with --policy")
	}
	r, err := bench.Test(c.Context(), e.Set(), tests, only)
	if err != nil {
		return fmt.Errorf("policy test: %w", err)
	}
	out := c.OutOrStdout()
	for _, t := range r.Results {
		if t.Outcome == "fail" || t.Outcome == "error" {
			fmt.Fprintf(out, "%s  %s.%s (%s:%d)\n%s%s\n", t.Outcome, t.Package, t.Name, t.File, t.Line, t.Detail, t.Output)
		}
	}
	// Tests of layers alone are no tests of what stands above them.
	ours := func(file string) bool { return len(dirs) > 0 || below(file, cfg.Policy) }
	if only == "" {
		for _, l := range r.Uncovered {
			if ours(l.File) {
				fmt.Fprintf(out, "not covered  %s:%d-%d\n", l.File, l.From, l.To)
			}
		}
		for _, n := range r.Silent {
			if ours(n.File) {
				fmt.Fprintf(out, "never fired  %s  %s\n", n.ID, n.Location())
			}
		}
	}
	fmt.Fprintf(out, "%d passed, %d failed", len(r.Results)-r.Failed(), r.Failed())
	if len(dirs) > 0 {
		fmt.Fprintf(out, ", coverage %.1f %%", r.Coverage)
	}
	fmt.Fprintln(out)
	if r.Failed() > 0 || only == "" && r.Coverage < threshold {
		return exitCode(exitFailed)
	}
	return nil
}

// below says whether a file lies in one of the directories.
func below(file string, dirs []string) bool {
	for _, d := range dirs {
		if strings.HasPrefix(file, d+"/") {
			return true
		}
	}
	return false
}
