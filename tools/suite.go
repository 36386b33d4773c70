package tools

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"regent/engine"
	"regent/facts"
	"regent/facts/host"
	"regent/facts/path"
	"regent/facts/secret"
	"regent/tools/api"
	"regent/tools/fsread"
)

// Options are what the pipeline works with. Engine, Workspace and FS are
// required.
type Options struct {
	Engine    *engine.Engine
	FS        path.FS
	Workspace facts.Workspace
	Guarded   []string // Regent's own files, for the path table
	// Environment of the judged commands as far as it is known (HOME, PATH …).
	Environment map[string]string
	Owner       facts.Caller // ID, Kind and Groups; Transport and Client come with the call
	Host        facts.Host
	Scripts     bool // read scripts that a judged command would run
	// Once: the process answers one call, so no more of the tables is read than
	// it needs. Decisions are the same.
	Once bool

	Enabled  []string // nil: every tool whose resources are there
	Recorder Recorder // nil: no record is kept
	Usage    *Usage   // nil: nothing is counted
	Masker   *secret.Memory

	Slots        int
	AcquireWait  time.Duration
	CallDeadline time.Duration
	Arguments    ArgumentBounds

	Now func() time.Time
	Log *slog.Logger

	// What the executing tools work on; without it a tool is not offered.
	SQL     SQL
	Files   *fsread.Root
	Metrics *host.Sampler
}

// ArgumentBounds bound the structure of a call's arguments.
type ArgumentBounds struct{ Depth, Items int }

// Suite is the tools behind one engine, record and set of counters. It is safe
// for concurrent use.
type Suite struct {
	o      Options
	slots  *slots
	tools  map[string]tool
	listed func() []api.Tool
	tables atomic.Pointer[tables]

	queries queryCache
	names   askedNames
}

// tool is one tool: how it is advertised and what it does with a call that was
// admitted.
type tool interface {
	name() string
	describe() api.Tool
	run(ctx context.Context, c *call) (api.Reply, error)
}

// call is one admitted call on its way.
type call struct {
	suite *Suite
	api.Call
	now time.Time
	// executes: an outcome follows each decision that lets the call go on.
	executes bool
	// seen, when set, is shown what was judged; see Suite.Explain.
	seen func(*facts.Input, engine.Decision)
}

