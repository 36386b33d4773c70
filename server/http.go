package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"mime"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"regent/internal/residue"
	"regent/tools/api"
)

// DefaultAddr is where HTTP listens unless told otherwise.
const DefaultAddr = "127.0.0.1:8765"

// endpoint is the only path.
const endpoint = "/mcp"

// HTTPOptions configure the HTTP transport.
type HTTPOptions struct {
	// Addr is the address to listen at, DefaultAddr when empty.
	Addr string
	// Token, when not empty, is wanted of every request. It is needed for any
	// address beyond loopback.
	Token string
	// AllowedHosts are further names in Host, without port; AllowedOrigins
	// further values of Origin, such as "https://ide.example".
	AllowedHosts, AllowedOrigins []string
	// Signals are for tests; nil means the process's own.
	Signals <-chan os.Signal
}

// HTTP is the HTTP endpoint: the same front and dispatch as on stdio, without
// sessions.
type HTTP struct {
	d     *Dispatcher
	ln    net.Listener
	guard *guard
	calls *outstanding
	next  atomic.Uint64
}

// NewHTTP binds the address. It serves nothing until Serve.
func NewHTTP(run api.Runner, o Options) (*HTTP, error) {
	d, err := newDispatcher(run, o)
	if err != nil {
		return nil, err
	}
	addr := o.HTTP.Addr
	if addr == "" {
		addr = DefaultAddr
	}
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("listening: %w", err)
	}
	g, err := newGuard(ln.Addr(), o.HTTP)
	if err != nil {
		_ = ln.Close()
		return nil, err
	}
	return &HTTP{d: d, ln: ln, guard: g, calls: newOutstanding()}, nil
}

// Addr is where it listens.
func (h *HTTP) Addr() net.Addr { return h.ln.Addr() }

// Serve serves until ctx is done or a signal comes, then lets admitted work
// end like ServeStdio, and gives the exit status.
func (h *HTTP) Serve(ctx context.Context) (int, error) {
	signals := h.d.o.HTTP.Signals
	if signals == nil {
		c := make(chan os.Signal, 2)
		signal.Notify(c, os.Interrupt, syscall.SIGTERM)
		defer signal.Stop(c)
		signals = c
	}
	lim := h.d.o.limits
	srv := &http.Server{
		Handler:        h,
		ReadTimeout:    lim.readTimeout,
		IdleTimeout:    lim.idleTimeout,
		MaxHeaderBytes: maxHeaderBytes,
		ErrorLog:       log.New(io.Discard, "", 0), // it quotes what peers send
		ConnContext:    func(ctx context.Context, c net.Conn) context.Context { return context.WithValue(ctx, connKey{}, c) },
	}
	failed := make(chan error, 1)
	go func() {
		failed <- srv.Serve(&boundedListener{h.ln, make(chan struct{}, maxConns)})
	}()
	select {
	case err := <-failed:
		return ExitFailed, fmt.Errorf("serving HTTP: %w", err)
	case <-signals:
	case <-ctx.Done():
	}
	drain, cancel := context.WithTimeout(context.Background(), lim.workDrain+lim.outputDrain)
	defer cancel()
	over := make(chan struct{})
	defer close(over)
	go func() {
		select {
		case <-signals:
			cancel()
		case <-over:
		}
	}()
	if srv.Shutdown(drain) != nil {
		_ = srv.Close()
	}
	if err := <-failed; !errors.Is(err, http.ErrServerClosed) {
		return ExitFailed, fmt.Errorf("serving HTTP: %w", err)
	}
	return ExitDone, nil
}

