package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"regent/audit"
	"regent/engine"
	"regent/facts"
	"regent/facts/path"
	"regent/internal/config"
	"regent/tools"
)

// wiring is everything that a door needs, put together from the configuration.
type wiring struct {
	config *config.Config
	// serving: calls come from an agent, so they are counted.
	serving bool
	engine  *engine.Engine
	suite   *tools.Suite
	record  *recorder
	log     *slog.Logger
	close   []func() error
}

// door is how calls come in.
type door int

const (
	doorServe door = iota // an agent's session
	doorList              // a list of calls in one process
	doorOnce              // one call, then the process ends
)

// openWiring loads the configuration and the policies and opens the record. A
// one-shot process compiles only the policies that its call needs.
func openWiring(c *cobra.Command, door door) (w *wiring, err error) {
	cfg, err := loadConfig(c)
	if err != nil {
		return nil, err
	}
	w = &wiring{config: cfg, serving: door == doorServe, log: newLog(cfg.LogLevel, c.ErrOrStderr())}
	if err := w.open(c, door); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

func (w *wiring) open(c *cobra.Command, door door) (err error) {
	cfg, once := w.config, door == doorOnce
	ctx := c.Context()
	if ctx == nil {
		ctx = context.Background()
	}
	// Captured facts pass the masker, whose table is part of the policies. A
	// process for one call that captures none opens its record meanwhile.
	var record opening
	early := once && cfg.Audit.Capture != string(audit.CaptureFacts)
	if early {
		record.start(func() (*recorder, error) { return openRecorder(ctx, cfg, nil, c.ErrOrStderr(), w.log) })
		defer func() { err = errors.Join(err, w.keep(&record)) }()
	}
	w.engine, err = engine.Open(ctx, engine.Options{
		Layers: cfg.Policy, Settings: settingsLayer(cfg), Lazy: once, Behind: w.serving,
		Deadline: time.Duration(cfg.PolicyDeadlineMS) * time.Millisecond,
	})
	if err != nil {
		return fmt.Errorf("policy: %w", err)
	}
	o := w.options()
	o.Once = once
	if !once {
		if o.Usage, err = tools.NewUsage(w.engine); err != nil {
			return err
		}
		if o.Masker, err = tools.NewMasker(w.engine); err != nil {
			return err
		}
		if !w.serving {
			// A list of calls on a command line is no agent's behaviour.
			o.Usage.Invocations, o.Usage.Repeats = nil, false
		}
	}
	if err = w.executing(&o); err != nil {
		return err
	}
	if !early {
		m := o.Masker
		if m == nil {
			if m, err = tools.NewMasker(w.engine); err != nil {
				return err
			}
		}
		record.start(func() (*recorder, error) { return openRecorder(ctx, cfg, m.Engine(), c.ErrOrStderr(), w.log) })
		if err = w.keep(&record); err != nil {
			return err
		}
	}
	if cfg.Audit.Path != "" {
		o.Recorder = w
	}
	w.suite, err = tools.New(o)
	return err
}

// opening is a record that is being opened.
type opening struct {
	done   chan struct{}
	record *recorder
	err    error
}

func (o *opening) start(open func() (*recorder, error)) {
	o.done = make(chan struct{})
	go func() {
		defer close(o.done)
		o.record, o.err = open()
	}()
}

// keep waits for the record and closes it with the rest.
func (w *wiring) keep(o *opening) error {
	<-o.done
	if o.record != nil {
		w.record = o.record
		w.close = append(w.close, w.record.Close)
	}
	return o.err
}

// Decision implements tools.Recorder. The record is there before any call is.
func (w *wiring) Decision(ctx context.Context, r tools.Record) (string, error) {
	return w.record.Decision(ctx, r)
}

// Outcome implements tools.Recorder.
func (w *wiring) Outcome(ctx context.Context, id string, r tools.Record, code string) error {
	return w.record.Outcome(ctx, id, r, code)
}

// Both implements tools.Recorder.
func (w *wiring) Both(ctx context.Context, r tools.Record, code string) (string, error) {
	return w.record.Both(ctx, r, code)
}

// Close ends what was opened, last first.
func (w *wiring) Close() error {
	var errs []error
	for i := len(w.close) - 1; i >= 0; i-- {
		errs = append(errs, w.close[i]())
	}
	w.close = nil
	return errors.Join(errs...)
}

func (w *wiring) options() tools.Options {
	cfg := w.config
	ws := path.Canonical(path.OS(), facts.Workspace{
		Roots: cfg.Roots, CWD: cfg.CWD, Home: cfg.Home, Temp: cfg.Temp,
		Repository: cfg.Repository, UID: os.Geteuid(),
	})
	return tools.Options{
		Engine: w.engine, FS: path.OS(), Workspace: ws, Guarded: guarded(path.OS(), cfg.Guarded),
		Environment: knownEnvironment(cfg.Home),
		Owner:       facts.Caller{ID: owner(cfg), Kind: "local", Groups: cfg.Groups},
		Host:        facts.Host{Labels: cfg.Labels},
		Scripts:     cfg.JudgeScripts,
		Enabled:     cfg.EnabledTools,

		Slots:        int(cfg.Calls.Concurrent),
		AcquireWait:  seconds(cfg.Calls.AcquireS),
		CallDeadline: seconds(cfg.Calls.TimeoutS),
		Arguments:    tools.ArgumentBounds{Depth: int(cfg.Calls.ArgumentDepth), Items: int(cfg.Calls.ArgumentItems)},
		Log:          w.log,
	}
}

// guarded adds where Regent's own paths lead: what a call touches is compared by
// its resolved name, and a path may be configured through a link. A path that
// cannot be resolved keeps its name.
func guarded(fsys path.FS, paths []string) []string {
	out := slices.Clone(paths)
	for _, p := range paths {
		loc := path.Locate(fsys, "/", p, false)
		if loc.Error == "" && !slices.Contains(out, loc.Path) {
			out = append(out, loc.Path)
		}
	}
	return out
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// settingsLayer hands limits that have a name in the configuration to the
// policy, where the rules read them and the digest covers them.
func settingsLayer(cfg *config.Config) map[string]any {
	return map[string]any{
		"usage": map[string]any{"invocations_minute": cfg.InvocationsMinute},
	}
}

// knownEnvironment are the variables of a judged command whose values are
// known: those that this process shares with the agent's shell.
func knownEnvironment(home string) map[string]string {
	env := map[string]string{"HOME": home}
	for _, name := range []string{"PATH", "USER", "LOGNAME", "TMPDIR"} {
		if v, ok := os.LookupEnv(name); ok {
			env[name] = v
		}
	}
	return env
}

func newLog(level string, w io.Writer) *slog.Logger {
	levels := map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warning": slog.LevelWarn, "error": slog.LevelError}
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: levels[level]}))
}

// owner is the keyed hash that names the operating-system user in facts and
// record. The key is this user's own, so that the hash means nothing elsewhere.
func owner(cfg *config.Config) string {
	key, err := stateKey(filepath.Join(cfg.StateDir, "owner.key"))
	if err != nil {
		// Without a state directory the hash only holds for this process.
		key = randomKey()
	}
	return keyedHash(key, fmt.Sprintf("uid:%d", os.Getuid()))
}
