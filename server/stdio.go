package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"sync/atomic"
	"syscall"
	"time"

	"regent/internal/residue"
	"regent/internal/strictjson"
	"regent/tools/api"
)

// StdioOptions are for tests and embedding; the zero value means the process's
// own stdin, stdout and signals.
type StdioOptions struct {
	In      io.Reader
	Out     io.Writer
	Signals <-chan os.Signal
}

// The exit statuses of ServeStdio.
const (
	ExitDone   = 0 // end of input or a signal; admitted work was answered
	ExitFailed = 2 // broken start, broken pipe, or a client that does not read
)

// session is one stdio connection.
type session struct {
	d     *Dispatcher
	out   *output
	calls *outstanding
	base  context.Context

	// turn hands the reading on to a goroutine that has answered its call; over
	// is closed when there is nothing to read any more.
	turn     chan struct{}
	over     chan struct{}
	spare    atomic.Int32 // goroutines that wait for their turn
	stopping atomic.Bool
	// What the handshake told us; only the reader touches it.
	greeted bool
	legacy  api.Caller
}

// ServeStdio serves one session until its input ends, a signal comes or its
// output fails, and gives the exit status for the process with the reason when
// it is not ExitDone. A read or write of the process's own stdin or stdout
// can't be interrupted; after the return it may hang until the process ends.
func ServeStdio(ctx context.Context, run api.Runner, o Options) (int, error) {
	d, err := newDispatcher(run, o)
	if err != nil {
		return ExitFailed, err
	}
	in, w, signals := o.Stdio.In, o.Stdio.Out, o.Stdio.Signals
	if in == nil {
		in = os.Stdin
	}
	if w == nil {
		w = os.Stdout
	}
	if w == io.Writer(os.Stdout) {
		widen(os.Stdout)
	}
	if signals == nil {
		c := make(chan os.Signal, 2)
		signal.Notify(c, os.Interrupt, syscall.SIGTERM)
		defer signal.Stop(c)
		signals = c
	}
	// A write to a closed stdout must be an error here, not the end by SIGPIPE.
	pipe := make(chan os.Signal, 1)
	signal.Notify(pipe, syscall.SIGPIPE)
	defer signal.Stop(pipe)

	base, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	s := &session{d: d, calls: newOutstanding(), base: base, turn: make(chan struct{}), over: make(chan struct{})}
	defer close(s.over)
	s.out = newOutput(w, d.o.limits.frameTimeout, s.calls.release)
	defer interruptRead(in)

	ended := make(chan error, 1)
	go s.read(newFrameReader(in), ended)
	select {
	case err := <-ended:
		if err != nil && !errors.Is(err, io.EOF) {
			d.log.Error("reading stdin failed", "error", err)
		}
		return s.finish(signals, 2)
	case <-signals:
	case <-ctx.Done():
	case <-s.out.failed:
	}
	return s.finish(signals, 1)
}

// finish lets admitted work and then its replies end, unless as many signals as
// given come first.
func (s *session) finish(signals <-chan os.Signal, patience int) (int, error) {
	s.stopping.Store(true)
	s.calls.stop()
	again := make(chan struct{})
	over := make(chan struct{})
	defer close(over)
	go func() {
		for ; patience > 0; patience-- {
			select {
			case <-signals:
			case <-over:
				return
			}
		}
		close(again)
	}()
	timer := time.NewTimer(s.d.o.limits.workDrain)
	defer timer.Stop()
	select {
	case <-s.calls.finished:
	case <-timer.C:
		s.abandon()
	case <-again:
		s.abandon()
		return ExitDone, nil
	case <-s.out.failed:
	}
	if s.out.drained(s.d.o.limits.outputDrain, again) {
		return ExitDone, nil
	}
	s.abandon()
	if err := s.out.failure(); !errors.Is(err, errStopped) {
		return ExitFailed, fmt.Errorf("writing replies: %w", err)
	}
	return ExitDone, nil
}

// abandon cancels what still runs and drops its replies.
func (s *session) abandon() {
	for _, r := range s.calls.dropAll() {
		s.out.remove(r)
	}
}

// interruptRead wakes a reader that blocks on a pipe, where the system allows.
func interruptRead(r io.Reader) {
	if f, ok := r.(interface{ SetReadDeadline(time.Time) error }); ok {
		_ = f.SetReadDeadline(time.Now())
	}
}

// read takes frames until the input ends. It answers inline; at a call it hands
// the reading on to another goroutine and runs the call itself, so that a lone
// call waits for no goroutine to wake, and whatever the call does, the next
// frame is read beside it. Goroutines take turns: one that has answered waits to
// read again, since its stack has grown to what a call needs.
func (s *session) read(in *frameReader, ended chan<- error) {
	for {
		line, err := in.next()
		var work func()
		switch {
		case s.stopping.Load():
			err = io.EOF
		case errors.Is(err, errFrameTooLong):
			s.answer(ID{}, Reply{err: tooLong})
			continue
		case err == nil:
			work = s.handle(line)
		}
		if err != nil {
			ended <- err
			return
		}
		if work == nil {
			forget(line)
			continue
		}
		select {
		case s.turn <- struct{}{}:
		default:
			go s.read(in, ended)
		}
		work()
		if !s.wait() {
			return
		}
	}
}

// maxSpare is how many goroutines wait for their turn: as many as calls that
// come one by one need. More of them come and go with a burst.
const maxSpare = 2

