package server

import (
	"slices"

	"regent/internal/asciijson"
	"regent/internal/strictjson"
)

// Era is one of the two protocols. Every message belongs to one by itself;
// both may share a stream.
type Era uint8

const (
	// Legacy begins with a handshake, and the peer's description of itself
	// holds for the session.
	Legacy Era = iota
	// Modern has no handshake: each request says all that it needs.
	Modern
)

// The versions we serve, newest first.
var (
	modernVersions = []string{"2026-07-28"}
	legacyVersions = []string{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}
)

// offer is the version we answer to initialize.
func offer(asked string) string {
	if slices.Contains(legacyVersions, asked) {
		return asked
	}
	return legacyVersions[0]
}

const (
	methodInitialize = "initialize"
	methodPing       = "ping"
	methodDiscover   = "server/discover"
	methodListen     = "subscriptions/listen"
	methodList       = "tools/list"
	methodCall       = "tools/call"

	noteCancelled = "notifications/cancelled"
)

// checks are the methods of each era with what their params must look like.
// What is not here does not exist there.
var checks = [...]map[string]func(*Dispatcher, *Message) *Error{
	Legacy: {
		methodInitialize: checkInitialize,
		methodPing:       nil,
		methodList:       checkList,
		methodCall:       checkCall,
	},
	Modern: {
		methodDiscover: nil,
		methodListen:   checkListen,
		methodList:     checkList,
		methodCall:     checkCall,
	},
}

var (
	invalidParams = refuse(codeParams, "Invalid params")
	internalError = refuse(codeInternal, "Internal error")
	busy          = &Error{codeBusy, "Too many outstanding requests", `{"max_outstanding":32,"retryable":true}`}
	tooLong       = &Error{codeInvalid, "Request too large", `{"max_frame_bytes":1048576}`}
)

// unserved names what we serve. The requested version comes back as the
// specification asks, which is the one exception to never echoing input; it is
// cut to what a version could be.
func unserved(asked strictjson.Value) *Error {
	const plausible = 64
	data := []byte(`{"supported":[`)
	for i, v := range slices.Concat(modernVersions, legacyVersions) {
		if i > 0 {
			data = append(data, ',')
		}
		data = asciijson.AppendQuoted(data, []byte(v))
	}
	text, _ := asked.TextBytes()
	data = append(data, `],"requested":`...)
	data = asciijson.AppendQuoted(data, text[:min(len(text), plausible)])
	return &Error{codeVersion, "Unsupported protocol version", string(append(data, '}'))}
}

// checkInitialize wants the handshake's three members.
func checkInitialize(_ *Dispatcher, m *Message) *Error {
	client := m.Params.Get("clientInfo")
	if m.Params.Get("protocolVersion").Kind() != strictjson.String ||
		!validCapabilities(m.Params.Get("capabilities")) || !validClient(client) {
		return invalidParams
	}
	return nil
}

// checkList refuses every cursor, since there is one page and we gave none out.
func checkList(_ *Dispatcher, m *Message) *Error {
	if m.Params.Get("cursor").Exists() {
		return invalidParams
	}
	return nil
}

func checkListen(_ *Dispatcher, m *Message) *Error {
	if m.Params.Get("notifications").Kind() != strictjson.Object {
		return invalidParams
	}
	return nil
}
