package secret

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"strconv"
	"sync"
	"sync/atomic"

	"regent/internal/residue"
)

// Memory is what the masker remembers between calls: the numbers of secrets and
// the tails of unfinished streams, apart for each caller.
//
// Nothing is evicted. Whether a call may add to the memory is the policy's
// decision, taken with the counts that it would lead to; a call that it refuses
// leaves no trace and gets no text.
type Memory struct {
	engine  atomic.Pointer[Engine]
	key     [sha256.Size]byte
	most    int
	mu      sync.Mutex
	callers map[string]*vault
}

// NewMemory returns an empty memory that tells apart at most callers callers;
// those beyond share one.
func NewMemory(e *Engine, callers int) *Memory {
	m := &Memory{most: max(callers, 1), callers: map[string]*vault{}}
	rand.Read(m.key[:])
	m.engine.Store(e)
	return m
}

// Use takes the engine of a reloaded policy. Secrets whose begin was seen go on
// as the engine found them.
func (m *Memory) Use(e *Engine) { m.engine.Store(e) }

// Engine is the engine in use.
func (m *Memory) Engine() *Engine { return m.engine.Load() }

// Piece is a text, or a piece of a stream, to be masked.
type Piece struct {
	Caller  string // facts.Caller.ID
	Session string
	Stream  string // "" for a text that stands alone
	Text    []byte // read only; clearing it is the caller's
	Final   bool   // the text ends here; always so without a stream
}

// Counts is what a caller's memory holds once the call is through.
type Counts struct {
	Streams  int // unfinished
	Distinct int // distinct secrets
}

// Masked is a masked piece. Commit or Release must be called once the call is
// recorded or not: until then the next piece of the same stream waits.
type Masked struct {
	// Text is the masked text, "" when Allowed is false.
	Text string
	// Replaced is the number of places that were masked, Held the number of
	// bytes of the stream that are not answered yet.
	Replaced int
	Held     int
	Counts   Counts
	Allowed  bool

	once    sync.Once
	vault   *vault
	stream  *stream
	before  state // of the stream, to go back to
	after   state // to go on from
	wasLive bool
	used    []name
}

// vault is one caller's memory. mu is held while the policy decides.
type vault struct {
	mu      sync.Mutex
	key     []byte
	streams map[[2]string]*stream
	names   map[name]*entry
	next    map[string]int
}

// entry is the number of a secret.
type entry struct {
	id      int
	pending int  // calls in progress that use it
	kept    bool // a committed call used it
}

// stream is an unfinished stream, or one that calls are waiting for.
type stream struct {
	id    [2]string
	turn  chan struct{} // holds a token while a call is in progress
	wait  int           // calls that hold or want the turn
	live  bool
	state state
}

// Mask masks a piece and asks decide, under the caller's lock, whether the
// caller's memory may become what it would be. decide must not call this
// package again. The error is ctx's when it ends before the stream's turn; no
// error holds text.
func (m *Memory) Mask(ctx context.Context, p Piece, decide func(Counts) bool) (*Masked, error) {
	v := m.vault(p.Caller)
	out := &Masked{vault: v}
	final := p.Final || p.Stream == ""
	if p.Stream != "" {
		s, err := v.enter(ctx, [2]string{p.Session, p.Stream})
		if err != nil {
			return nil, err
		}
		out.stream, out.wasLive, out.before = s, s.live, s.state
	}
	defer func() {
		if !out.Allowed { // refused, or a panic on the way
			out.Release()
		}
	}()
	var err error
	if out.after, err = out.before.clone(); err != nil {
		return nil, err
	}
	st := &out.after
	c := &collector{key: v.key}
	defer c.wipe()
	if err := m.engine.Load().safely(st, p.Text, final, c); err != nil {
		return nil, err
	}

	v.mu.Lock()
	defer v.mu.Unlock()
	out.Counts = v.count(out.stream, c, final)
	if !decide(out.Counts) {
		return out, nil
	}
	out.Text, out.used = v.write(c)
	out.Replaced = len(c.marks)
	if s := out.stream; s != nil {
		s.state, s.live = *st, !final
		if !final {
			out.Held = len(st.held)
			if st.open != nil {
				out.Held += st.base - st.open.from
			}
		}
	}
	out.Allowed = true
	return out, nil
}

// Commit keeps what the call changed and lets the next piece of the stream in.
func (m *Masked) Commit() { m.end(true) }

// Release takes back what the call changed, as if it had not been made.
func (m *Masked) Release() { m.end(false) }