// ServeHTTP serves one request.
func (h *HTTP) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x := &exchange{h: h, w: w, rc: http.NewResponseController(w), last: r.Close}
	x.conn, _ = r.Context().Value(connKey{}).(*jsonConn)
	defer func() {
		if p := recover(); p != nil {
			h.d.log.Error("the protocol layer crashed", "panic", p, "stack", string(debug.Stack()))
			x.status(http.StatusInternalServerError)
		}
		x.wipe()
	}()
	w.Header().Set("Cache-Control", "no-store")
	x.deadline() // for 100-continue and refusals
	if code := h.guard.refuses(r); code != 0 {
		if code == http.StatusUnauthorized {
			w.Header().Set("WWW-Authenticate", "Bearer")
		}
		x.status(code)
		return
	}
	switch {
	case r.URL.Path != endpoint:
		x.status(http.StatusNotFound)
		return
	case r.Method != http.MethodPost:
		w.Header().Set("Allow", http.MethodPost)
		x.status(http.StatusMethodNotAllowed)
		return
	case !jsonBody(r.Header):
		x.status(http.StatusUnsupportedMediaType)
		return
	}
	body, code := readBody(r)
	x.body = body
	if code != 0 {
		x.status(code)
		return
	}
	// From here on the connection may be silent while the call runs; what is
	// still read only tells that the client has gone.
	_ = x.rc.SetReadDeadline(time.Time{})
	x.serve(r, body)
}

// jsonBody wants JSON where a type is given. A page can't send that type to
// another origin without asking first.
func jsonBody(h http.Header) bool {
	v := h.Values("Content-Type")
	if len(v) == 0 {
		return true
	}
	media, params, err := mime.ParseMediaType(v[0])
	charset := params["charset"]
	return err == nil && len(v) == 1 && media == "application/json" && (charset == "" || strings.EqualFold(charset, "utf-8"))
}

// readBody reads at most the limit, or gives the status to refuse with. What it
// read is in the slice that it returns and nowhere else.
func readBody(r *http.Request) ([]byte, int) {
	if r.ContentLength > MaxFrameBytes {
		return nil, http.StatusRequestEntityTooLarge
	}
	if e := r.Header.Get("Content-Encoding"); e != "" && e != "identity" {
		return nil, http.StatusUnsupportedMediaType
	}
	body := make([]byte, 0, max(r.ContentLength+1, firstBody)) // one more, to see the end
	for {
		n, err := r.Body.Read(body[len(body):cap(body)])
		residue.Clear()
		body = body[:len(body)+n]
		switch {
		case len(body) > MaxFrameBytes:
			return body, http.StatusRequestEntityTooLarge
		case errors.Is(err, io.EOF):
			return body, 0
		case errors.Is(err, os.ErrDeadlineExceeded):
			return body, http.StatusRequestTimeout
		case err != nil:
			return body, http.StatusBadRequest
		case len(body) == cap(body):
			longer := residue.Append(make([]byte, 0, 2*cap(body)), body)
			clear(body)
			body = longer
		}
	}
}

// firstBody is room for a body of unknown length to begin with.
const firstBody = 4 << 10

// exchange is one request on its way to its answer.
type exchange struct {
	h  *HTTP
	w  http.ResponseWriter
	rc *http.ResponseController

	conn *jsonConn // nil behind another listener, as in tests
	last bool      // the connection ends with this exchange
	body []byte    // cleared before the reply leaves

	mu     sync.Mutex // progress comes from the tool's goroutines
	stream bool       // an event stream has begun
	over   bool
}

// serve takes a body through the front and the dispatch.
func (x *exchange) serve(r *http.Request, body []byte) {
	d := x.h.d
	m, bad := Parse(body, func(m *Message) *Error { return d.checkHeaders(r.Header, m) })
	m.omit = true
	if bad == nil && m.Kind == Request {
		bad = d.resolve(&m)
	}
	residue.Clear()
	switch {
	case bad != nil:
		if m.Kind == Notification {
			m.ID = ID{}
		}
		x.reply(m, Reply{err: bad})
		return
	case m.Kind != Request:
		x.w.WriteHeader(http.StatusAccepted)
		return
	}
	m.Caller = x.caller(m)
	if m.call != nil {
		slot := &request{key: strconv.FormatUint(x.h.next.Add(1), 36), cancel: func() {}}
		if x.h.calls.admit(slot) != admitted {
			x.w.Header().Set("Retry-After", "1")
			x.reply(m, Reply{err: busy})
			return
		}
		defer x.h.calls.release(slot)
		if m.Meta.progressToken.Exists() && strings.Contains(strings.Join(r.Header.Values("Accept"), ","), "text/event-stream") {
			token := m.Meta.progressToken.Clone()
			m.Progress = func(done, total float64, message string) {
				x.event(appendProgress(nil, token, done, total, message), false)
			}
		}
	}
	reply := d.Dispatch(r.Context(), m)
	if r.Context().Err() != nil {
		x.last = true
		return // the client has gone
	}
	x.reply(m, reply)
}

