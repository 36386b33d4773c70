package server

import (
	"errors"
	"io"
	"slices"
	"sync"
	"time"
)

// errStalled says that the other side left a frame unread for too long.
var errStalled = errors.New("the client does not read its replies")

// frame is an encoded message on its way out.
type frame struct {
	text []byte
	req  *request // nil for what was answered inline
}

// overdueGrace is how long a write that took too long may take to be noticed as
// done.
const overdueGrace = 100 * time.Millisecond

// maxKeptMemory is the largest frame whose memory is used again.
const maxKeptMemory = 1 << 20

// memories are frames' memory. A large reply costs more to allocate and collect
// than to write.
var memories sync.Pool // of *[]byte

func takeMemory() []byte {
	if m, ok := memories.Get().(*[]byte); ok {
		return (*m)[:0]
	}
	return nil
}

// giveMemory takes the memory of a frame that nobody looks at any more.
func giveMemory(m []byte) {
	if c := cap(m); c > 0 && c <= maxKeptMemory {
		memories.Put(&m)
	}
}

// output is the bounded queue in front of stdout. There is no writer goroutine:
// whoever finds the queue idle writes it out, so that a lone call costs no
// change of goroutine. A producer that finds it full waits; the wait ends at
// the latest when the frame that is being written has had its time, since then
// the session ends.
type output struct {
	w       io.Writer
	release func(*request)
	timeout time.Duration

	mu      sync.Mutex
	space   *sync.Cond
	queue   []frame
	frames  int // queued or being written
	bytes   int
	writing bool
	writes  uint64 // finished ones
	err     error
	failed  chan struct{}

	timer *time.Timer
	batch []byte // the writer's
	owner []*request
}

func newOutput(w io.Writer, timeout time.Duration, release func(*request)) *output {
	o := &output{w: w, release: release, timeout: timeout, failed: make(chan struct{})}
	o.space = sync.NewCond(&o.mu)
	o.timer = time.AfterFunc(time.Hour, o.overdue)
	o.timer.Stop()
	return o
}

// overdue ends the output unless the write that took too long is done a moment
// later. A process that was suspended meanwhile, by a shell or a container's
// freezer, wakes up with its time over and its write long through.
func (o *output) overdue() {
	o.mu.Lock()
	seen := o.writes
	o.mu.Unlock()
	time.AfterFunc(overdueGrace, func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.writing && o.writes == seen {
			o.failLocked(errStalled)
		}
	})
}

// send queues a frame and calls queued, when not nil, as soon as it stands
// there. With inline the caller must not be held up by a write, only by a full
// queue.
func (o *output) send(f frame, inline bool, queued func()) {
	o.mu.Lock()
	for o.err == nil && o.frames > 0 && (o.frames >= MaxOutputFrames || o.bytes+len(f.text) > MaxOutputBytes) {
		o.space.Wait()
	}
	if o.err == nil && len(f.text) > MaxOutputBytes {
		o.failLocked(errors.New("a reply is larger than the output may be"))
	}
	lost := o.err != nil
	write := !lost && !o.writing
	if !lost {
		o.queue = append(o.queue, f)
		o.frames++
		o.bytes += len(f.text)
		o.writing = true
	}
	o.mu.Unlock()
	if lost && f.req != nil {
		o.release(f.req)
	}
	if queued != nil {
		queued()
	}
	switch {
	case !write:
	case inline:
		go o.write()
	default:
		o.write()
	}
}

// offer queues a frame that nobody misses, and drops it when others wait.
func (o *output) offer(text []byte) {
	o.mu.Lock()
	crowded := o.err != nil || len(o.queue) > 0
	o.mu.Unlock()
	if !crowded {
		o.send(frame{text: text}, true, nil)
	}
}

// write empties the queue. Only the one who set writing runs it.
func (o *output) write() {
	o.mu.Lock()
	for len(o.queue) > 0 && o.err == nil {
		frames, size := o.take()
		o.mu.Unlock()
		var err error
		if len(o.batch) > 0 {
			o.timer.Reset(o.timeout)
			_, err = o.w.Write(o.batch)
			o.timer.Stop()
		}
		if cap(o.batch) > 2*batchBytes {
			giveMemory(o.batch)
			o.batch = nil
		}
		for _, r := range o.owner {
			o.release(r)
		}
		o.owner = o.owner[:0]
		o.mu.Lock()
		o.frames -= frames
		o.bytes -= size
		o.writes++
		if err != nil {
			o.failLocked(err)
		}
		o.space.Broadcast()
	}
	o.writing = false
	o.space.Broadcast()
	o.mu.Unlock()
}

// take moves the next frames into the batch and leaves out the cancelled.
func (o *output) take() (frames, size int) {
	o.batch = o.batch[:0]
	for len(o.queue) > 0 {
		f := o.queue[0]
		if len(o.batch) > 0 && len(o.batch)+len(f.text) > batchBytes {
			break
		}
		o.queue = o.queue[1:]
		frames++
		size += len(f.text)
		switch {
		case f.req != nil && !f.req.written():
			giveMemory(f.text)
		case len(o.batch) == 0 && len(f.text) > batchBytes:
			o.batch = f.text // goes out alone, and nobody else has it
		default:
			o.batch = append(o.batch, f.text...)
			giveMemory(f.text)
		}
		if f.req != nil {
			o.owner = append(o.owner, f.req)
		}
	}
	if len(o.queue) == 0 {
		o.queue = nil
	}
	return frames, size
}

// remove takes a cancelled request's frame out, when it waits here.
func (o *output) remove(r *request) {
	o.mu.Lock()
	i := slices.IndexFunc(o.queue, func(f frame) bool { return f.req == r })
	if i < 0 {
		o.mu.Unlock()
		return
	}
	o.frames--
	o.bytes -= len(o.queue[i].text)
	o.queue = slices.Delete(o.queue, i, i+1)
	o.space.Broadcast()
	o.mu.Unlock()
	o.release(r)
}

// pass waits until a write that is in progress has been accounted for, but not
// for long: the client may have read its reply already.
func (o *output) pass() {
	o.mu.Lock()
	seen := o.writes
	o.mu.Unlock()
	for end := time.Now().Add(settleTime); time.Now().Before(end); time.Sleep(100 * time.Microsecond) {
		o.mu.Lock()
		done := !o.writing || o.writes != seen
		o.mu.Unlock()
		if done {
			return
		}
	}
}

// drained reports whether all is out, waiting up to the given time.
func (o *output) drained(wait time.Duration, stop <-chan struct{}) bool {
	done := make(chan struct{})
	go func() {
		defer close(done)
		o.mu.Lock()
		defer o.mu.Unlock()
		for o.err == nil && o.frames > 0 {
			o.space.Wait()
		}
	}()
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-done:
		return o.failure() == nil
	case <-timer.C:
		o.fail(errStalled)
	case <-stop:
		o.fail(errStopped)
	}
	<-done
	return false
}

var errStopped = errors.New("stopped by a second signal")

func (o *output) failure() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

func (o *output) fail(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.failLocked(err)
}

// failLocked ends the output; what waits is dropped.
func (o *output) failLocked(err error) {
	if o.err != nil {
		return
	}
	o.err = err
	close(o.failed)
	o.space.Broadcast()
}
