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
// Everything is sent at once, in four parts that each end with a Sync: the
// transaction with its settings and the statement, ROLLBACK, and the discard of
// the session's state. A failed statement skips to the end of its own part, so
// ROLLBACK is always carried out, and DISCARD ALL stands outside any
// transaction, as it must.
func (r *Runner) Run(ctx context.Context, p Plan, l Limits) (Result, error) {
	if l.Timeout <= 0 {
		l.Timeout = 10 * time.Second
	}
	if l.MaxBytes <= 0 {
		l.MaxBytes = int64(r.o.MessageBytes)
	}
	conn, err := r.acquire(ctx)
	if err != nil {
		return Result{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, l.Timeout+grace)
	defer cancel()
	pg := conn.Conn().PgConn()
	res, err := r.converse(ctx, pg, p, l)
	if pg.IsClosed() || pg.IsBusy() || pg.TxStatus() != 'I' || !reusable(err) {
		// The pool drops a closed session. Closing is bounded: the server may be
		// gone.
		closing, done := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		_ = conn.Conn().Close(closing)
		done()
	}
	conn.Release()
	if err != nil {
		return Result{}, mapped(ctx, err)
	}
	return res, nil
}

// reusable: the session went through the whole conversation. A server's refusal
// of the statement is part of it.
func reusable(err error) bool {
	var server *pgconn.PgError
	var own *Error
	return err == nil || errors.As(err, &server) || errors.As(err, &own) && own.Kind != KindTooLarge && own.Kind != KindFault
}

func (r *Runner) converse(ctx context.Context, pg *pgconn.PgConn, p Plan, l Limits) (Result, error) {
	pipe := pg.StartPipeline(ctx)
	before := append([]string{"BEGIN READ ONLY"}, r.settings(pg, l)...)
	for _, text := range before {
		pipe.SendQueryParams(text, nil, nil, nil, nil)
	}
	pipe.SendQueryParams(p.Text, nil, nil, nil, nil)
	pipe.SendPipelineSync()
	pipe.SendQueryParams("ROLLBACK", nil, nil, nil, nil)
	pipe.SendPipelineSync()
	pipe.SendQueryParams("DISCARD ALL", nil, nil, nil, nil)
	if err := pipe.Sync(); err != nil {
		_ = pipe.Close()
		return Result{}, err
	}
	res, err := answer(pipe, pg, len(before), p, l)
	if err != nil && !reusable(err) {
		// What is left of the answer is not wanted. The server is asked to stop,
		// and finds nobody to send to.
		stop, done := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		_ = pg.CancelRequest(stop)
		done()
		_ = pg.Conn().Close()
		_ = pipe.Close()
		return Result{}, err
	}
	// The rest: ROLLBACK and DISCARD ALL. If they fail, the session is lost but
	// the rows are not.
	if rest := pipe.Close(); rest != nil && err == nil {
		var server *pgconn.PgError
		if !errors.As(rest, &server) || pg.TxStatus() != 'I' {
			_ = pg.Conn().Close()
			return res, nil
		}
	}
	return res, err
}

// settings are the statements that bound the transaction. Values are numbers or
// quoted names.
func (r *Runner) settings(pg *pgconn.PgConn, l Limits) []string {
	ms := func(d time.Duration) string { return strconv.FormatInt(max(1, d.Milliseconds()), 10) }
	out := []string{
		"SET LOCAL statement_timeout = " + ms(l.Timeout),
		"SET LOCAL lock_timeout = " + ms(min(r.o.LockTimeout, l.Timeout)),
		"SET LOCAL idle_in_transaction_session_timeout = " + ms(l.Timeout+grace),
	}
	if len(r.o.SearchPath) > 0 {
		quoted := make([]string, len(r.o.SearchPath))
		for i, s := range r.o.SearchPath {
			quoted[i] = `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
		}
		out = append(out, "SET LOCAL search_path = "+strings.Join(quoted, ", "))
	}
	// The judged text was read with this on, and values are read in these
	// styles; a server where they are off says so when a session starts.
	if pg.ParameterStatus("standard_conforming_strings") == "off" {
		out = append(out, "SET LOCAL standard_conforming_strings = on")
	}
	if s := pg.ParameterStatus("DateStyle"); s != "" && !strings.HasPrefix(s, "ISO") {
		out = append(out, "SET LOCAL datestyle = ISO")
	}
	if s := pg.ParameterStatus("IntervalStyle"); s != "" && s != "postgres" {
		out = append(out, "SET LOCAL intervalstyle = postgres")
	}
	return out
}

// answer reads the results of the statements before, then those of the plan.
func answer(pipe *pgconn.Pipeline, pg *pgconn.PgConn, before int, p Plan, l Limits) (Result, error) {
	for range before {
		if _, err := reader(pipe); err != nil {
			return Result{}, err
		}
	}
	rr, err := next(pipe)
	if err != nil {
		return Result{}, err
	}
	fields := rr.FieldDescriptions()
	res := Result{Columns: make([]string, len(fields)), Rows: [][]json.RawMessage{}}
	oids := make([]uint32, len(fields))
	for i, f := range fields {
		res.Columns[i], oids[i] = strings.ToValidUTF8(f.Name, "\uFFFD"), f.DataTypeOID
	}
	var bytes int64
	for rr.NextRow() {
		if len(res.Rows) == p.Keep {
			res.Truncated = true
			continue
		}
		if res.Truncated {
			continue
		}
		values := rr.Values()
		for _, v := range values {
			bytes += int64(len(v))
		}
		if bytes > l.MaxBytes {
			if len(res.Rows) == 0 {
				return Result{}, tooLarge()
			}
			res.Truncated = true
			continue
		}
		row := make([]json.RawMessage, len(values))
		for i, v := range values {
			row[i] = jsonValue(oids[i], v)
		}
		res.Rows = append(res.Rows, row)
	}
	if _, err := rr.Close(); err != nil {
		return Result{}, err
	}
	res.RowCount = len(res.Rows)
	return res, nil
}

// next is the result of the next statement.
func next(pipe *pgconn.Pipeline) (*pgconn.ResultReader, error) {
	got, err := pipe.GetResults()
	if err != nil {
		return nil, err
	}
	rr, ok := got.(*pgconn.ResultReader)
	if !ok {
		return nil, errors.New("the server's answer is out of step")
	}
	return rr, nil
}

// reader reads and drops one result.
func reader(pipe *pgconn.Pipeline) (pgconn.CommandTag, error) {
	rr, err := next(pipe)
	if err != nil {
		return pgconn.CommandTag{}, err
	}
	return rr.Close()
}
