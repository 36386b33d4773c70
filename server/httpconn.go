package server

import (
	"bytes"
	"net"
	"strconv"
	"sync"
)

// boundedListener refuses connections beyond a number by closing them at once.
type boundedListener struct {
	net.Listener
	slots chan struct{}
}

func (l *boundedListener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		select {
		case l.slots <- struct{}{}:
			return &jsonConn{Conn: c, done: sync.OnceFunc(func() { <-l.slots })}, nil
		default:
			_ = c.Close()
		}
	}
}

// jsonConn turns the plain-text answers that net/http's parser writes by
// itself, before any handler, into the JSON that every other error is, and
// clears what net/http leaves of a request in its buffer.
type jsonConn struct {
	net.Conn
	done   func()
	head   bool   // the last thing read began as a HEAD request
	buffer []byte // net/http's, where requests are read into
}

// connKey is the key of the jsonConn in a request's context.
type connKey struct{}

func (c *jsonConn) Close() error {
	defer c.done()
	return c.Conn.Close()
}

// Read clears b first: net/http gives the free part of its buffer, where the
// request before may still stand, and waits here for the next one.
func (c *jsonConn) Read(b []byte) (int, error) {
	if c.buffer == nil {
		c.buffer = b // the first read of a connection is given the whole of it
	}
	clear(b)
	n, err := c.Conn.Read(b)
	if n > 0 {
		c.head = bytes.HasPrefix(b[:n], []byte("HEAD "))
	}
	return n, err
}

// wipe clears net/http's buffer, which it will lend to another connection. Only
// for a connection from which nothing more is read.
func (c *jsonConn) wipe() { clear(c.buffer) }

// parserHeaders is how those answers begin after the status line. No handler
// of ours writes text/plain.
var parserHeaders = []byte("\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n")

// expectationFailed begins the one answer that it writes with no body at all.
var expectationFailed = []byte("HTTP/1.1 417 ")

func (c *jsonConn) Write(b []byte) (n int, err error) {
	defer func() {
		if err != nil { // the connection ends without another read
			c.wipe()
		}
	}()
	line, _, found := bytes.Cut(b, parserHeaders)
	if bytes.HasPrefix(b, expectationFailed) {
		line, found = expectationFailed, true
	}
	if !found || !bytes.HasPrefix(line, []byte("HTTP/1.")) || bytes.IndexByte(line, '\n') >= 0 {
		return c.Conn.Write(b)
	}
	// The status line may carry a reason that quotes the request's fault; only
	// code and the standard words stay.
	code, _ := strconv.Atoi(string(bytes.Fields(line)[1]))
	body := httpErrorBody(code)
	out := append([]byte("HTTP/1.1 "), statusLine(code)...)
	out = append(out, "\r\nContent-Type: application/json\r\nCache-Control: no-store\r\nContent-Length: "...)
	out = strconv.AppendInt(out, int64(len(body)), 10)
	out = append(out, "\r\nConnection: close\r\n\r\n"...)
	if !c.head {
		out = append(out, body...)
	}
	if _, err := c.Conn.Write(out); err != nil {
		return 0, err
	}
	return len(b), nil
}
