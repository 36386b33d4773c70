// Package api is the seam between a door (MCP server, command line, hooks) and
// the tools: names, arguments and results, and nothing of how a tool decides.
// It imports nothing of ours, so that a door can be tested without an engine.
package api

import (
	"context"
	"encoding/json"
)

// Tool is what a door advertises.
type Tool struct {
	Name         string
	Title        string
	Description  string
	InputSchema  json.RawMessage // JSON Schema 2020-12, an object
	OutputSchema json.RawMessage // covers every structured result, problems too
	Annotations  Annotations
}

// Annotations are MCP's hints. They promise nothing to the client.
type Annotations struct {
	ReadOnly, Destructive, Idempotent, OpenWorld bool
}

// Caller is what the door knows of the other side. Client is self-reported and
// never an authority.
type Caller struct {
	Transport     string // stdio, http, cli, hook
	Kind          string // local, token, anonymous
	ClientName    string
	ClientVersion string
	Session       string
}

// Call is one tool call.
type Call struct {
	Tool      string
	Arguments json.RawMessage // the exact bytes of the arguments object; "{}" when absent
	Caller    Caller
}

// Reply is a tool's answer. Structured is a JSON object that fits the tool's
// OutputSchema; doors repeat it as text.
type Reply struct {
	Structured json.RawMessage
	IsError    bool
}

// Runner lists and runs tools. Tools are sorted by name and do not change
// while the process runs.
//
// Call answers every refusal, failure and bad argument of an enabled tool in
// band, as a Reply. It returns ErrUnknownTool for a tool that is not enabled;
// any other error is an internal fault whose text must not reach the peer.
// A done ctx means that the peer no longer wants the answer: an advisory tool
// may finish all the same, an executing tool stops.
type Runner interface {
	Tools() []Tool
	Call(ctx context.Context, c Call) (Reply, error)
}

type constError string

func (e constError) Error() string { return string(e) }

// ErrUnknownTool says that no enabled tool has the name.
const ErrUnknownTool = constError("unknown tool")
