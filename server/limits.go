package server

import "time"

const (
	// MaxFrameBytes bounds one message, a line on stdio or an HTTP body. Tool
	// arguments of a mebibyte are far beyond what an agent sends, and with 32
	// messages in work it bounds what they hold.
	MaxFrameBytes = 1 << 20
	// chunkBytes is how much is read at a time; with MaxFrameBytes it is all
	// the memory that input takes before a message is complete.
	chunkBytes = 64 << 10
	// MaxOutstanding bounds the tool calls that run, wait, or are answered but
	// not written: twice what runs at a time, so that a client can keep the
	// runner busy and a flood can't queue without end.
	MaxOutstanding = 32
	// MaxOutputFrames and MaxOutputBytes bound the encoded replies that wait
	// for a client to read: one for each outstanding call, and half a mebibyte
	// for each.
	MaxOutputFrames = 32
	MaxOutputBytes  = 16 << 20
	// batchBytes is how much of the output queue goes out in one write. It is
	// below a pipe's 64 KiB, so that a batch seldom waits half-written, where
	// it can't be recalled.
	batchBytes = 32 << 10
	// frameTimeout is how long the other side may leave a frame unread.
	frameTimeout = 5 * time.Second
	// workDrain and outputDrain are what admitted work and then its replies
	// get after the end of input or a signal. A client that waits for a
	// process to go usually kills it after about ten seconds.
	workDrain   = 5 * time.Second
	outputDrain = 5 * time.Second
	// settleTime bounds how long a new request waits for a write in progress
	// to be accounted for. A client may answer a reply faster than the writer
	// returns from writing it.
	settleTime = 50 * time.Millisecond

	// readTimeout, idleTimeout and writeTimeout bound an HTTP exchange around
	// the call: reading a whole request, waiting for the next one, writing the
	// reply. The call has its own deadline.
	readTimeout  = 5 * time.Second
	idleTimeout  = 5 * time.Second
	writeTimeout = 5 * time.Second
	// maxHeaderBytes is generous for the four headers that MCP uses and a
	// token.
	maxHeaderBytes = 16 << 10
	// maxConns bounds connections, and so the bodies that are read at once.
	maxConns = 256
)

// limits are the bounds that tests make smaller.
type limits struct {
	frameTimeout, workDrain, outputDrain, readTimeout, idleTimeout, writeTimeout time.Duration
}

var defaultLimits = limits{frameTimeout, workDrain, outputDrain, readTimeout, idleTimeout, writeTimeout}
