package tools

import (
	"context"
	"errors"
	"fmt"

	"regent/engine"
	"regent/facts"
	"regent/facts/path"
	"regent/tools/api"
)

// pathAccess is audit_path_access: would this path be all right to touch? It
// looks at names and links and never opens the target.
type pathAccess struct{}

var pathAccessParams = []param{
	{name: "path", kind: "string", required: true, min: 1, max: 4096, doc: "The path that would be touched; relative to cwd, ~ is the home directory."},
	{name: "operation", kind: "string", enum: []string{"read", "list", "write", "delete", "execute"}, def: "read", doc: "What would be done to it."},
	{name: "cwd", kind: "string", min: 1, max: 4096, doc: "The directory that a relative path starts from. Default: the workspace."},
}

func (pathAccess) name() string { return "audit_path_access" }

func (pathAccess) describe() api.Tool {
	return api.Tool{
		Name: "audit_path_access", Title: "Check a path before touching it",
		Description: "Judges reading, listing, writing, deleting or executing a path by the team's policy, before it is done. " +
			"Links are followed; the target is never opened. SAFE: go on. NEEDS_CONFIRMATION: ask a person first. BLOCKED: stop.",
		InputSchema: inputSchema(pathAccessParams), OutputSchema: pathOutputSchema(),
		Annotations: advisory,
	}
}

// PathDecided is a decision on a path, with where the path lies in its root.
type PathDecided struct {
	Decided
	Relative string `json:"relative"` // "" outside every root
}

func (pathAccess) run(ctx context.Context, c *call) (api.Reply, error) {
	a, err := c.decode(pathAccessParams)
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
	access := facts.Access(a.strings["operation"])
	use := t.resolver.Resolve(path.Request{
		CWD: cwd, Word: a.strings["path"], Known: facts.KnownStatic, Access: access,
		// What would be removed is the link, not what it leads to.
		NoFollow: access == facts.AccessDelete,
	})
	use.Command, use.Source = facts.NoCommand, "tool"
	in.Accesses = []facts.PathUse{use}
	d, err := c.finish(ctx, in)
	if err != nil {
		return api.Reply{}, err
	}
	out := &PathDecided{Decided: *d, Relative: use.Relative}
	return reply(out, d.Decision == engine.Blocked)
}

// cwd resolves the directory that a call names; "" is the workspace's.
func (t *tables) cwd(c *call, word string) (string, error) {
	ws := c.suite.o.Workspace
	if word == "" {
		return ws.CWD, nil
	}
	resolved, kind := t.resolver.Abs(ws.CWD, word)
	if kind != "" {
		return "", NewProblem(CodeValidation, "cwd cannot be resolved", "cwd")
	}
	return resolved, nil
}

// Validate reports whether the answer keeps its promise.
func (d *PathDecided) Validate() error {
	if len(d.Relative) > 0 && d.Relative[0] == '/' {
		return errors.New("decision: an absolute path where a relative one belongs")
	}
	if err := d.Decided.Validate(); err != nil {
		return fmt.Errorf("path: %w", err)
	}
	return nil
}
