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
// itself, before any handler, into the JSON that every other error is.
type jsonConn struct {
	net.Conn
	done func()
	head bool // the last thing read began as a HEAD request
}

func (c *jsonConn) Close() error {
	defer c.done()
	return c.Conn.Close()
}

func (c *jsonConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if n > 0 {
		c.head = bytes.HasPrefix(b[:n], []byte("HEAD "))
	}
	return n, err
}

// parserHeaders is how those answers begin after the status line. No handler
// of ours writes text/plain.
var parserHeaders = []byte("\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n")

// expectationFailed begins the one answer that it writes with no body at all.
var expectationFailed = []byte("HTTP/1.1 417 ")

func (c *jsonConn) Write(b []byte) (int, error) {
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
