package sql

import (
	"errors"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"github.com/pganalyze/pg_query_go/v6/parser"

	"regent/facts"
	"regent/facts/sql/client"
)

// Dialect words of facts.Query.
const (
	PostgreSQL = client.PostgreSQL
	MySQL      = client.MySQL
	SQLite     = client.SQLite
)

// Options say how to read a text.
type Options struct {
	// SearchPath is the server's search_path for the text. An unqualified
	// relation is stated once for every schema of it; empty leaves the schema
	// unknown.
	SearchPath []string
	// AST asks for the tree itself, as JSON.
	AST bool
	// Uncounted leaves Query.Tokens zero, which saves a look at the text.
	Uncounted bool
	// Catalog, when set, is asked for what the shipped list of built-ins does
	// not know of a function.
	Catalog Catalog
}

// Catalog knows the functions of a live database.
type Catalog interface {
	// Function completes f by its Schema and Name. It must not block.
	Function(f *facts.Function)
	// Operators are the operators outside pg_catalog that a name may mean, one
	// for each schema, as facts.Function states them. An empty schema stands for
	// the search path. It must not block.
	Operators(schema, name string) []facts.Function
}

// Tree is a parsed text.
type Tree struct {
	// Text is what was parsed: the caller's text with blanks for its block
	// comments.
	Text   string
	Result *pg_query.ParseResult
	tokens int // 0 until they are counted
}

// Tokens counts the tokens of the text.
func (t *Tree) Tokens() int {
	if t.tokens == 0 {
		if scan, err := pg_query.Scan(t.Text); err == nil {
			t.tokens = len(scan.Tokens)
		}
	}
	return t.tokens
}

// Parse reads one text in PostgreSQL's grammar. The error is an *Invalid.
func Parse(text string) (*Tree, error) {
	text, tokens, err := guard(text)
	if err != nil {
		return nil, err
	}
	res, err := pg_query.Parse(text)
	if err != nil {
		return nil, syntax(err)
	}
	if len(res.Stmts) == 0 {
		return nil, invalid(ReasonEmpty, "the text holds no statement")
	}
	return &Tree{Text: text, Result: res, tokens: tokens}, nil
}

// Extract states the facts of one PostgreSQL text. A text that cannot be judged
// gives an *Invalid beside whatever facts could be had.
func Extract(text string, o Options) (facts.Query, error) {
	t, err := Parse(text)
	if err != nil {
		q := empty(PostgreSQL)
		return q, err
	}
	return t.Extract(o)
}

// Extract states the facts of a parsed text, as the function of that name does.
func (t *Tree) Extract(o Options) (facts.Query, error) {
	q := t.Facts(o)
	return q, judgeable(q)
}

// judgeable refuses what stands for no statement that could run.
func judgeable(q facts.Query) error {
	switch {
	case q.Params > 0:
		return invalid(ReasonParameter, "parameters ($1) are not supported; write the value itself")
	case len(q.Statements) == 1 && q.Limit.Value < 0:
		return invalid(ReasonLimit, "LIMIT must not be negative")
	}
	return nil
}

// syntax turns a parser's error into an Invalid.
func syntax(err error) error {
	e := invalid(ReasonSyntax, strings.ToValidUTF8(err.Error(), "?"))
	var pe *parser.Error
	if errors.As(err, &pe) {
		e = invalid(ReasonSyntax, strings.ToValidUTF8(pe.Message, "?"))
		e.Offset = pe.Cursorpos - 1
		if strings.Contains(pe.Message, "memory exhausted") {
			e.Reason = ReasonTooDeep
		}
	}
	if strings.Contains(e.Detail, "recursion depth") {
		e.Reason = ReasonTooDeep
	}
	return e
}

// empty is a query of which nothing is known; no member is nil.
func empty(dialect string) facts.Query {
	return facts.Query{
		Command:    facts.NoCommand,
		Dialect:    dialect,
		Statements: []facts.Statement{},
		Nodes:      []string{},
		Functions:  []facts.Function{},
		Relations:  []facts.Relation{},
		Columns:    []facts.Column{},
		Operators:  []string{},
		Types:      []string{},
		Locks:      []string{},
		Limit:      facts.Limit{Kind: "none"},
	}
}
