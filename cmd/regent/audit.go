package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"regent/audit"
)

// verifyBehind checks the whole record beside the serving. When it is broken, the
// record takes nothing more, and every call is blocked.
func (r *recorder) verifyBehind(log *slog.Logger) {
	if r == nil {
		return
	}
	r.log.VerifyInBackground(func(err error) {
		if err != nil {
			log.Error(err.Error())
		}
	})
}

func newAudit() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "Read and check the record of decisions: exit 0 sound, 1 not, 2 error",
		Long:  "Read and check the record of decisions.\n\nWithout FILE, the log is the one that the configuration names.",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	cmd.AddCommand(auditVerify(), auditList(), auditExport(), auditProve(), auditCheckpoint(), auditBackup(), auditRotate())
	return cmd
}

// auditOptions are those of the configured log.
func auditOptions(c *cobra.Command) (audit.Options, error) {
	cfg, err := loadConfig(c)
	if err != nil {
		return audit.Options{}, err
	}
	if cfg.Audit.Path == "" {
		return audit.Options{}, errors.New("audit: the record is off; hint: set audit_db to a path")
	}
	return audit.Options{
		Path: cfg.Audit.Path, StateDir: cfg.StateDir, CheckpointFile: cfg.Audit.CheckpointFile,
		MaxRecords: cfg.Audit.MaxRecords, MaxDBBytes: cfg.Audit.MaxDBBytes, WALCheckpointBytes: cfg.Audit.WALCheckpointBytes,
		CheckpointCommand: cfg.Audit.CheckpointCommand,
		Warn:              func(line string) { fmt.Fprintln(c.ErrOrStderr(), line) },
	}, nil
}

// auditSource is what a reading command reads: the file, the checkpoints and the
// keys that count.
type auditSource struct {
	path, checkpoints string
	keys              []string
}

func auditSourceOf(c *cobra.Command, args []string) (auditSource, error) {
	var s auditSource
	checkpoint, _ := c.Flags().GetString("checkpoint")
	keys, _ := c.Flags().GetStringArray("key")
	for _, k := range keys {
		v, err := verifierKey(k)
		if err != nil {
			return s, err
		}
		s.keys = append(s.keys, v)
	}
	s.checkpoints = checkpoint
	if len(args) > 0 {
		s.path = args[0]
	}
	if s.path != "" && s.checkpoints != "" && len(s.keys) > 0 {
		return s, nil // nothing of this machine's configuration matters
	}
	o, err := auditOptions(c)
	if err != nil {
		return s, err
	}
	if s.path == "" {
		s.path = o.Path
	}
	if s.checkpoints == "" {
		if _, file, err := o.Places(); err != nil {
			return s, err
		} else if _, serr := os.Lstat(file); serr == nil {
			s.checkpoints = file
		}
	}
	if len(s.keys) == 0 {
		k, err := audit.PublicKey(o)
		if err != nil {
			return s, err
		}
		if k != "" {
			s.keys = []string{k}
		}
	}
	return s, nil
}

// verifierKey takes a key as such or the name of a file with one.
func verifierKey(k string) (string, error) {
	if strings.Count(k, "+") >= 2 {
		return k, nil
	}
	data, err := os.ReadFile(k)
	if err != nil {
		return "", fmt.Errorf("reading --key: %w; hint: regent audit checkpoint --public-key prints it", err)
	}
	return strings.TrimSpace(string(data)), nil
}

func auditSourceFlags(c *cobra.Command) {
	c.Flags().String("checkpoint", "", "file with signed checkpoints (default: the configured log's)")
	c.Flags().StringArray("key", nil, "verifier key, or a file with one, repeatable (default: this machine's)")
}

func auditVerify() *cobra.Command {
	cmd := &cobra.Command{
		Use: "verify [FILE]", Short: "Check every row against the chain, the tree and the signed checkpoints", Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			s, err := auditSourceOf(c, args)
			if err != nil {
				return err
			}
			o := audit.VerifyOptions{Path: s.path, CheckpointFile: s.checkpoints, Keys: s.keys}
			end := progress(c.ErrOrStderr(), &o)
			rep, err := audit.Verify(c.Context(), o)
			end()
			if err != nil {
				return err
			}
			if err := writeReport(c, &rep); err != nil {
				return err
			}
			if !rep.OK() {
				return exitCode(exitFailed)
			}
			return nil
		},
	}
	auditSourceFlags(cmd)
	return cmd
}

func writeReport(c *cobra.Command, rep *audit.Report) error {
	if asJSON, _ := c.Flags().GetBool("json"); asJSON {
		return rep.WriteJSON(c.OutOrStdout())
	}
	return rep.WriteText(c.OutOrStdout())
}

