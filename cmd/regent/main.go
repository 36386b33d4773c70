// Command regent tells a coding agent what it may do: it serves MCP, judges
// single calls, and holds the tools of those who write policies and keep the
// record.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
)

// Exit codes. Those of a judgement are set apart from those of failure, so
// that a script can tell "no" from "broken".
const (
	exitOK      = 0
	exitFailed  = 1 // a check of policies or of the record found something
	exitError   = 2 // bad usage, configuration, policy or record
	exitConfirm = 3
	exitBlocked = 4
)

// exitCode is an error that only carries an exit status: the message was
// printed already.
type exitCode int

func (e exitCode) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

func main() { os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// Main runs the command line and returns the exit status.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.Execute()
	var code exitCode
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &code):
		return int(code)
	}
	var all policyFault
	if errors.As(err, &all) {
		fmt.Fprintln(stderr, all)
		return exitError
	}
	fmt.Fprintf(stderr, "regent: %s\n", firstLine(err.Error()))
	return exitError
}

// firstLine keeps a message to one line: the first fault is mended first.
func firstLine(s string) string {
	first, rest, more := strings.Cut(strings.TrimSpace(s), "\n")
	if !more {
		return first
	}
	return fmt.Sprintf("%s (and %d more)", first, 1+strings.Count(rest, "\n"))
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "regent",
		Short:         "Tells a coding agent what it may do",
		Long:          "Regent judges what a coding agent is about to do: Go states what a call would touch, Rego decides what is allowed.",
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.NoArgs,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.PersistentFlags().String("config", "", "configuration file (JSON or YAML)")
	root.PersistentFlags().StringArray("workspace", nil, "root directory of the work, repeatable (default: the current directory)")
	root.PersistentFlags().StringArray("policy", nil, "directory with policy layers, repeatable, in order of authority")
	root.PersistentFlags().Bool("json", false, "print JSON")
	root.AddCommand(newServe(), newCheck(), newExplain(), newPolicy(), newDemo(), newVersion(), newConfig(), newAudit())
	return root
}