// New makes a Suite.
func New(o Options) (*Suite, error) {
	if o.Engine == nil || o.FS == nil || len(o.Workspace.Roots) == 0 {
		return nil, errors.New("tools: engine, file system and workspace are required")
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Suite{o: o, slots: newSlots(max(1, o.Slots), o.AcquireWait), tools: map[string]tool{}}
	all := []tool{pathAccess{}, dryRun{}}
	if o.Usage != nil {
		all = append(all, budgetGuard{})
	}
	if o.Masker != nil {
		all = append(all, secretMasker{})
	}
	if o.Metrics != nil {
		all = append(all, systemMetrics{})
	}
	if o.SQL.Runner != nil {
		all = append(all, readOnlySQL{})
	}
	if o.Files != nil {
		all = append(all, sandboxRead{})
	}
	for _, t := range all {
		if o.Enabled != nil && !slices.Contains(o.Enabled, t.name()) {
			continue
		}
		s.tools[t.name()] = t
	}
	s.listed = sync.OnceValue(s.describe)
	if err := CheckEnabled(o.Enabled, func(string) bool { return true }); err != nil {
		return nil, err
	}
	if _, err := s.current(); err != nil {
		return nil, err
	}
	return s, nil
}

// needs names every tool, with the setting without which it has nothing to work
// on.
var needs = map[string]string{
	"audit_path_access": "", "dry_run_command": "", "budget_guard": "", "secret_masker": "",
	"system_metrics": "metrics_enabled", "read_only_sql": "sql_dsn", "sandbox_fs_read": "safe_data_dir",
}

// CheckEnabled says which of the names is no tool, or lacks the setting that it
// needs; has tells whether a setting is given. A door that cannot offer a tool
// leaves it out all the same.
func CheckEnabled(names []string, has func(setting string) bool) error {
	for _, name := range names {
		setting, known := needs[name]
		switch {
		case !known:
			return fmt.Errorf("enabled_tools: %.64q is no tool; the tools are %s", name, strings.Join(slices.Sorted(maps.Keys(needs)), ", "))
		case setting != "" && !has(setting):
			return fmt.Errorf("enabled_tools: %s needs %s", name, setting)
		}
	}
	return nil
}

// Tools lists the enabled tools, sorted by name.
func (s *Suite) Tools() []api.Tool { return s.listed() }

// describe writes the schemas, which a process for one call never shows.
func (s *Suite) describe() []api.Tool {
	var all []api.Tool
	for _, name := range slices.Sorted(maps.Keys(s.tools)) {
		all = append(all, s.tools[name].describe())
	}
	return all
}

// Call runs one call through the pipeline.
func (s *Suite) Call(ctx context.Context, c api.Call) (api.Reply, error) {
	t, ok := s.tools[c.Tool]
	if !ok {
		return api.Reply{}, api.ErrUnknownTool
	}
	return s.through(ctx, c, t.run)
}

// Prepare implements api.Preparer.
func (s *Suite) Prepare() {
	if s.o.Usage != nil && s.o.Usage.Invocations != nil {
		s.o.Engine.Ahead(context.Background())
	}
}

// Explain runs an advisory call and gives what it was judged on beside the
// answer: the facts and the decision as the policy made it. Facts is nil when
// the call did not come so far.
func (s *Suite) Explain(ctx context.Context, c api.Call) (r api.Reply, in *facts.Input, d engine.Decision, err error) {
	t, ok := s.tools[c.Tool]
	if c.Tool == "read_only_sql" {
		t, ok = judgeOnly{}, true
	}
	if !ok {
		return r, nil, d, api.ErrUnknownTool
	}
	r, err = s.through(ctx, c, func(ctx context.Context, c *call) (api.Reply, error) {
		c.seen = func(i *facts.Input, decided engine.Decision) { in, d = i, decided }
		return t.run(ctx, c)
	})
	return r, in, d, err
}

// through takes a call through the steps around its tool.
func (s *Suite) through(ctx context.Context, c api.Call, run func(context.Context, *call) (api.Reply, error)) (r api.Reply, err error) {
	defer func() {
		if p := recover(); p != nil {
			s.o.Log.Error("a tool panicked", "tool", c.Tool, "stack", string(debug.Stack()))
			r, err = api.Reply{}, fmt.Errorf("tools: a tool panicked")
		}
	}()
	// The window counts a call before any work on it, its arguments included.
	if d := s.admit(ctx, c.Tool); d != nil {
		return decisionReply(d)
	}
	if !s.slots.acquire(ctx) {
		if ctx.Err() != nil {
			return api.Reply{}, ctx.Err()
		}
		return NewProblem(CodeInternal, "too many calls are waiting; try again").With("retryable", true).reply()
	}
	defer s.slots.release()

	if s.o.CallDeadline > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.o.CallDeadline)
		defer cancel()
	}
	r, err = run(ctx, &call{suite: s, Call: c, now: s.o.Now()})
	var p *Problem
	switch {
	case errors.As(err, &p):
		return p.reply()
	case errors.Is(err, context.DeadlineExceeded) && ctx.Err() != nil:
		return NewProblem(CodeTimeout, "the call took longer than its deadline").reply()
	case err != nil:
		return api.Reply{}, err
	}
	return r, nil
}

// admit counts the call and asks the policy; nil lets it in.
func (s *Suite) admit(ctx context.Context, name string) *Decided {
	if s.o.Usage == nil || s.o.Usage.Invocations == nil {
		return nil
	}
	t := s.o.Usage.Invocations.Take()
	d := s.o.Engine.Admit(ctx, engine.Admission{Tool: name, Invocations: t.Invocations, WindowS: t.WindowS})
	if d.Decision == engine.Safe {
		return nil
	}
	t.Refuse()
	return newDecided(s.o.Engine, d, "")
}

// decode reads the call's arguments.
func (c *call) decode(ps []param) (*args, error) {
	b := c.suite.o.Arguments
	if b.Depth == 0 {
		b = ArgumentBounds{Depth: 8, Items: 1000}
	}
	a, p := decodeArgs(c.Arguments, ps, bounds{depth: b.Depth, items: b.Items})
	if p != nil {
		return nil, p
	}
	return a, nil
}

// input starts the input document of the call.
func (c *call) input(cwd string) *facts.Input {
	o := &c.suite.o
	in := &facts.Input{
		Tool:      c.Tool,
		Now:       c.now.UTC().Format(time.RFC3339Nano),
		NowNS:     c.now.UnixNano(),
		Caller:    o.Owner,
		Host:      o.Host,
		Workspace: o.Workspace,
	}
	in.Caller.Transport = c.Caller.Transport
	if c.Caller.Kind != "" {
		in.Caller.Kind = c.Caller.Kind
	}
	in.Caller.Client = facts.Client{Name: c.Caller.ClientName, Version: c.Caller.ClientVersion}
	if in.Caller.Groups == nil {
		in.Caller.Groups = []string{}
	}
	if in.Host.Labels == nil {
		in.Host.Labels = []string{}
	}
	if c.Caller.Session != "" {
		in.Host.Session = c.Caller.Session
	}
	if cwd != "" {
		in.Workspace.CWD = cwd
	}
	return in
}
