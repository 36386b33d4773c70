package pgrun

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Options say where and how to run.
type Options struct {
	// DSN is a postgres:// or postgresql:// URL; pgx's sslmode words count.
	DSN string
	// ConnectTimeout bounds connecting, and waiting for a free connection.
	ConnectTimeout time.Duration
	// MaxConns bounds the pool. Connections are made when they are needed.
	MaxConns int32
	// ApplicationName is what the server shows for the sessions.
	ApplicationName string
	// SearchPath, when set, is the search_path of every run.
	SearchPath []string
	// LockTimeout bounds each wait for a lock.
	LockTimeout time.Duration
	// MessageBytes bounds one message of the server, and so one row.
	MessageBytes int
}

// Defaults of Options.
const (
	DefaultConnectTimeout  = 5 * time.Second
	DefaultMaxConns        = 4
	DefaultApplicationName = "regent"
	DefaultLockTimeout     = time.Second
	DefaultMessageBytes    = 1 << 20
)

// ErrDSN says that the DSN cannot be read. It says nothing of what stands in
// it.
var ErrDSN = errors.New("the DSN must be a postgres:// or postgresql:// URL that pgx can read")

// Runner runs plans on one database. It is safe for concurrent use.
type Runner struct {
	pool *pgxpool.Pool
	o    Options
	// plain: the server refuses startup parameters (a pooler does), so sessions
	// start without default_transaction_read_only.
	plain atomic.Bool
	// framed is the frame of the last run.
	framed atomic.Pointer[frame]
	// closing is what puts a session in order.
	closing encoded
	kept    kept
}

// readOnlyParameter makes every transaction of a session start read-only. Each
// run says BEGIN READ ONLY all the same.
const readOnlyParameter = "default_transaction_read_only"

// Open reads the options. It does not connect.
func Open(o Options) (*Runner, error) {
	u, err := url.Parse(o.DSN)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
		return nil, ErrDSN
	}
	c, err := pgxpool.ParseConfig(o.DSN)
	if err != nil {
		return nil, ErrDSN
	}
	if o.ConnectTimeout <= 0 {
		o.ConnectTimeout = DefaultConnectTimeout
	}
	if o.MaxConns <= 0 {
		o.MaxConns = DefaultMaxConns
	}
	if o.ApplicationName == "" {
		o.ApplicationName = DefaultApplicationName
	}
	if o.LockTimeout <= 0 {
		o.LockTimeout = DefaultLockTimeout
	}
	if o.MessageBytes <= 0 {
		o.MessageBytes = DefaultMessageBytes
	}
	r := &Runner{o: o, kept: kept{asking: map[*session]struct{}{}, closed: make(chan struct{})}}
	if r.closing, err = closing(); err != nil {
		return nil, err
	}
	c.MaxConns, c.MinConns, c.MinIdleConns = o.MaxConns, 0, 0
	cc := c.ConnConfig
	cc.ConnectTimeout = o.ConnectTimeout
	cc.DefaultQueryExecMode = pgx.QueryExecModeExec
	cc.StatementCacheCapacity, cc.DescriptionCacheCapacity = 0, 0
	cc.MaxProtocolMessageBodyLen = o.MessageBytes
	cc.RuntimeParams["application_name"] = o.ApplicationName
	cc.RuntimeParams[readOnlyParameter] = "on"
	cc.OnNotice = func(*pgconn.PgConn, *pgconn.Notice) {}
	// A cancelled call asks the server to stop before it gives up the
	// connection.
	cc.BuildContextWatcherHandler = func(conn *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: conn, DeadlineDelay: time.Second}
	}
	c.BeforeConnect = func(_ context.Context, cc *pgx.ConnConfig) error {
		if r.plain.Load() {
			delete(cc.RuntimeParams, readOnlyParameter)
		}
		return nil
	}
	if r.pool, err = pgxpool.NewWithConfig(context.Background(), c); err != nil {
		return nil, ErrDSN
	}
	return r, nil
}

// acquire takes a connection of the pool, or makes one. What goes wrong here is
// nothing that the caller's statement did.
func (r *Runner) acquire(ctx context.Context) (*pgxpool.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, r.o.ConnectTimeout)
	defer cancel()
	conn, err := r.pool.Acquire(ctx)
	if err != nil && !r.plain.Load() && refusesParameter(err) {
		r.plain.Store(true)
		conn, err = r.pool.Acquire(ctx)
	}
	if err == nil {
		return conn, nil
	}
	if errors.Is(context.Cause(ctx), context.Canceled) {
		return nil, &Error{Kind: KindCancelled, Detail: "the call was cancelled"}
	}
	var server *pgconn.PgError
	if errors.As(err, &server) {
		return nil, fault(server.Code)
	}
	return nil, fault("")
}

// refusesParameter: the server, or a pooler before it, does not take a startup
// parameter.
func refusesParameter(err error) bool {
	var server *pgconn.PgError
	return errors.As(err, &server) &&
		(strings.Contains(server.Message, "startup parameter") || strings.Contains(server.Message, readOnlyParameter))
}
