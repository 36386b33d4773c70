package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"regent/engine"
	"regent/facts"
	"regent/facts/sql"
	"regent/tools/api"
	"regent/tools/pgrun"
)

// SQL is what read_only_sql runs on. Without a Runner texts can be judged but
// not run, and the tool is not offered.
type SQL struct {
	Runner     *pgrun.Runner
	SearchPath []string
	Catalog    sql.Catalog // nil: the shipped list of built-ins alone
	Timeout    time.Duration
	MaxBytes   int64
}

// readOnlySQL is read_only_sql: one SELECT, judged on its syntax tree, bounded,
// judged again as it will be sent, and run in a transaction that is rolled back.
type readOnlySQL struct{}

const maxRows = 50

var sqlParams = []param{
	{name: "query", kind: "string", required: true, min: 6, max: 10000, opaque: true, doc: "One SELECT, VALUES, TABLE or EXPLAIN statement in PostgreSQL's language, without parameters."},
	{name: "max_rows", kind: "integer", min: 1, max: maxRows, def: maxRows, doc: "Rows at most; the policy may set fewer."},
}

func (readOnlySQL) name() string { return "read_only_sql" }

func (readOnlySQL) describe() api.Tool {
	return api.Tool{
		Name: "read_only_sql", Title: "Run one read-only query",
		Description: "Runs one SELECT on PostgreSQL, if the policy allows everything in it, and returns at most max_rows rows. " +
			"truncated says that there were more.",
		InputSchema: inputSchema(sqlParams), OutputSchema: sqlOutputSchema(),
		Annotations: api.Annotations{ReadOnly: true, Idempotent: true},
	}
}

// QueryResult is the answer of a query that ran.
type QueryResult struct {
	Columns   []string            `json:"columns"`
	Rows      [][]json.RawMessage `json:"rows"`
	RowCount  int                 `json:"row_count"`
	Truncated bool                `json:"truncated"`
}

// Validate reports whether the answer keeps its promise.
func (r *QueryResult) Validate() error {
	if r.Columns == nil || r.Rows == nil || r.RowCount != len(r.Rows) || len(r.Rows) > maxRows {
		return errors.New("query result: rows and row_count do not agree")
	}
	for _, row := range r.Rows {
		if len(row) != len(r.Columns) {
			return errors.New("query result: a row of another width")
		}
	}
	return nil
}

func (r *QueryResult) appendJSON(b []byte) []byte {
	size := 128
	for _, row := range r.Rows {
		for _, v := range row {
			size += len(v) + 1
		}
	}
	b = append(slices.Grow(b, size), `{"columns":`...)
	columns, err := json.Marshal(r.Columns)
	if err != nil { // strings always encode
		panic(err)
	}
	b = append(append(b, columns...), `,"rows":[`...)
	for i, row := range r.Rows {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '[')
		for j, v := range row {
			if j > 0 {
				b = append(b, ',')
			}
			b = append(b, v...)
		}
		b = append(b, ']')
	}
	b = append(b, `],"row_count":`...)
	b = strconv.AppendInt(b, int64(r.RowCount), 10)
	b = append(b, `,"truncated":`...)
	b = strconv.AppendBool(b, r.Truncated)
	return append(b, '}')
}

func (readOnlySQL) run(ctx context.Context, c *call) (api.Reply, error) {
	c.executes = true
	p, err := c.judgeSQL(ctx)
	if err != nil {
		return api.Reply{}, err
	}
	if p.refused != nil {
		return p.refuse(CodeQuery)
	}
	o := c.suite.o.SQL
	result, runErr := o.Runner.Run(ctx, p.plan, pgrun.Limits{MaxBytes: p.bytes, Timeout: p.timeout})
	code := "ok"
	var fault *pgrun.Error
	if errors.As(runErr, &fault) {
		code = string(fault.Kind)
	} else if runErr != nil {
		code = "fault"
	}
	if d := c.outcome(ctx, p.judgement, code); d != nil {
		return decisionReply(d)
	}
	if runErr != nil {
		return sqlFailure(fault, runErr)
	}
	out := &QueryResult{Columns: result.Columns, Rows: result.Rows, RowCount: result.RowCount, Truncated: result.Truncated}
	if out.Rows == nil {
		out.Rows = [][]json.RawMessage{}
	}
	if out.Columns == nil {
		out.Columns = []string{}
	}
	return reply(out, false)
}

func sqlFailure(fault *pgrun.Error, err error) (api.Reply, error) {
	if fault == nil {
		return api.Reply{}, err
	}
	codes := map[pgrun.Kind]Code{
		pgrun.KindInvalid: CodeValidation, pgrun.KindDenied: CodeAccessDenied, pgrun.KindViolation: CodeQuery,
		pgrun.KindTimeout: CodeTimeout, pgrun.KindTooLarge: CodeValidation,
	}
	code, ok := codes[fault.Kind]
	if !ok {
		return api.Reply{}, fmt.Errorf("read_only_sql: %w", err)
	}
	return NewProblem(code, fault.Detail, "query").reply()
}

