package tools

import (
	"encoding/json"
	"fmt"

	"regent/tools/api"
)

// A Code names a kind of refusal or failure on the wire.
type Code string

// Codes. Type and status are a function of the code, so that one code never
// travels with two meanings.
const (
	CodeValidation   Code = "MCP_VALIDATION_ERROR"
	CodeAccessDenied Code = "MCP_ACCESS_DENIED"
	CodeQuery        Code = "MCP_QUERY_VIOLATION"
	CodeTimeout      Code = "MCP_EXECUTION_TIMEOUT"
	CodeInternal     Code = "MCP_INTERNAL_ERROR"
	CodeConfirm      Code = "MCP_CONFIRMATION_REQUIRED"
)

type codeInfo struct {
	urn    string
	title  string
	status int
}

var codes = map[Code]codeInfo{
	CodeValidation:   {"urn:regent:problem:validation-error", "The arguments are not valid", 422},
	CodeAccessDenied: {"urn:regent:problem:access-denied", "Access is denied", 403},
	CodeQuery:        {"urn:regent:problem:query-violation", "The query is against the policy", 403},
	CodeTimeout:      {"urn:regent:problem:execution-timeout", "The call took too long", 504},
	CodeInternal:     {"urn:regent:problem:internal-error", "The call could not be carried out", 500},
	CodeConfirm:      {"urn:regent:problem:confirmation-required", "A person should confirm this first", 409},
}

// Problem is an RFC 9457 problem document: the in-band answer to bad
// arguments, to a timeout or a full queue, and to a refused or failed effect.
type Problem struct {
	Type          string         `json:"type"`
	Title         string         `json:"title"`
	Status        int            `json:"status"`
	Detail        string         `json:"detail"`
	Code          Code           `json:"code"`
	InvalidParams []string       `json:"invalid_params"`
	Metadata      map[string]any `json:"metadata"`
}

// NewProblem makes a problem whose type, title and status follow from code.
// detail must not repeat what the caller sent.
func NewProblem(code Code, detail string, params ...string) *Problem {
	info := codes[code]
	if params == nil {
		params = []string{}
	}
	return &Problem{
		Type: info.urn, Title: info.title, Status: info.status,
		Detail: detail, Code: code, InvalidParams: params, Metadata: map[string]any{},
	}
}

// With adds one member of metadata.
func (p *Problem) With(key string, value any) *Problem {
	p.Metadata[key] = value
	return p
}

// Error makes a Problem an error, for steps that stop a call.
func (p *Problem) Error() string { return string(p.Code) + ": " + p.Detail }

// Validate reports whether the document keeps its promise.
func (p *Problem) Validate() error {
	info, ok := codes[p.Code]
	switch {
	case !ok:
		return fmt.Errorf("problem: unknown code")
	case p.Type != info.urn || p.Status != info.status || p.Title != info.title:
		return fmt.Errorf("problem: type, title and status do not follow from code %s", p.Code)
	case p.Detail == "":
		return fmt.Errorf("problem: no detail")
	case p.InvalidParams == nil || p.Metadata == nil:
		return fmt.Errorf("problem: a list or metadata is missing")
	}
	return nil
}

func (p *Problem) reply() (api.Reply, error) { return reply(p, true) }

// validator is a result that can check itself before it leaves.
type validator interface{ Validate() error }

func reply(v validator, isError bool) (api.Reply, error) {
	if err := v.Validate(); err != nil {
		return api.Reply{}, fmt.Errorf("checking a result: %w", err)
	}
	if own, ok := v.(wired); ok {
		return wireReply(own, isError), nil
	}
	if own, ok := v.(appender); ok {
		return api.Reply{Structured: own.appendJSON(nil), IsError: isError}, nil
	}
	b, err := json.Marshal(v)
	if err != nil {
		return api.Reply{}, fmt.Errorf("encoding a result: %w", err)
	}
	return api.Reply{Structured: b, IsError: isError}, nil
}

// appender is a result whose parts are JSON already; encoding/json would read
// each of them again.
type appender interface{ appendJSON([]byte) []byte }
