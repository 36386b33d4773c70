package server

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"regent/tools/api"
)

// fake is a Runner whose tools do what a test needs of them.
type fake struct {
	mu       sync.Mutex
	calls    []api.Call
	count    atomic.Int64 // calls that began
	ended    atomic.Int64
	freed    atomic.Int64
	gate     chan struct{} // "wait" calls end when it is closed
	stopped  chan struct{} // gets one for each "wait" call whose context ended
	keepOnly int
}

func newFake() *fake {
	return &fake{gate: make(chan struct{}), stopped: make(chan struct{}, 256), keepOnly: 1000}
}

func (f *fake) Tools() []api.Tool {
	object := json.RawMessage(`{"type":"object"}`)
	var tools []api.Tool
	for _, name := range []string{"wait", "echo", "crash", "fail", "big", "broken", "stubborn", "progress", "blocked", "ask", "need", "wired"} {
		tools = append(tools, api.Tool{
			Name: name, Title: "Tool " + name, Description: "does é <b>", InputSchema: object, OutputSchema: object,
			Annotations: api.Annotations{ReadOnly: true},
		})
	}
	return tools
}

func (f *fake) Call(ctx context.Context, c api.Call) (api.Reply, error) {
	f.count.Add(1)
	defer f.ended.Add(1)
	f.mu.Lock()
	if len(f.calls) < f.keepOnly {
		kept := c // the bytes are the door's
		kept.Arguments, kept.Answer.Responses = bytes.Clone(c.Arguments), bytes.Clone(c.Answer.Responses)
		kept.Caller.Capabilities = bytes.Clone(c.Caller.Capabilities)
		f.calls = append(f.calls, kept)
	}
	f.mu.Unlock()
	switch c.Tool {
	case "wait": // an executing tool: it stops when the peer no longer wants it
		select {
		case <-f.gate:
		case <-ctx.Done():
			f.stopped <- struct{}{}
			return api.Reply{}, ctx.Err()
		}
	case "stubborn": // an advisory one: it finishes all the same
		<-f.gate
	case "crash":
		panic("secret words of the crash")
	case "fail":
		return api.Reply{}, errors.New("secret words of the failure")
	case "broken":
		return api.Reply{Structured: json.RawMessage(`{"a":`)}, nil
	case "big":
		var args struct {
			Bytes int `json:"bytes"`
		}
		_ = json.Unmarshal(c.Arguments, &args)
		return api.Reply{Structured: fmt.Appendf(nil, `{"fill":%q}`, strings.Repeat("x", args.Bytes))}, nil
	case "wired": // what "big" says, in memory of its own and written for the wire
		var args struct {
			Bytes int `json:"bytes"`
		}
		_ = json.Unmarshal(c.Arguments, &args)
		text := fmt.Appendf(nil, `{"fill":%q}`, strings.Repeat("x", args.Bytes))
		quoted := fmt.Appendf(nil, "%q", text)
		return api.Reply{Structured: text, Wire: &api.Wire{Text: quoted, Free: func() {
			clear(text)
			clear(quoted)
			f.freed.Add(1)
		}}}, nil
	case "blocked":
		return api.Reply{Structured: json.RawMessage(`{"decision":"BLOCKED"}`), IsError: true}, nil
	case "ask":
		return api.Reply{Ask: &api.Ask{Requests: json.RawMessage(`{"confirm":{"method":"elicitation/create"}}`), State: "s1"}}, nil
	case "need":
		return api.Reply{}, &api.MissingCapability{Required: json.RawMessage(`{"sampling":{}}`)}
	case "progress":
		if c.Progress != nil {
			c.Progress(1, 2, "half")
		}
	}
	return api.Reply{Structured: fmt.Appendf(nil, `{"tool":%q,"arguments":%s}`, c.Tool, c.Arguments)}, nil
}

func (f *fake) last(t *testing.T) api.Call {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.calls) == 0 {
		t.Fatal("no call was made")
	}
	return f.calls[len(f.calls)-1]
}

// began waits until n calls began.
func (f *fake) began(t *testing.T, n int64) {
	t.Helper()
	eventually(t, fmt.Sprintf("%d calls to begin", n), func() bool { return f.count.Load() >= n })
}

// eventually polls for what has no event to wait on. The generous bound only
// ends a test that would hang.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !ok(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// wire is a client's end of a stdio session over real pipes.
type wire struct {
	t       *testing.T
	fake    *fake
	in      *os.File // the server's stdin
	out     *os.File // its stdout
	lines   *bufio.Reader
	signals chan os.Signal
	log     *syncBuffer
	exit    chan error
	code    int
}

type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

