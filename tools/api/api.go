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
	// Capabilities is what the client says that it can do, an object as MCP
	// writes it. Empty when unknown.
	Capabilities json.RawMessage
}

// Call is one tool call. The bytes in it are the door's, which clears them when
// the call is over: a tool that keeps something keeps a copy.
type Call struct {
	Tool      string
	Arguments json.RawMessage // the exact bytes of the arguments object; "{}" when absent
	Caller    Caller
	// Progress reports how far the call is; nil when the peer asked for none.
	// It never blocks for long and may drop a report.
	Progress func(done, total float64, message string)
	// Answer is what the peer brought back for an earlier Reply.Ask. It is the
	// peer's claim and nothing more. Doors fill it only when told to.
	Answer Answer
}

// Answer is the peer's side of an Ask.
type Answer struct {
	Responses json.RawMessage // an object, by the names of Ask.Requests; nil when absent
	State     *string         // Ask.State come back; nil when absent. Unauthenticated.
}

// Ask is a tool's wish for something from the peer before it answers.
type Ask struct {
	Requests json.RawMessage // an object of MCP requests by name; may be nil
	State    string          // opaque, returned by the peer; "" for none
}

// Reply is a tool's answer. Structured is a JSON object that fits the tool's
// OutputSchema; doors repeat it as text.
type Reply struct {
	Structured json.RawMessage
	IsError    bool
	// Content, when not empty, are MCP content blocks that stand where doors
	// would repeat Structured, which may then be empty.
	Content []json.RawMessage
	// Wire, when not nil, is Structured once more as the wire wants it.
	Wire *Wire
	// Ask, when not nil, stands for all of the above: there is no answer yet.
	Ask *Ask
}

// Wire comes with a large answer whose tool wrote it for the wire: Structured is
// then one valid object in one line of ASCII, and doors need not look at it
// again. A tool that cannot promise that leaves it out.
type Wire struct {
	// Text is Structured as a JSON string, with its quotes.
	Text []byte
	// Free, when not nil, takes the memory of Text and Structured back. A door
	// calls it once when it has copied both, or never.
	Free func()
}

// MissingCapability is the error of a tool that can't work without something
// that the client did not declare.
type MissingCapability struct {
	Required json.RawMessage // an object as MCP writes client capabilities
}

func (*MissingCapability) Error() string { return "missing client capability" }

// Runner lists and runs tools. Tools are sorted by name and do not change
// while the process runs.
//
// Call answers every refusal, failure and bad argument of an enabled tool in
// band, as a Reply. It returns ErrUnknownTool for a tool that is not enabled
// and a *MissingCapability or ErrBadAnswer where MCP wants that said outside
// the result; any other error is an internal fault whose text must not reach the peer.
// A done ctx means that the peer no longer wants the answer: an advisory tool
// may finish all the same, an executing tool stops.
type Runner interface {
	Tools() []Tool
	Call(ctx context.Context, c Call) (Reply, error)
}

// A Preparer is a Runner that can do something of the next call's work before it
// comes. Doors may call Prepare whenever an answer has left; it returns soon.
type Preparer interface{ Prepare() }

type constError string

func (e constError) Error() string { return string(e) }

const (
	// ErrUnknownTool says that no enabled tool has the name.
	ErrUnknownTool = constError("unknown tool")
	// ErrBadAnswer says that a Call's Answer is not one that the tool may
	// build on, such as a State that it never gave out.
	ErrBadAnswer = constError("bad answer")
)
