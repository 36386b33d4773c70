package pgrun

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
	"github.com/jackc/pgx/v5/pgxpool"
)

// session is a connection in use, by one run after another.
//
// A run sends at once, as one part that ends with a Sync, the transaction with
// its settings and the statement. A failed statement skips to the end of the
// part, so the caller's text never runs outside the transaction. When that is
// answered, ROLLBACK and the discard of the session's state follow, each in a
// part of its own: DISCARD ALL must stand outside any transaction. Their answer
// is read before anything else is sent. All of it goes through the extended
// protocol.
type session struct {
	conn *pgxpool.Conn
	pg   *pgconn.PgConn

	taken time.Time // from the pool
	owing bool      // ROLLBACK and DISCARD ALL were sent, and their answer not read
	left  time.Time // by the last run

	// Of the present run.
	deadline time.Time
	giveUp   context.CancelCauseFunc
	unhook   func() bool   // false: stopping has begun
	stopping atomic.Bool   // before any deadline of stopping is set
	stopped  chan struct{} // closed when stopping has ended
}

const (
	// stopWait bounds asking a server to stop, and waiting for it to do so.
	stopWait = time.Second
	// settleWait bounds putting a session in order. A run whose session takes
	// longer gets another.
	settleWait = 500 * time.Millisecond
)

var (
	// errOutOfStep says that what was received does not fit what was sent.
	errOutOfStep = errors.New("the server's answer is out of step")
	// errStale says that a session that was left by an earlier run is not as
	// new. Nothing of the present run has been sent.
	errStale = errors.New("the session could not be put in order")
)

// encoded is messages as they go over the wire.
type encoded []byte

func (encoded) Frontend()                           {}
func (encoded) Decode([]byte) error                 { return errors.ErrUnsupported }
func (e encoded) Encode(dst []byte) ([]byte, error) { return append(dst, e...), nil }

// afterwards is what follows the caller's statement, each in a part of its own.
var afterwards = []string{"ROLLBACK", "DISCARD ALL"}

// statements are texts whose rows, if there were any, nobody needs described.
func statements(texts ...string) []pgproto3.FrontendMessage {
	var out []pgproto3.FrontendMessage
	for _, text := range texts {
		out = append(out, &pgproto3.Parse{Query: text}, &pgproto3.Bind{}, &pgproto3.Execute{})
	}
	return out
}

func encode(messages ...pgproto3.FrontendMessage) (b encoded, err error) {
	for _, m := range messages {
		if b, err = m.Encode(b); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// watch asks the server to stop when ctx is done.
func (s *session) watch(ctx context.Context) {
	stopped := make(chan struct{})
	s.stopped = stopped
	s.unhook = context.AfterFunc(ctx, func() {
		defer close(stopped)
		s.stop()
	})
}

func (s *session) stop() {
	ctx, done := context.WithTimeout(context.Background(), stopWait)
	defer done()
	s.stopping.Store(true)
	deadline, _ := ctx.Deadline()
	_ = s.pg.Conn().SetDeadline(deadline)
	_ = s.pg.CancelRequest(ctx)
}

// ask sends the statement in its transaction and reads the answer.
func (s *session) ask(f *frame, p Plan, l Limits) (Result, error) {
	if s.owing && !s.settled() {
		return Result{}, errStale
	}
	fe := s.pg.Frontend()
	fe.Send(f.first)
	fe.SendParse(&pgproto3.Parse{Query: p.Text})
	fe.SendBind(&pgproto3.Bind{})
	fe.SendDescribe(&pgproto3.Describe{ObjectType: 'P'})
	fe.SendExecute(&pgproto3.Execute{})
	fe.SendSync(&pgproto3.Sync{})
	if err := fe.Flush(); err != nil {
		return Result{}, err
	}
	var refused error
	t := table{keep: p.Keep, most: l.MaxBytes}
	for done := 0; ; {
		m, err := s.receive()
		if err != nil {
			return Result{}, err
		}
		switch m := m.(type) {
		case *pgproto3.ParseComplete, *pgproto3.BindComplete, *pgproto3.NoData:
		case *pgproto3.RowDescription:
			if done != f.before || t.write != nil {
				return Result{}, errOutOfStep
			}
			t.describe(m.Fields)
		case *pgproto3.DataRow:
			if t.write == nil || len(m.Values) != len(t.write) {
				return Result{}, errOutOfStep
			}
			if !t.add(m.Values) {
				return Result{}, tooLarge()
			}
		case *pgproto3.CommandComplete, *pgproto3.EmptyQueryResponse:
			done++
		case *pgproto3.ErrorResponse:
			refused = pgconn.ErrorResponseToPgError(m)
		case *pgproto3.ReadyForQuery:
			switch {
			case refused != nil:
				return Result{}, refused
			case done != f.before+1 || m.TxStatus != 'T':
				return Result{}, errOutOfStep
			}
			return t.result(), nil
		default:
			return Result{}, errOutOfStep
		}
	}
}

// receive gives the next message that belongs to the conversation.
func (s *session) receive() (pgproto3.BackendMessage, error) {
	for {
		// The context of the run is watched for the run as a whole.
		m, err := s.pg.ReceiveMessage(context.Background())
		if err != nil {
			return nil, err
		}
		switch m.(type) {
		case *pgproto3.ParameterStatus, *pgproto3.NoticeResponse, *pgproto3.NotificationResponse:
			continue
		}
		return m, nil
	}
}

// settle sends what puts the session in order. The server is at work on it
// while the caller reads the answer.
func (s *session) settle(closing encoded) error {
	s.owing, s.left = true, time.Now()
	fe := s.pg.Frontend()
	fe.Send(closing)
	return fe.Flush()
}

// settled waits for what is answered to that, and reports whether the session is
// as new.
func (s *session) settled() bool {
	if s.pg.Conn().SetReadDeadline(time.Now().Add(settleWait)) != nil {
		return false
	}
	for _, want := range afterwards {
		tag := ""
	part:
		for {
			m, err := s.receive()
			if err != nil {
				return false
			}
			switch m := m.(type) {
			case *pgproto3.ParseComplete, *pgproto3.BindComplete:
			case *pgproto3.CommandComplete:
				tag = string(m.CommandTag)
			case *pgproto3.ReadyForQuery:
				if tag != want || m.TxStatus != 'I' {
					return false
				}
				break part
			default:
				return false
			}
		}
	}
	s.owing = false
	// A deadline set by stop may just have been lifted.
	return s.pg.Conn().SetReadDeadline(time.Time{}) == nil && !s.stopping.Load()
}

// release gives a settling session back to the pool.
func (s *session) release() {
	if s.settled() {
		s.conn.Release()
	} else {
		s.close()
	}
}

// close ends a session that is not in order.
func (s *session) close() {
	// The pool drops a closed session. Closing is bounded: the server may be
	// gone.
	ctx, done := context.WithTimeout(context.Background(), stopWait)
	defer done()
	_ = s.pg.Conn().Close()
	_ = s.conn.Conn().Close(ctx)
	s.conn.Release()
}

// reusable: the answer was read to its end. A server's refusal of the statement
// is an answer too.
func reusable(err error) bool {
	var server *pgconn.PgError
	return err == nil || errors.As(err, &server)
}
