package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"regent/tools"
	"regent/tools/api"
)

func newCheck() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Judge one call: exit 0 SAFE, 3 NEEDS_CONFIRMATION, 4 BLOCKED, 2 error",
		Long: "Judge one call as the MCP tools would, without running anything.\n\n" +
			"  regent check command 'git push --force origin main'\n" +
			"  regent check path ~/.ssh/id_ed25519 --operation read\n" +
			"  regent check sql 'SELECT count(*) FROM orders'\n" +
			"  regent check --jsonl < calls.jsonl\n\n" +
			"A call line: {\"id\":\"c1\",\"tool\":\"dry_run_command\",\"arguments\":{\"command\":\"ls\"}}",
		Args: cobra.NoArgs,
	}
	jsonl := cmd.Flags().Bool("jsonl", false, "read one call a line, print one decision a line")
	cmd.PersistentFlags().String("cwd", "", "directory that the call starts in (default: the workspace)")
	cmd.RunE = func(c *cobra.Command, _ []string) error {
		if !*jsonl {
			return errors.New("check: say what to judge: command, path, sql or --jsonl; hint: regent check --help")
		}
		return checkLines(c)
	}

	for _, kind := range checkKinds() {
		sub := &cobra.Command{
			Use: kind.use, Short: kind.short, Args: cobra.ExactArgs(1),
			RunE: func(c *cobra.Command, args []string) error {
				return checkOne(c, kind.tool, kind.arguments(c, args[0]))
			},
		}
		kind.flags(sub)
		cmd.AddCommand(sub)
	}
	return cmd
}

// checkKind is one kind of call that the command line can judge.
type checkKind struct {
	use, short, tool string
	flags            func(*cobra.Command)
	arguments        func(c *cobra.Command, text string) map[string]any
}

func checkKinds() []checkKind {
	text := func(c *cobra.Command, name, flag string, call map[string]any) {
		if v, _ := c.Flags().GetString(flag); v != "" {
			call[name] = v
		}
	}
	return []checkKind{
		{
			"command TEXT", "Judge shell text", "dry_run_command",
			func(c *cobra.Command) {
				c.Flags().String("shell", "", "the shell that would read it: bash, sh or zsh")
			},
			func(c *cobra.Command, s string) map[string]any {
				call := map[string]any{"command": s}
				text(c, "shell", "shell", call)
				text(c, "cwd", "cwd", call)
				return call
			},
		},
		{
			"path PATH", "Judge touching a path", "audit_path_access",
			func(c *cobra.Command) {
				c.Flags().String("operation", "", "read (default), list, write, delete or execute")
			},
			func(c *cobra.Command, s string) map[string]any {
				call := map[string]any{"path": s}
				text(c, "operation", "operation", call)
				text(c, "cwd", "cwd", call)
				return call
			},
		},
		{
			"sql TEXT", "Judge an SQL query for read_only_sql, without a server", "read_only_sql",
			func(c *cobra.Command) { c.Flags().Int("max-rows", 0, "rows that would be asked for") },
			func(c *cobra.Command, s string) map[string]any {
				call := map[string]any{"query": s}
				if n, _ := c.Flags().GetInt("max-rows"); n != 0 {
					call["max_rows"] = n
				}
				return call
			},
		},
	}
}

// oneShot readies the process for a single judgement: the collector would only
// cost time. The memory limit brings it back if a text is hostile.
func oneShot() {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(512 << 20)
}

func checkOne(c *cobra.Command, tool string, arguments map[string]any) error {
	oneShot()
	raw, err := encodeCall(arguments)
	if err != nil {
		return fmt.Errorf("check: %w", err)
	}
	w, err := openWiring(c, doorOnce)
	if err != nil {
		return err
	}
	defer w.Close()
	r, err := judgeCall(c.Context(), w.suite, api.Call{Tool: tool, Arguments: raw, Caller: api.Caller{Transport: "cli"}})
	if err != nil {
		return fmt.Errorf("check: the call could not be judged")
	}
	var answer answer
	if err := json.Unmarshal(r.Structured, &answer); err != nil {
		return fmt.Errorf("check: reading the decision: %w", err)
	}
	if asJSON, _ := c.Flags().GetBool("json"); asJSON {
		fmt.Fprintf(c.OutOrStdout(), "%s\n", r.Structured)
	} else if answer.Code != "" {
		return fmt.Errorf("check: %s", answer.Detail)
	} else {
		printDecision(c.OutOrStdout(), &answer.Decided)
	}
	return answer.exit()
}