func start(t *testing.T, change ...func(*Options)) *wire {
	t.Helper()
	stdin, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, stdout, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{
		t: t, fake: newFake(), in: in, out: out, lines: bufio.NewReaderSize(out, 1<<16),
		signals: make(chan os.Signal, 2), log: &syncBuffer{}, exit: make(chan error, 1),
	}
	o := Options{Name: "fixture", Version: "1", Log: slog.New(slog.NewTextHandler(w.log, nil))}
	o.Stdio = StdioOptions{In: stdin, Out: stdout, Signals: w.signals}
	for _, c := range change {
		c(&o)
	}
	go func() {
		code, err := ServeStdio(context.Background(), w.fake, o)
		w.code = code
		w.exit <- err
		_ = stdout.Close()
		_ = stdin.Close()
	}()
	t.Cleanup(func() {
		_ = in.Close()
		_ = out.Close()
		select {
		case <-w.fake.gate:
		default:
			close(w.fake.gate)
		}
		select {
		case <-w.exit:
		case <-time.After(30 * time.Second):
			t.Error("the server did not end")
		}
	})
	return w
}

// short makes the server's patience small, where a test waits for its end.
func short(o *Options) {
	o.limits = defaultLimits
	o.limits.frameTimeout = 200 * time.Millisecond
	o.limits.workDrain = 200 * time.Millisecond
	o.limits.outputDrain = 200 * time.Millisecond
}

func (w *wire) send(lines ...string) {
	w.t.Helper()
	if _, err := io.WriteString(w.in, strings.Join(lines, "\n")+"\n"); err != nil {
		w.t.Fatalf("sending: %v", err)
	}
}

// line reads the next raw line.
func (w *wire) line() string {
	w.t.Helper()
	_ = w.out.SetReadDeadline(time.Now().Add(30 * time.Second))
	s, err := w.lines.ReadString('\n')
	if err != nil {
		w.t.Fatalf("reading a reply: %v (log: %s)", err, w.log)
	}
	return strings.TrimSuffix(s, "\n")
}

// writing waits until the first bytes of a reply are here.
func (w *wire) writing() {
	w.t.Helper()
	_ = w.out.SetReadDeadline(time.Now().Add(30 * time.Second))
	if _, err := w.lines.Peek(1); err != nil {
		w.t.Fatal(err)
	}
}

func (w *wire) recv() msg {
	w.t.Helper()
	return decode(w.t, w.line())
}

// ask sends one line and reads one.
func (w *wire) ask(line string) msg {
	w.t.Helper()
	w.send(line)
	return w.recv()
}

// ends waits for the exit status.
func (w *wire) ends() (int, error) {
	w.t.Helper()
	select {
	case err := <-w.exit:
		w.exit <- err
		return w.code, err
	case <-time.After(30 * time.Second):
		w.t.Fatal("the server did not end")
		return 0, nil
	}
}

// quiet proves that nothing was answered to what came before: the next line is
// the answer to this ping.
func (w *wire) quiet() {
	w.t.Helper()
	if m := w.ask(`{"jsonrpc":"2.0","id":"quiet","method":"ping"}`); string(m.ID) != `"quiet"` || m.Error != nil {
		w.t.Fatalf("an answer came where none should: %.300s", m.text)
	}
}

func (w *wire) greet() {
	w.t.Helper()
	if m := w.ask(hello); m.Error != nil {
		w.t.Fatalf("initialize: %s", m.text)
	}
}

const hello = `{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`

// msg is a reply as the client reads it.
type msg struct {
	text   string
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data"`
	} `json:"error"`
}

func decode(t *testing.T, line string) msg {
	t.Helper()
	m := msg{text: line}
	if err := json.Unmarshal([]byte(line), &m); err != nil {
		t.Fatalf("no JSON: %q: %v", line, err)
	}
	for i := range len(line) {
		if line[i] >= 0x80 || line[i] < 0x20 {
			t.Fatalf("byte %#x in a frame: %q", line[i], line)
		}
	}
	return m
}

// code is the error's code, 0 for a result.
func (m msg) code() int {
	if m.Error == nil {
		return 0
	}
	return m.Error.Code
}

func (m msg) into(t *testing.T) map[string]any {
	t.Helper()
	var r map[string]any
	if err := json.Unmarshal(m.Result, &r); err != nil {
		t.Fatalf("no result in %s", m.text)
	}
	return r
}

const modernMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`

// modern builds a modern request; params are members without braces.
func modern(id, method, params string) string {
	if params != "" {
		params += ","
	}
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"` + method + `","params":{` + params + modernMeta + `}}`
}

// call builds a modern tools/call.
func call(id, tool, args string) string {
	return modern(id, "tools/call", `"name":"`+tool+`","arguments":`+args)
}

func cancelOf(id string) string {
	return `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + id + `}}`
}

var term os.Signal = syscall.SIGTERM
