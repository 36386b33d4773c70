package server

import (
	"regent/internal/residue"
	"regent/internal/strictjson"
	"regent/tools/api"
)

// Kind is what a message asks of us.
type Kind uint8

const (
	// Request wants an answer.
	Request Kind = iota
	// Notification is never answered, whatever is wrong with it.
	Notification
	// Response answers a request of ours. We send none, so it is ignored.
	Response
)

// Message is a message that passed the strict front.
type Message struct {
	Kind   Kind
	ID     ID
	Method string
	Params strictjson.Value // absent or an object
	Meta   Meta

	// Caller and Progress are filled by the transport.
	Caller   api.Caller
	Progress func(done, total float64, message string)

	call *api.Call // set by resolve for tools/call
	omit bool      // HTTP: an unknown id is left out of an error
}

// ID is a request's id as it was written. The zero ID is unknown or none.
type ID struct{ value strictjson.Value }

// Known reports whether there is an id to answer to.
func (id ID) Known() bool { return id.value.Exists() }

// key is the id for comparison.
func (id ID) key() string { return id.value.Key() }

// Error is a JSON-RPC error. Its message is one of a fixed set of phrases.
type Error struct {
	Code    int
	Message string
	Data    string // encoded JSON, "" for none
}

// The codes in use. -32001 to -32003 and -32042 have had other meanings in MCP
// and are never sent.
const (
	codeParse      = -32700
	codeInvalid    = -32600
	codeNoMethod   = -32601
	codeParams     = -32602
	codeInternal   = -32603
	codeHeader     = -32020
	codeCapability = -32021
	codeVersion    = -32022
	codeBusy       = 1001
)

func refuse(code int, message string) *Error { return &Error{Code: code, Message: message} }

// Parse reads one message. The checks stand in this order, and the first that
// fails answers: UTF-8 and JSON, object, response envelope, id, members,
// version tag, method, params, _meta, trace, the transport's own (extra, may
// be nil), era and version.
//
// With an error the message holds what is known by then: the id to answer to,
// and Kind Notification when nothing may be answered. It aliases text.
func Parse(text []byte, extra func(*Message) *Error) (Message, *Error) {
	defer residue.Clear()
	if _, err := strictjson.Check(text); err != nil {
		return Message{}, refuse(codeParse, "Parse error")
	}
	v := strictjson.Checked(text)
	if v.Kind() != strictjson.Object {
		return Message{}, refuse(codeInvalid, "Invalid Request")
	}
	var id, method, params, version strictjson.Value
	var outcome, surplus bool
	for it := v.Iter(); it.Next(); {
		switch string(it.Name()) {
		case "id":
			id = it.Value()
		case "method":
			method = it.Value()
		case "params":
			params = it.Value()
		case "jsonrpc":
			version = it.Value()
		case "result", "error":
			outcome, surplus = true, true
		default:
			surplus = true
		}
	}
	if outcome && !method.Exists() {
		return Message{Kind: Response}, nil
	}
	m := Message{ID: ID{id}}
	if id.Exists() {
		if id.Kind() != strictjson.String && !id.IsInteger() {
			return Message{}, refuse(codeInvalid, "Invalid Request")
		}
	} else if method.Kind() == strictjson.String {
		m.Kind = Notification
	}
	if surplus || !tagged(version) || method.Kind() != strictjson.String {
		return m, refuse(codeInvalid, "Invalid Request")
	}
	m.Method = methodName(method)
	if params.Exists() && params.Kind() != strictjson.Object {
		return m, refuse(codeParams, "Invalid params")
	}
	m.Params = params
	return m, m.readMeta(extra)
}

func tagged(v strictjson.Value) bool {
	tag, ok := v.TextBytes()
	return ok && string(tag) == "2.0"
}

// methodName gives the names that we serve without an allocation.
func methodName(v strictjson.Value) string {
	b, _ := v.TextBytes()
	switch string(b) {
	case methodCall:
		return methodCall
	case methodList:
		return methodList
	case methodPing:
		return methodPing
	case methodDiscover:
		return methodDiscover
	case noteCancelled:
		return noteCancelled
	}
	return string(b)
}