// encodeCall encodes arguments that came from a command line. Bytes that are no
// UTF-8 would be replaced, and then another text or path would be judged than
// the one that was named.
func encodeCall(arguments map[string]any) (json.RawMessage, error) {
	for name, v := range arguments {
		if s, ok := v.(string); ok && !utf8.ValidString(s) {
			return nil, fmt.Errorf("%s is not UTF-8, so it cannot be judged", name)
		}
	}
	raw, err := json.Marshal(arguments)
	if err != nil {
		return nil, fmt.Errorf("encoding the call: %w", err)
	}
	return raw, nil
}

// answer is a decision or, when Code is set, a problem.
type answer struct {
	tools.Decided
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

func (a *answer) exit() error {
	switch {
	case a.Code != "":
		return exitCode(exitError)
	case a.Decision == "SAFE":
		return nil
	case a.Decision == "NEEDS_CONFIRMATION":
		return exitCode(exitConfirm)
	}
	return exitCode(exitBlocked)
}

func printDecision(w io.Writer, d *tools.Decided) {
	paint := painter(w)
	fmt.Fprintln(w, strings.TrimRight(paint(d.Decision)+"  "+d.Rule, " "))
	for _, f := range d.Findings {
		fmt.Fprintf(w, "  %s [%s]\n", f.Reason, f.Rule)
		if f.Remedy != "" {
			fmt.Fprintf(w, "    %s\n", f.Remedy)
		}
	}
	if len(d.Findings) == 0 && d.Reason != "" {
		fmt.Fprintf(w, "  %s\n", d.Reason)
	}
	for _, x := range d.Exceptions {
		fmt.Fprintf(w, "  exception %s lowers %s from %s to %s until %s\n", x.ID, x.Rule, x.From, x.To, x.Until)
	}
}

// painter colours a decision's word where w is a terminal that wants colour.
func painter(w io.Writer) func(string) string {
	f, ok := w.(*os.File)
	if !ok || !isTerminal(f) || os.Getenv("NO_COLOR") != "" {
		return func(s string) string { return s }
	}
	colour := map[string]string{"SAFE": "32", "NEEDS_CONFIRMATION": "33", "BLOCKED": "31"}
	return func(s string) string { return "\x1b[1;" + colour[s] + "m" + s + "\x1b[0m" }
}

// checkLines judges one call a line until the end of the input. A line that is
// no call is answered, and the next one is read.
func checkLines(c *cobra.Command) error {
	w, err := openWiring(c, doorList)
	if err != nil {
		return err
	}
	defer w.Close()
	in := bufio.NewReaderSize(c.InOrStdin(), 64<<10)
	out := bufio.NewWriter(c.OutOrStdout())
	for {
		line, err := readLine(in)
		if len(bytes.TrimSpace(line)) > 0 {
			b, encodeErr := json.Marshal(judgeLine(c.Context(), w.suite, line))
			if encodeErr != nil {
				return fmt.Errorf("check: encoding a decision: %w", encodeErr)
			}
			if _, err := out.Write(append(b, '\n')); err != nil {
				return fmt.Errorf("check: writing: %w", err)
			}
			// A peer that waits for each answer must get it; one that pipes a
			// file must not pay for a write a line.
			if in.Buffered() == 0 {
				if err := out.Flush(); err != nil {
					return fmt.Errorf("check: writing: %w", err)
				}
			}
		}
		if errors.Is(err, io.EOF) {
			return out.Flush()
		}
		if err != nil && !errors.Is(err, errLongLine) {
			return fmt.Errorf("check: reading: %w", err)
		}
	}
}
