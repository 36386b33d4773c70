// Package server speaks the Model Context Protocol for a tools-only server, on
// stdio and over HTTP, in the era of the handshake (2024-11-05 to 2025-11-25)
// and in the stateless one (2026-07-28).
//
// It knows nothing of what a tool does: it reads a message strictly, decides
// whether it may be served now, hands a call to an [api.Runner] and writes the
// answer within bounds. Read the files in the order in which a message passes
// them:
//
//	frame.go     a line of bytes, never more than the limit
//	message.go   an envelope: id, method, params, or the reason to refuse it
//	meta.go      what a message says of itself; client.go and trace.go check it
//	era.go       which of the two protocols it speaks, and which methods exist
//	dispatch.go  one Dispatch for both transports
//	reply.go     the answer as ASCII text
//	stdio.go     the stdio session: outstanding.go and output.go bound it
//	http.go      the HTTP endpoint: httpguard.go, httpheader.go, httpconn.go
//
// It promises: one strict front and one dispatch for both transports; no error
// that echoes input; no reply to a call that was cancelled before the write
// began; bounded memory whatever a peer sends or does not read; a fault in a
// tool ends that call only.
//
// Where it fails: it has no sessions, resources, prompts or completion and
// sends no request to a client. It can't take back a frame whose write began.
package server