func (x *exchange) caller(m Message) api.Caller {
	c := api.Caller{Transport: "http", Kind: "anonymous"}
	if x.h.guard.token != "" {
		c.Kind = "token"
	}
	if m.Meta.Era == Modern {
		c.ClientName, c.ClientVersion = m.Meta.clientName, m.Meta.clientVersion
		c.Capabilities = m.Meta.capabilities.Raw()
	}
	return c
}

// reply writes the answer, as JSON or as the last event of a stream.
func (x *exchange) reply(m Message, r Reply) {
	if r.before != "" {
		x.event([]byte(r.before), false)
	}
	text := r.appendFrame(nil, m.ID, m.omit)
	r.free()
	x.wipe()
	x.mu.Lock()
	stream := x.stream
	x.mu.Unlock()
	if stream {
		x.event(text, true)
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.over = true
	code := http.StatusOK
	if r.err != nil {
		code = httpStatus(r.err.Code)
	}
	x.write(code, text)
}

// event writes one message of an event stream and begins it when needed.
func (x *exchange) event(text []byte, last bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.over {
		return
	}
	x.over = last
	x.deadline()
	if !x.stream {
		x.stream = true
		x.w.Header().Set("Content-Type", "text/event-stream")
		x.w.Header().Set("X-Accel-Buffering", "no")
		x.w.WriteHeader(http.StatusOK)
	}
	_, _ = x.w.Write(append(append([]byte("event: message\ndata: "), text...), "\n\n"...))
	_ = x.rc.Flush()
}

// status answers with a generic error and closes the connection, since what is
// left of the request is not read.
func (x *exchange) status(code int) {
	x.last = true
	x.w.Header().Set("Connection", "close")
	x.write(code, httpErrorBody(code))
}

// wipe clears the request, which may hold what must not stay in memory. The
// connection's own buffer is cleared when the next request is awaited, and here
// when there is none to come.
func (x *exchange) wipe() {
	forget(x.body)
	if x.last && x.conn != nil {
		x.conn.wipe()
	}
}

func (x *exchange) write(code int, body []byte) {
	x.deadline()
	x.w.Header().Set("Content-Type", "application/json")
	x.w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	x.w.WriteHeader(code)
	_, _ = x.w.Write(body)
}

// deadline gives the next write its time.
func (x *exchange) deadline() {
	_ = x.rc.SetWriteDeadline(time.Now().Add(x.h.d.o.limits.writeTimeout))
}

// httpStatus is the status of a JSON-RPC error.
func httpStatus(code int) int {
	switch code {
	case codeNoMethod:
		return http.StatusNotFound
	case codeInternal:
		return http.StatusInternalServerError
	case codeBusy:
		return http.StatusServiceUnavailable
	}
	return http.StatusBadRequest
}

// httpErrorBody is what goes with a status that has no message to answer to.
func httpErrorBody(code int) []byte {
	r := Reply{err: refuse(codeInvalid, http.StatusText(code))}
	switch code {
	case http.StatusRequestEntityTooLarge:
		r.err = tooLong
	case http.StatusInternalServerError:
		r.err = internalError
	}
	return r.appendFrame(nil, ID{}, true)
}

func statusLine(code int) string { return strconv.Itoa(code) + " " + http.StatusText(code) }
