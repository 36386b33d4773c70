package tools

import (
	"context"
	"errors"

	"regent/engine"
	"regent/facts"
	"regent/facts/usage"
	"regent/tools/api"
)

// budgetGuard is budget_guard: may this caller use so much more? It counts what
// callers report of themselves, and what was said yes to.
type budgetGuard struct{}

const idPattern = "^[A-Za-z0-9][A-Za-z0-9._:@/-]*$"

var budgetParams = []param{
	{name: "session_id", kind: "string", min: 1, max: 128, pattern: idPattern, doc: "Names a session, whose own budgets count beside the caller's. It never widens the caller's."},
	{name: "tokens", kind: "integer", max: usage.MaxAmount, doc: "Tokens that the step would use."},
	{name: "payload_bytes", kind: "integer", max: usage.MaxAmount, doc: "Bytes that the step would send or receive."},
	{name: "commands", kind: "integer", max: usage.MaxAmount, doc: "Commands that the step would run."},
	{name: "action", kind: "string", max: usage.MaxAction, doc: "Says what the step does, to notice repetition. Only a keyed hash is kept."},
	{name: "consume", kind: "boolean", def: true, doc: "false asks without counting."},
}

func (budgetGuard) name() string { return "budget_guard" }

func (budgetGuard) describe() api.Tool {
	return api.Tool{
		Name: "budget_guard", Title: "Check and count a step against the budgets",
		Description: "Counts tokens, bytes and commands of a step against this caller's budgets and notices repeated actions. " +
			"BLOCKED: the step does not fit, nothing was counted.",
		InputSchema: inputSchema(budgetParams), OutputSchema: budgetOutputSchema(),
		Annotations: api.Annotations{},
	}
}

// BudgetDecided is a decision with what remains of each budget.
type BudgetDecided struct {
	Decided
	usage.Result
}

// Validate reports whether the answer keeps its promise.
func (d *BudgetDecided) Validate() error {
	if d.Consumed && d.Decision == engine.Blocked {
		return errors.New("budget: counted although blocked")
	}
	return errors.Join(d.Result.Validate(), d.Decided.Validate())
}

func (budgetGuard) run(ctx context.Context, c *call) (api.Reply, error) {
	a, err := c.decode(budgetParams)
	if err != nil {
		return api.Reply{}, err
	}
	consume := a.booleans["consume"]
	arguments := usage.Arguments{
		SessionID: a.strings["session_id"], Tokens: a.integers["tokens"], PayloadBytes: a.integers["payload_bytes"],
		Commands: a.integers["commands"], Action: a.strings["action"], Consume: &consume,
	}
	if bad := arguments.Invalid(); bad != nil {
		return NewProblem(CodeValidation, "an argument is out of bounds", bad...).reply()
	}
	in := c.input("")
	d, r := c.reserve(ctx, in, arguments.Request(in.Caller.ID, c.Tool))
	out := &BudgetDecided{Decided: *d, Result: usage.NewResult(r)}
	if out.Consumed && d.Decision == engine.Blocked {
		// What could not be recorded was given back.
		out.Consumed = false
		for i := range out.Budgets {
			b := &out.Budgets[i]
			b.Used = r.Usage.Counters[i].Before
			b.Remaining = max(0, b.Limit-b.Used)
		}
	}
	return reply(out, d.Decision == engine.Blocked)
}

// reserve decides with the counters as part of the facts. What was counted is
// given back when the decision cannot be recorded; the caller's lock is never
// held across that.
func (c *call) reserve(ctx context.Context, in *facts.Input, request usage.Request) (*Decided, *usage.Reservation) {
	var d engine.Decision
	r := c.suite.o.Usage.Counters.Reserve(request, func(u facts.Usage) bool {
		in.Usage = &u
		d = c.suite.o.Engine.Decide(context.WithoutCancel(ctx), in)
		return d.Decision != engine.Blocked
	})
	j, recorded := c.record(ctx, in, d)
	if recorded {
		r.Commit()
	} else {
		r.Release()
	}
	return newDecided(c.suite.o.Engine, j.Decision, j.id), r
}