// wait waits until another goroutine has a call to run and gives the reading
// away. It reports false when there will be no turn.
func (s *session) wait() bool {
	if s.spare.Add(1) > maxSpare {
		s.spare.Add(-1)
		return false
	}
	defer s.spare.Add(-1)
	select {
	case <-s.turn:
		return true
	case <-s.over:
		return false
	}
}

// handle serves one frame and gives the call to run when it admitted one. The
// frame may hold what must not stay in memory: it is cleared before the reply
// leaves, by the call, and by the reader when there is none.
func (s *session) handle(line []byte) (work func()) {
	defer func() {
		if p := recover(); p != nil {
			s.d.log.Error("the protocol layer crashed", "panic", p, "stack", string(debug.Stack()))
			s.answer(ID{}, Reply{err: internalError})
		}
	}()
	m, bad := Parse(line, nil)
	switch m.Kind {
	case Response:
		return nil
	case Notification:
		if bad == nil && m.Method == noteCancelled {
			s.cancelled(m)
		}
		return nil
	}
	if bad == nil {
		bad = s.gate(m)
	}
	if bad == nil {
		bad = s.d.resolve(&m)
	}
	residue.Clear()
	if bad == nil && m.call == nil && s.inFlight(m.ID) {
		bad = refuse(codeInvalid, "Invalid Request")
	}
	switch {
	case bad != nil:
		s.answer(m.ID, Reply{err: bad})
	case m.call != nil:
		return s.admit(m, line)
	default:
		if m.Method == methodInitialize {
			s.greet(m)
		}
		s.answer(m.ID, s.d.Dispatch(s.base, m))
	}
	return nil
}

// gate is the legacy era's life cycle: initialize comes first and once.
func (s *session) gate(m Message) *Error {
	if m.Meta.Era == Modern {
		return nil
	}
	switch {
	case m.Method == methodInitialize && s.greeted,
		m.Method != methodInitialize && m.Method != methodPing && !s.greeted:
		return refuse(codeInvalid, "Invalid Request")
	}
	return nil
}

// greet remembers what the client said of itself, for display.
func (s *session) greet(m Message) {
	s.greeted = true
	info := m.Params.Get("clientInfo")
	s.legacy.ClientName, _ = info.Get("name").Text()
	s.legacy.ClientVersion, _ = info.Get("version").Text()
	s.legacy.Capabilities = append([]byte(nil), m.Params.Get("capabilities").Raw()...)
}

// inFlight looks again after a write that may just have ended.
func (s *session) inFlight(id ID) bool {
	if !s.calls.taken(id) {
		return false
	}
	s.out.pass()
	return s.calls.taken(id)
}

// admit takes a slot for a call, which then owns its frame.
func (s *session) admit(m Message, line []byte) (work func()) {
	r := &request{key: m.ID.key()}
	ctx, cancel := context.WithCancel(s.base)
	r.cancel = cancel
	v := s.calls.admit(r)
	if v == duplicate || v == full {
		s.out.pass()
		v = s.calls.admit(r)
	}
	switch v {
	case admitted:
		m.Caller = s.caller(m)
		m.Progress = s.progress(m, r)
		return func() { s.run(ctx, m, r, line) }
	case duplicate:
		s.answer(m.ID, Reply{err: refuse(codeInvalid, "Invalid Request")})
	case full:
		s.answer(m.ID, Reply{err: busy})
	}
	cancel()
	return nil
}

// caller says who calls: of the peer's own words only those that belong to
// this message's era.
func (s *session) caller(m Message) api.Caller {
	c := s.legacy
	if m.Meta.Era == Modern {
		c = api.Caller{
			ClientName: m.Meta.clientName, ClientVersion: m.Meta.clientVersion,
			Capabilities: m.Meta.capabilities.Raw(),
		}
	}
	c.Transport, c.Kind = "stdio", "local"
	return c
}

// progress gives the tool its way to report, when the peer wants reports.
func (s *session) progress(m Message, r *request) func(done, total float64, message string) {
	if !m.Meta.progressToken.Exists() {
		return nil
	}
	token := m.Meta.progressToken.Clone()
	return func(done, total float64, message string) {
		if !r.dropped() {
			s.out.offer(append(appendProgress(nil, token, done, total, message), '\n'))
		}
	}
}

// run answers one call and then either queues the reply or drops it.
func (s *session) run(ctx context.Context, m Message, r *request, line []byte) {
	defer r.cancel()
	reply := s.d.Dispatch(ctx, m)
	if r.dropped() {
		forget(line)
		s.calls.release(r)
		s.calls.answered()
		return
	}
	text := append(reply.appendFrame(takeMemory(), m.ID, false), '\n')
	reply.free()
	forget(line)
	s.out.send(frame{text, r}, false, s.calls.answered)
	s.d.prepare()
}

// answer queues an inline reply.
func (s *session) answer(id ID, r Reply) {
	var text []byte
	if r.before != "" {
		text = append(append(text, r.before...), '\n')
	}
	s.out.send(frame{text: append(r.appendFrame(text, id, false), '\n')}, true, nil)
}

// cancelled drops a call's reply, wherever it is. Whatever doesn't name a call
// in flight is ignored.
func (s *session) cancelled(m Message) {
	id := m.Params.Get("requestId")
	if id.Kind() != strictjson.String && !id.IsInteger() {
		return
	}
	if !optional(m.Params, "reason", strictjson.String) {
		return
	}
	if r := s.calls.find(id.Key()); r != nil && r.drop() {
		s.out.remove(r)
	}
}