// progress draws a bar when w is a terminal.
func progress(w io.Writer, o *audit.VerifyOptions) (end func()) {
	f, ok := w.(*os.File)
	if !ok || !isTerminal(f) {
		return func() {}
	}
	const width = 40
	var last time.Time
	o.Progress = func(done, total int64) {
		if time.Since(last) < 100*time.Millisecond || total == 0 {
			return
		}
		last = time.Now()
		n := int(width * done / total)
		fmt.Fprintf(w, "\r[%s%s] %d of %d", strings.Repeat("#", n), strings.Repeat(" ", width-n), done, total)
	}
	return func() {
		if !last.IsZero() {
			fmt.Fprintf(w, "\r%s\r", strings.Repeat(" ", width+50))
		}
	}
}

func auditFilterFlags(c *cobra.Command, last int) {
	f := c.Flags()
	f.String("kind", "", "decision or outcome")
	f.String("tool", "", "only this tool")
	f.String("decision", "", "only SAFE, NEEDS_CONFIRMATION or BLOCKED")
	f.String("rule", "", "only this rule")
	f.String("caller", "", "only this caller's hash")
	f.String("id", "", "only this decision id")
	f.String("since", "", "from this time on (RFC 3339, or a duration back from now like 2h)")
	f.String("until", "", "before this time")
	f.Int64("from", 0, "from this sequence on")
	f.Int("last", last, "only the newest N that match; 0 for all")
}

func auditFilter(c *cobra.Command) (audit.Filter, error) {
	text := func(name string) string { v, _ := c.Flags().GetString(name); return v }
	f := audit.Filter{
		Kind: audit.Kind(text("kind")), Tool: text("tool"), Decision: text("decision"), Rule: text("rule"),
		Caller: text("caller"), DecisionID: text("id"),
	}
	switch f.Kind {
	case "", audit.KindDecision, audit.KindOutcome, audit.KindStart:
	default:
		return f, errors.New("audit: --kind is decision or outcome")
	}
	f.From, _ = c.Flags().GetInt64("from")
	f.Last, _ = c.Flags().GetInt("last")
	for name, into := range map[string]*time.Time{"since": &f.Since, "until": &f.Until} {
		v := text(name)
		if v == "" {
			continue
		}
		if d, err := time.ParseDuration(v); err == nil {
			*into = time.Now().Add(-d)
			continue
		}
		at, err := time.Parse(time.RFC3339, v)
		if err != nil {
			return f, fmt.Errorf("audit: --%s is a time like 2026-11-30T12:00:00Z or a duration like 2h", name)
		}
		*into = at
	}
	return f, nil
}

func auditList() *cobra.Command {
	cmd := &cobra.Command{
		Use: "list [FILE]", Short: "Print entries, oldest first", Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			path, f, err := auditRead(c, args)
			if err != nil {
				return err
			}
			if asJSON, _ := c.Flags().GetBool("json"); asJSON {
				enc := json.NewEncoder(c.OutOrStdout())
				return audit.List(c.Context(), path, f, func(l audit.Listed) error { return enc.Encode(l) })
			}
			t := audit.NewTable(c.OutOrStdout())
			return errors.Join(audit.List(c.Context(), path, f, t.Add), t.Close())
		},
	}
	auditFilterFlags(cmd, 50)
	return cmd
}

func auditExport() *cobra.Command {
	cmd := &cobra.Command{
		Use: "export [FILE]", Short: "Print entries as JSON Lines in the shape of OPA's decision log", Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			path, f, err := auditRead(c, args)
			if err != nil {
				return err
			}
			_, err = audit.Export(c.Context(), path, f, c.OutOrStdout())
			return err
		},
	}
	auditFilterFlags(cmd, 0)
	return cmd
}

func auditRead(c *cobra.Command, args []string) (string, audit.Filter, error) {
	f, err := auditFilter(c)
	if err != nil || len(args) > 0 {
		return strings.Join(args, ""), f, err
	}
	o, err := auditOptions(c)
	return o.Path, f, err
}

