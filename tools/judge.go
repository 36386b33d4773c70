package tools

import (
	"context"
	"fmt"

	"regent/engine"
	"regent/facts"
)

// A Recorder keeps the record of calls. Decision returns only when the row is
// durable.
type Recorder interface {
	// Decision records what was decided, before anything acts. id names the
	// row for the outcome.
	Decision(ctx context.Context, r Record) (id string, err error)
	// Outcome records how the effect of an executing tool ended.
	Outcome(ctx context.Context, id string, r Record, code string) error
	// Both records a decision and its outcome in one step: both are durable when
	// it returns, or neither is there. It is for a call whose only effect is its
	// answer, which is withheld until then.
	Both(ctx context.Context, r Record, code string) (id string, err error)
}

// Record is what a row is made of.
type Record struct {
	Tool           string
	Caller         string // hash
	Decision       string
	Rule           string
	PolicyRevision string
	PolicyDigest   string
	Facts          *facts.Input // for its digest, and for replay where that is captured
	Executes       bool         // an Outcome follows
}

// A RecordError says why nothing could be recorded. Its Code is the rule that
// the answer carries: AUDIT_UNAVAILABLE, AUDIT_CAPACITY or AUDIT_WAL_CAPACITY.
type RecordError interface {
	error
	AuditCode() string
}

// judgement is a decision that was recorded.
type judgement struct {
	engine.Decision
	id     string
	record Record
}

// judge decides on in and records the decision. A decision that cannot be
// recorded is BLOCKED; then recorded is false and nothing may act.
func (c *call) judge(ctx context.Context, in *facts.Input) (j judgement, recorded bool) {
	return c.record(ctx, in, c.suite.o.Engine.Decide(ctx, in))
}

// record puts a decision that was made on record.
func (c *call) record(ctx context.Context, in *facts.Input, d engine.Decision) (j judgement, recorded bool) {
	return c.put(ctx, in, d, func(ctx context.Context, r Record) (string, error) {
		r.Executes = c.executes && d.Decision == engine.Safe
		return c.suite.o.Recorder.Decision(ctx, r)
	})
}

// recordBoth puts a decision on record together with how its effect ended, which
// was nothing but to prepare the answer: that is withheld when both could not be
// recorded.
func (c *call) recordBoth(ctx context.Context, in *facts.Input, d engine.Decision, code string) (j judgement, recorded bool) {
	return c.put(ctx, in, d, func(ctx context.Context, r Record) (string, error) {
		return c.suite.o.Recorder.Both(ctx, r, code)
	})
}

func (c *call) put(ctx context.Context, in *facts.Input, d engine.Decision, put func(context.Context, Record) (string, error)) (j judgement, recorded bool) {
	e := c.suite.o.Engine
	j.Decision = d
	if c.seen != nil {
		c.seen(in, d)
	}
	if d.Fault != "" {
		c.suite.o.Log.Error("no policy decided", "tool", c.Tool, "fault", d.Fault)
	}
	if c.suite.o.Recorder == nil {
		return j, true
	}
	j.record = Record{
		Tool: c.Tool, Caller: in.Caller.ID,
		Decision: d.Decision, Rule: d.Rule,
		PolicyRevision: e.Revision(), PolicyDigest: e.Digest(),
		Facts: in,
	}
	// A caller that left does not undo the need for a record.
	id, err := put(context.WithoutCancel(ctx), j.record)
	if err != nil {
		c.suite.o.Log.Error("a decision could not be recorded", "tool", c.Tool, "error", err)
		j.Decision = engine.Decision{Decision: engine.Blocked, Rule: auditCode(err), Reason: auditReason(auditCode(err)), Remedy: "Tell the operator: the audit record must be writable before calls go on."}
		return j, false
	}
	j.id = id
	return j, true
}

// outcome records how the effect ended. If it cannot, the result is withheld.
func (c *call) outcome(ctx context.Context, j judgement, code string) *Decided {
	if c.suite.o.Recorder == nil {
		return nil
	}
	if err := c.suite.o.Recorder.Outcome(context.WithoutCancel(ctx), j.id, j.record, code); err != nil {
		c.suite.o.Log.Error("an outcome could not be recorded", "tool", c.Tool, "error", err)
		return newDecided(c.suite.o.Engine, engine.Decision{
			Decision: engine.Blocked, Rule: "AUDIT_UNAVAILABLE",
			Reason: auditReason("AUDIT_UNAVAILABLE"), Remedy: "Do not repeat the call blindly: it was carried out, its result is withheld.",
		}, j.id)
	}
	return nil
}

func auditCode(err error) string {
	if r, ok := asRecordError(err); ok {
		return r.AuditCode()
	}
	return "AUDIT_UNAVAILABLE"
}

func auditReason(code string) string {
	switch code {
	case "AUDIT_CAPACITY":
		return "The audit record is full, so the decision cannot be recorded."
	case "AUDIT_WAL_CAPACITY":
		return "The audit record's write-ahead log is at its limit, so the decision cannot be recorded."
	}
	return "The decision cannot be recorded."
}

// finish judges in and answers with the decision: the whole of an advisory
// tool once its facts are there.
func (c *call) finish(ctx context.Context, in *facts.Input) (*Decided, error) {
	// Advisory work finishes although the caller may have left.
	j, _ := c.judge(context.WithoutCancel(ctx), in)
	d := newDecided(c.suite.o.Engine, j.Decision, j.id)
	if err := ctx.Err(); err == context.DeadlineExceeded {
		return nil, fmt.Errorf("judging: %w", err)
	}
	return d, nil
}
