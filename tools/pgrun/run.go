package pgrun

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// Limits are the obligations of a run.
type Limits struct {
	MaxBytes int64         // of all values together; 0 takes MessageBytes
	Timeout  time.Duration // of the statement, on the server; 0 takes ten seconds
}

// Result is what a statement gave.
type Result struct {
	Columns   []string            `json:"columns"`
	Rows      [][]json.RawMessage `json:"rows"`
	RowCount  int                 `json:"row_count"`
	Truncated bool                `json:"truncated"` // the cap or the byte limit, not the query, bounded the rows
}

// grace is how much longer than the statement's timeout the client waits.
const grace = 2 * time.Second

// Run runs a plan. An error is an *Error.
//
// It returns when the server has answered the statement and has been sent what
// puts the session in order. The next run that takes the session looks at the
// answer to that first.
func (r *Runner) Run(ctx context.Context, p Plan, l Limits) (Result, error) {
	if l.Timeout <= 0 {
		l.Timeout = 10 * time.Second
	}
	if l.MaxBytes <= 0 {
		l.MaxBytes = int64(r.o.MessageBytes)
	}
	ctx, giveUp := context.WithCancelCause(ctx)
	defer giveUp(nil)
	for {
		s, err := r.take(ctx)
		if err != nil {
			return Result{}, err
		}
		f, err := r.frame(s.pg, l.Timeout)
		if err != nil {
			s.close()
			return Result{}, fault("")
		}
		r.begin(ctx, s, giveUp, l.Timeout+grace)
		res, err := s.ask(f, p, l)
		r.end(s, reusable(err))
		switch {
		case err == nil:
			return res, nil
		case errors.Is(err, errStale) && ctx.Err() == nil:
			continue // with another; that one is closed
		}
		return Result{}, mapped(ctx, err)
	}
}

// frame is what stands around the caller's statement, encoded once for the same
// limits and the same kind of server.
type frame struct {
	of     frameKey
	before int // statements in first
	first  encoded
}

// frameKey says what a frame depends on: the timeout, and what the session does
// not start with.
type frameKey struct {
	timeout                        time.Duration
	literals, dates, intervalStyle bool
}

func (r *Runner) frame(pg *pgconn.PgConn, timeout time.Duration) (*frame, error) {
	of := frameKey{timeout: timeout}
	// The judged text was read with this on, and values are read in these
	// styles; a server where they are off says so when a session starts.
	of.literals = pg.ParameterStatus("standard_conforming_strings") == "off"
	if s := pg.ParameterStatus("DateStyle"); s != "" && !strings.HasPrefix(s, "ISO") {
		of.dates = true
	}
	if s := pg.ParameterStatus("IntervalStyle"); s != "" && s != "postgres" {
		of.intervalStyle = true
	}
	if f := r.framed.Load(); f != nil && f.of == of {
		return f, nil
	}
	texts := append([]string{"BEGIN READ ONLY"}, r.settings(of)...)
	f := &frame{of: of, before: len(texts)}
	var err error
	if f.first, err = encode(statements(texts...)...); err != nil {
		return nil, err
	}
	r.framed.Store(f)
	return f, nil
}

// settings are the statements that bound the transaction. Values are numbers or
// quoted names.
func (r *Runner) settings(of frameKey) []string {
	ms := func(d time.Duration) string { return strconv.FormatInt(max(1, d.Milliseconds()), 10) }
	out := []string{
		"SET LOCAL statement_timeout = " + ms(of.timeout),
		"SET LOCAL lock_timeout = " + ms(min(r.o.LockTimeout, of.timeout)),
		"SET LOCAL idle_in_transaction_session_timeout = " + ms(of.timeout+grace),
	}
	if len(r.o.SearchPath) > 0 {
		quoted := make([]string, len(r.o.SearchPath))
		for i, s := range r.o.SearchPath {
			quoted[i] = `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
		}
		out = append(out, "SET LOCAL search_path = "+strings.Join(quoted, ", "))
	}
	if of.literals {
		out = append(out, "SET LOCAL standard_conforming_strings = on")
	}
	if of.dates {
		out = append(out, "SET LOCAL datestyle = ISO")
	}
	if of.intervalStyle {
		out = append(out, "SET LOCAL intervalstyle = postgres")
	}
	return out
}
