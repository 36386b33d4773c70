package tools

import (
	"context"

	"regent/facts/usage"
	"regent/tools/api"
)

// dryRun is dry_run_command: what would this shell text do, and is it allowed?
// Nothing of it is run.
type dryRun struct{}

var dryRunParams = []param{
	{name: "command", kind: "string", required: true, min: 1, max: 262144, opaque: true, doc: "The shell text as it would be run."},
	{name: "cwd", kind: "string", min: 1, max: 4096, doc: "The directory that it would start in. Default: the workspace."},
	{name: "shell", kind: "string", enum: []string{"bash", "sh", "zsh"}, def: "bash", doc: "The shell that would read it."},
}

func (dryRun) name() string { return "dry_run_command" }

func (dryRun) describe() api.Tool {
	return api.Tool{
		Name: "dry_run_command", Title: "Check a shell command before running it",
		Description: "Reads shell text as the shell would (lists, pipelines, substitutions, wrappers, here-documents), without running it, " +
			"and judges every command, path, host, package and query in it by the team's policy. " +
			"SAFE: go on. NEEDS_CONFIRMATION: ask a person first. BLOCKED: stop; the remedy says what to do instead.",
		InputSchema: inputSchema(dryRunParams), OutputSchema: decidedOutputSchema(),
		Annotations: advisory,
	}
}

func (dryRun) run(ctx context.Context, c *call) (api.Reply, error) {
	a, err := c.decode(dryRunParams)
	if err != nil {
		return api.Reply{}, err
	}
	t, err := c.suite.current()
	if err != nil {
		return api.Reply{}, err
	}
	cwd, err := t.cwd(c, a.strings["cwd"])
	if err != nil {
		return api.Reply{}, err
	}
	in := c.input(cwd)
	x, err := t.shell(a.strings["shell"])
	if err != nil {
		return api.Reply{}, err
	}
	// Advisory work finishes although the caller may have left.
	reading, done := finishing(ctx)
	defer done()
	if err := x.Extract(reading, in, a.strings["command"]); err != nil {
		return api.Reply{}, err
	}
	shorten(in, maxFacts)
	if u := c.suite.o.Usage; u != nil && u.Repeats {
		d, _ := c.reserve(ctx, in, usage.Request{
			Caller: in.Caller.ID, Session: in.Host.Session, Tool: c.Tool,
			Action: usage.Action(in, a.strings["command"]), Writes: usage.Writes(in), Consume: true,
		})
		return decisionReply(d)
	}
	d, err := c.finish(ctx, in)
	if err != nil {
		return api.Reply{}, err
	}
	return decisionReply(d)
}

// finishing is ctx for work that goes on when the caller has left: it keeps the
// call's deadline and nothing else ends it.
func finishing(ctx context.Context) (context.Context, context.CancelFunc) {
	kept := context.WithoutCancel(ctx)
	if at, ok := ctx.Deadline(); ok {
		return context.WithDeadline(kept, at)
	}
	return kept, func() {}
}