func auditProve() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "prove [SEQUENCE]",
		Short: "Prove that a record is in the log, or that the log only grew",
		Long: "Print a proof that anybody can check who has the verifier key:\n\n" +
			"  regent audit prove 17 > proof.json             the log holds record 17\n" +
			"  regent audit prove --old-size 100 > proof.json the log begins with the one of 100 rows\n" +
			"  regent audit prove --check proof.json --key KEY",
		Args: cobra.MaximumNArgs(1),
	}
	file := cmd.Flags().String("file", "", "the log (default: the configured one)")
	oldSize := cmd.Flags().Int64("old-size", 0, "rows of the smaller log")
	size := cmd.Flags().Int64("size", 0, "rows of the larger log (default: all)")
	check := cmd.Flags().String("check", "", "check this proof instead of making one")
	auditSourceFlags(cmd)
	cmd.RunE = func(c *cobra.Command, args []string) error {
		if *check != "" {
			return checkProof(c, *check)
		}
		var files []string
		if *file != "" {
			files = []string{*file}
		}
		s, err := auditSourceOf(c, files)
		if err != nil {
			return err
		}
		if len(s.keys) != 1 || s.checkpoints == "" {
			return errors.New("audit: a proof needs one key and its checkpoints; hint: regent audit checkpoint")
		}
		var p audit.Proof
		switch {
		case len(args) == 1:
			seq, perr := strconv.ParseInt(args[0], 10, 64)
			if perr != nil || seq < 0 {
				return errors.New("audit: SEQUENCE is a whole number")
			}
			p, err = audit.ProveInclusion(c.Context(), s.path, s.checkpoints, s.keys[0], seq)
		case *oldSize > 0:
			p, err = audit.ProveConsistency(c.Context(), s.path, s.checkpoints, s.keys[0], *oldSize, *size)
		default:
			return errors.New("audit: say what to prove: SEQUENCE or --old-size; hint: regent audit prove --help")
		}
		if err != nil {
			return err
		}
		if p.Checkpoint == "" {
			fmt.Fprintln(c.ErrOrStderr(), "audit: no checkpoint covers this yet; hint: regent audit checkpoint")
		}
		return json.NewEncoder(c.OutOrStdout()).Encode(p)
	}
	return cmd
}

func checkProof(c *cobra.Command, file string) error {
	keys, _ := c.Flags().GetStringArray("key")
	if len(keys) != 1 {
		return errors.New("audit: --check needs one --key")
	}
	k, err := verifierKey(keys[0])
	if err != nil {
		return err
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("reading the proof: %w", err)
	}
	var p audit.Proof
	if err := json.Unmarshal(data, &p); err != nil {
		return errors.New("audit: the file is no proof")
	}
	e, err := p.Check(k)
	if errors.Is(err, audit.ErrProof) {
		fmt.Fprintln(c.OutOrStdout(), "the proof does not hold")
		return exitCode(exitFailed)
	}
	if err != nil {
		return err
	}
	if p.Kind == audit.ProofConsistency {
		fmt.Fprintf(c.OutOrStdout(), "ok: the log of %d rows begins with the one of %d\n", p.Size, p.OldSize)
		return nil
	}
	fmt.Fprintf(c.OutOrStdout(), "ok: the log of %d rows holds this record\n", p.Size)
	t := audit.NewTable(c.OutOrStdout())
	return errors.Join(t.Add(audit.Listed{Entry: e}), t.Close())
}

func auditCheckpoint() *cobra.Command {
	cmd := &cobra.Command{
		Use: "checkpoint", Short: "Sign the log as it stands and print the checkpoint", Args: cobra.NoArgs,
	}
	public := cmd.Flags().Bool("public-key", false, "print the verifier key instead")
	cmd.RunE = func(c *cobra.Command, _ []string) error {
		o, err := auditOptions(c)
		if err != nil {
			return err
		}
		if *public {
			k, err := audit.PublicKey(o)
			if err == nil && k == "" {
				err = errors.New("audit: there is no key yet; it is made with the first record")
			}
			if err == nil {
				fmt.Fprintln(c.OutOrStdout(), k)
			}
			return err
		}
		l, err := audit.Open(c.Context(), o)
		if err != nil {
			return err
		}
		cp, err := l.Checkpoint(c.Context())
		if err := errors.Join(err, l.Close()); err != nil {
			return err
		}
		_, err = c.OutOrStdout().Write(cp.Note)
		return err
	}
	return cmd
}

func auditBackup() *cobra.Command {
	return &cobra.Command{
		Use: "backup DESTINATION", Short: "Copy the log to a new file while it is in use, and verify the copy", Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			o, err := auditOptions(c)
			if err != nil {
				return err
			}
			rep, err := audit.Backup(c.Context(), o.Path, args[0])
			if err != nil {
				return err
			}
			if !rep.OK() {
				if err := writeReport(c, &rep); err != nil {
					return err
				}
				return exitCode(exitFailed)
			}
			fmt.Fprintf(c.OutOrStdout(), "%d records, root %s\n", rep.Records, rep.Root)
			return nil
		},
	}
}

func auditRotate() *cobra.Command {
	cmd := &cobra.Command{
		Use: "rotate", Short: "Put the log aside and start a fresh one that names its last hash", Args: cobra.NoArgs,
	}
	to := cmd.Flags().String("to", "", "name for the old file (default: beside it, with the time)")
	force := cmd.Flags().Bool("force", false, "also when the old log is broken or gone")
	cmd.RunE = func(c *cobra.Command, _ []string) error {
		o, err := auditOptions(c)
		if err != nil {
			return err
		}
		r, err := audit.Rotate(c.Context(), o, *to, *force)
		if err != nil {
			return err
		}
		if r.Archive != "" {
			fmt.Fprintf(c.OutOrStdout(), "old log    %s\n", r.Archive)
		}
		fmt.Fprintf(c.OutOrStdout(), "old rows   %d\nnew log    %s\n", r.Old.Size, r.New.Log)
		return nil
	}
	return cmd
}
