package pgrun

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
)

// Kind says whose fault it is that a statement gave no result.
type Kind string

const (
	KindInvalid   Kind = "invalid"   // the server does not take the statement, or a value in it
	KindDenied    Kind = "denied"    // the role may not read what it names
	KindViolation Kind = "violation" // it would have written
	KindTimeout   Kind = "timeout"   // it took too long, or waited too long for a lock
	KindTooLarge  Kind = "too_large" // a row does not fit the byte limit
	KindCancelled Kind = "cancelled" // nobody waits for the answer any more
	KindFault     Kind = "fault"     // the connection or the server; nothing the caller wrote
)

// Error is why a statement gave no result.
type Error struct {
	Kind Kind
	// State is the server's SQLSTATE, "" when the server said nothing.
	State string
	// Detail is a sentence for the caller. For a fault it is fixed text that
	// names neither server nor role; else it may be the server's message, which
	// may repeat a word of the statement.
	Detail string
}

func (e *Error) Error() string {
	if e.State != "" {
		return "run the query: " + string(e.Kind) + " (" + e.State + ")"
	}
	return "run the query: " + string(e.Kind)
}

// mapped turns what a run ended with into an Error.
func mapped(ctx context.Context, err error) *Error {
	var (
		own    *Error
		server *pgconn.PgError
		large  *pgproto3.ExceededMaxBodyLenErr
	)
	switch {
	case errors.As(err, &own):
		return own
	case errors.Is(context.Cause(ctx), context.Canceled):
		return &Error{Kind: KindCancelled, Detail: "the call was cancelled"}
	case errors.As(err, &large):
		return tooLarge()
	case errors.As(err, &server):
		return state(server)
	case ctx.Err() != nil, errors.Is(err, context.DeadlineExceeded):
		return timeout("")
	}
	return fault("")
}

func timeout(state string) *Error {
	return &Error{Kind: KindTimeout, State: state, Detail: "the query took longer than the time limit"}
}

func tooLarge() *Error {
	return &Error{Kind: KindTooLarge, Detail: "the result is larger than the byte limit; select fewer or shorter columns"}
}

func fault(state string) *Error {
	return &Error{Kind: KindFault, State: state, Detail: "the database could not be used"}
}

// state reads a SQLSTATE. Only a fault of the statement keeps the server's
// words.
func state(e *pgconn.PgError) *Error {
	switch e.Code {
	case "57014", "25P04": // the latter for a transaction_timeout of the role's
		return timeout(e.Code)
	case "55P03":
		return &Error{Kind: KindTimeout, State: e.Code, Detail: "the query waited too long for a lock"}
	case "25006":
		return &Error{Kind: KindViolation, State: e.Code, Detail: "the query would have changed something in a read-only transaction"}
	case "42501":
		return &Error{Kind: KindDenied, State: e.Code, Detail: message(e)}
	}
	if len(e.Code) == 5 {
		switch e.Code[:2] {
		case "10", "21", "22", "42", "0A", "54":
			return &Error{Kind: KindInvalid, State: e.Code, Detail: message(e)}
		}
	}
	return fault(e.Code)
}

// message is the server's message, short and on one line.
func message(e *pgconn.PgError) string {
	const most = 240
	s := strings.ToValidUTF8(e.Message, "?")
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7F {
			return ' '
		}
		return r
	}, s)
	if utf8.RuneCountInString(s) > most {
		s = string([]rune(s)[:most]) + "…"
	}
	return s
}