func (m *Masked) end(keep bool) {
	m.once.Do(func() {
		v := m.vault
		v.mu.Lock()
		defer v.mu.Unlock()
		for _, k := range m.used {
			e := v.names[k]
			e.pending--
			e.kept = e.kept || keep
			if !e.kept && e.pending == 0 {
				delete(v.names, k)
			}
		}
		if keep {
			m.before.wipe()
		} else {
			m.after.wipe()
			if m.stream != nil {
				m.stream.state, m.stream.live = m.before, m.wasLive
			}
		}
		m.before, m.after = state{}, state{}
		if m.stream == nil {
			return
		}
		<-m.stream.turn
		v.leave(m.stream)
	})
}

func (m *Memory) vault(caller string) *vault {
	m.mu.Lock()
	defer m.mu.Unlock()
	v := m.callers[caller]
	if v == nil && len(m.callers) >= m.most {
		caller = "" // not the id of any caller
		v = m.callers[caller]
	}
	if v == nil {
		mac := hmac.New(sha256.New, m.key[:])
		mac.Write([]byte(caller))
		v = &vault{key: mac.Sum(nil), streams: map[[2]string]*stream{}, names: map[name]*entry{}, next: map[string]int{}}
		m.callers[caller] = v
	}
	return v
}

// enter waits for a stream's turn.
func (v *vault) enter(ctx context.Context, id [2]string) (*stream, error) {
	v.mu.Lock()
	s := v.streams[id]
	if s == nil {
		s = &stream{id: id, turn: make(chan struct{}, 1)}
		v.streams[id] = s
	}
	s.wait++
	v.mu.Unlock()
	select {
	case s.turn <- struct{}{}:
		return s, nil
	case <-ctx.Done():
		v.mu.Lock()
		defer v.mu.Unlock()
		v.leave(s)
		return nil, ctx.Err()
	}
}

// leave forgets a stream that is finished and that nobody waits for.
func (v *vault) leave(s *stream) {
	s.wait--
	if s.wait == 0 && !s.live {
		delete(v.streams, s.id)
	}
}

// count states what the memory would hold.
func (v *vault) count(s *stream, c *collector, final bool) Counts {
	n := Counts{Distinct: len(v.names)}
	for _, o := range v.streams {
		if o.live && o != s {
			n.Streams++
		}
	}
	if s != nil && !final {
		n.Streams++
	}
	fresh := map[name]bool{}
	for _, mk := range c.marks {
		if v.names[mk.name] == nil && !fresh[mk.name] {
			fresh[mk.name] = true
			n.Distinct++
		}
	}
	return n
}

// write gives the secrets their numbers.
func (v *vault) write(c *collector) (string, []name) {
	var used []name
	seen := map[name]bool{}
	out := make([]byte, 0, len(c.text)+32*len(c.marks))
	from := 0
	for _, mk := range c.marks {
		e := v.names[mk.name]
		if e == nil {
			v.next[mk.word]++
			e = &entry{id: v.next[mk.word]}
			v.names[mk.name] = e
		}
		if !seen[mk.name] {
			seen[mk.name] = true
			used = append(used, mk.name)
			e.pending++
		}
		out = appendPlaceholder(append(out, c.text[from:mk.at]...), mk.word, e.id)
		from = mk.at
	}
	return string(append(out, c.text[from:]...)), used
}

// clone copies a state so that the copy can go on alone.
func (st *state) clone() (c state, err error) {
	c = *st
	c.held = residue.Clone(st.held)
	c.left = append([]byte(nil), st.left...)
	if st.open != nil {
		o := *st.open
		if o.mac, err = o.mac.clone(); err != nil {
			return state{}, err
		}
		c.open = &o
	}
	return c, nil
}

// wipe clears what a state that is not needed any more holds of the text.
func (st *state) wipe() {
	clear(st.held)
	clear(st.left)
	if st.open != nil {
		st.open.mac.wipe()
	}
	*st = state{}
}

// collector keeps raw text and where secrets go in it.
type collector struct {
	key   []byte
	text  []byte
	marks []mark
}

// mark is a secret before byte at of the raw text.
type mark struct {
	name
	at int
}

func (c *collector) raw(p []byte) { c.text = append(c.text, p...) }
func (c *collector) mac() *mac    { return newMAC(c.key) }
func (c *collector) wipe()        { clear(c.text) }

func (c *collector) secret(cl *class, sum digest, _, _ int) {
	c.marks = append(c.marks, mark{name{cl.placeholder, sum}, len(c.text)})
}

func appendPlaceholder(out []byte, word string, id int) []byte {
	out = append(append(append(out, redacted...), word...), '_')
	return append(strconv.AppendInt(out, int64(id), 10), ']')
}
