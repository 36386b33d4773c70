package sql

import (
	"errors"

	"regent/facts"
	"regent/facts/sql/client"
)

// Shell states the facts of SQL text that a shell command hands to a client
// (psql -c, mysql -e, sqlite3). It never fails: text that its dialect's reader
// refuses is read by first words, and Complete is false.
//
// A client's own commands (\d, \!, .shell) are no SQL. They stand among the
// statements under their own name; what a shell escape would run is for the
// shell's facts to read.
func Shell(dialect, text string) facts.Query {
	if dialect != PostgreSQL && dialect != MySQL && dialect != SQLite {
		dialect = "other"
	}
	rest, commands, ended := client.Split(dialect, text)
	q := statements(dialect, rest)
	q.Complete = q.Complete && ended
	for _, c := range commands {
		q.Statements = append(q.Statements, facts.Statement{Kind: c.Kind(), Detail: c.Detail()})
	}
	return q
}

// statements reads what is left of a text without its client's commands.
func statements(dialect, text string) facts.Query {
	if dialect != PostgreSQL {
		return byKind(dialect, text)
	}
	t, err := Parse(text)
	var refused *Invalid
	switch {
	case err == nil:
		return t.Facts(Options{})
	case errors.As(err, &refused) && refused.Reason == ReasonEmpty:
		q := empty(dialect)
		q.Complete = true
		return q
	}
	q := byKind(dialect, text)
	q.Complete = false
	return q
}
