package main

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"regent/engine"
	"regent/facts"
	"regent/tools/api"
)

func newExplain() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "explain",
		Short: "Judge one call and show the facts it was judged on and the rules that fired",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	cmd.PersistentFlags().String("cwd", "", "directory that the call starts in (default: the workspace)")
	for _, kind := range checkKinds() {
		sub := &cobra.Command{
			Use: kind.use, Short: kind.short, Args: cobra.ExactArgs(1),
			RunE: func(c *cobra.Command, args []string) error {
				return explain(c, kind.tool, kind.arguments(c, args[0]))
			},
		}
		kind.flags(sub)
		cmd.AddCommand(sub)
	}
	return cmd
}

// explanation is what --json prints.
type explanation struct {
	Decision json.RawMessage `json:"decision"`
	Rules    []firedRule     `json:"rules"`
	Facts    *facts.Input    `json:"facts"`
}

type firedRule struct {
	Rule     string         `json:"rule"`
	Decision string         `json:"decision"`
	Location string         `json:"location"` // file:line of the rule
	Subject  engine.Subject `json:"subject"`
	Reason   string         `json:"reason"`
	Remedy   string         `json:"remedy"`
}

func explain(c *cobra.Command, tool string, arguments map[string]any) error {
	oneShot()
	raw, err := encodeCall(arguments)
	if err != nil {
		return fmt.Errorf("explain: %w", err)
	}
	w, err := openWiring(c, doorOnce)
	if err != nil {
		return err
	}
	defer w.Close()
	r, in, d, err := w.suite.Explain(c.Context(), api.Call{Tool: tool, Arguments: raw, Caller: api.Caller{Transport: "cli"}})
	if err != nil {
		return fmt.Errorf("explain: the call could not be judged")
	}
	var a answer
	if err := json.Unmarshal(r.Structured, &a); err != nil {
		return fmt.Errorf("explain: reading the decision: %w", err)
	}
	if a.Code != "" {
		return fmt.Errorf("explain: %s", a.Detail)
	}
	x := explanation{Decision: r.Structured, Rules: []firedRule{}, Facts: in}
	for _, f := range d.Findings {
		x.Rules = append(x.Rules, firedRule{f.Rule, f.Decision, f.Location, f.Subject, f.Reason, f.Remedy})
	}
	out := c.OutOrStdout()
	if asJSON, _ := c.Flags().GetBool("json"); asJSON {
		if err := json.NewEncoder(out).Encode(x); err != nil {
			return fmt.Errorf("explain: writing: %w", err)
		}
		return a.exit()
	}
	fmt.Fprintf(out, "%s  %s\n", painter(out)(a.Decision), a.Rule)
	for _, f := range x.Rules {
		fmt.Fprintf(out, "\n%s  %s\n  rule     %s\n  at       %s\n  about    %s[%d]\n  way out  %s\n",
			f.Decision, f.Reason, f.Rule, f.Location, f.Subject.Topic, f.Subject.Index, f.Remedy)
	}
	b, err := json.MarshalIndent(in, "", "  ")
	if err != nil {
		return fmt.Errorf("explain: encoding the facts: %w", err)
	}
	fmt.Fprintf(out, "\nfacts\n%s\n", b)
	return a.exit()
}