// sqlPlan is a query on its way: refused, or ready to run.
type sqlPlan struct {
	plan      pgrun.Plan
	bytes     int64
	timeout   time.Duration
	judgement judgement
	refused   *Decided
}

// judgeSQL judges the text as it was sent and as it would be sent on, bounded,
// in one document: the strictest of both holds, and both are on record. Where
// their facts are the same for every policy, one stands for both.
func (c *call) judgeSQL(ctx context.Context) (p sqlPlan, err error) {
	a, err := c.decode(sqlParams)
	if err != nil {
		return p, err
	}
	text := a.strings["query"]
	if strings.TrimSpace(text) == "" {
		return p, NewProblem(CodeValidation, "query must not be blank", "query")
	}
	o := c.suite.o.SQL
	p.bytes, p.timeout = o.MaxBytes, o.Timeout
	rows := int(a.integers["max_rows"])
	for {
		q, err := c.suite.bounded(text, rows, c.Caller)
		if err != nil {
			return p, invalidSQL(err)
		}
		in := c.sqlInput(q.facts...)
		d := c.suite.o.Engine.DecideAgain(ctx, in, q.recall)
		asked := rows
		tighten(&rows, &p.bytes, &p.timeout, d.Obligations)
		if d.Decision == engine.Safe && rows < asked {
			continue // the policy lets fewer rows through than were asked for
		}
		if d.Decision != engine.Safe && len(q.facts) > 1 {
			// What is wrong with the text itself is said once.
			alone := c.sqlInput(q.facts[0])
			if first := c.suite.o.Engine.Decide(ctx, alone); first.Decision == d.Decision {
				in, d = alone, first
			}
		}
		j, recorded := c.record(ctx, in, d)
		p.plan, p.judgement = q.plan, j
		switch {
		case !recorded || d.Decision != engine.Safe:
			p.refused = newDecided(c.suite.o.Engine, j.Decision, j.id)
		case q.unfaithful:
			if p.refused = c.outcome(ctx, j, "not_rewritten"); p.refused == nil {
				return p, NewProblem(CodeValidation, pgrun.ErrUnfaithful.Error(), "query")
			}
		}
		return p, nil
	}
}

func (c *call) sqlInput(qs ...facts.Query) *facts.Input {
	in := c.input("")
	in.Queries = qs
	return in
}

// tighten lowers the limits to what the policy owes.
func tighten(rows *int, bytes *int64, timeout *time.Duration, o engine.Obligations) {
	if o.MaxRows > 0 {
		*rows = min(*rows, int(min(o.MaxRows, maxRows)))
	}
	if o.MaxBytes > 0 && (*bytes <= 0 || o.MaxBytes < *bytes) {
		*bytes = o.MaxBytes
	}
	if t := time.Duration(o.TimeoutMS) * time.Millisecond; t > 0 && (*timeout <= 0 || t < *timeout) {
		*timeout = t
	}
}

func invalidSQL(err error) error {
	var i *sql.Invalid
	if errors.As(err, &i) {
		return NewProblem(CodeValidation, i.Detail, "query")
	}
	return err
}

func (p *sqlPlan) refuse(code Code) (api.Reply, error) { return refusal(p.refused, code) }

// refusal is the answer of an executing tool to a decision that is not SAFE.
// Where Regent itself could not judge or record, the decision says so.
func refusal(d *Decided, code Code) (api.Reply, error) {
	if broken(d.Rule) {
		return decisionReply(d)
	}
	if d.Decision == engine.NeedsConfirmation {
		code = CodeConfirm
	}
	detail := d.Reason
	if detail == "" {
		detail = "the policy does not allow it"
	}
	p := NewProblem(code, detail).With("rule", d.Rule)
	if d.Remedy != "" {
		p = p.With("remedy", d.Remedy)
	}
	return p.reply()
}

// broken says that a rule stands for Regent's own inability.
func broken(rule string) bool {
	switch rule {
	case engine.Unavailable, "AUDIT_UNAVAILABLE", "AUDIT_CAPACITY", "AUDIT_WAL_CAPACITY":
		return true
	}
	return false
}

// JudgeSQL judges a query without any server: read_only_sql up to the point
// where it would run. It is what `regent check sql` does.
func (s *Suite) JudgeSQL(ctx context.Context, c api.Call) (api.Reply, error) {
	return s.through(ctx, c, judgeOnly{}.run)
}

// judgeOnly is read_only_sql without a server.
type judgeOnly struct{ readOnlySQL }

func (judgeOnly) run(ctx context.Context, c *call) (api.Reply, error) {
	p, err := c.judgeSQL(ctx)
	if err != nil {
		return api.Reply{}, err
	}
	if p.refused != nil {
		return decisionReply(p.refused)
	}
	return decisionReply(newDecided(c.suite.o.Engine, p.judgement.Decision, p.judgement.id))
}
