package engine

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/metrics"
	"sync/atomic"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/storage"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// Bounds of one evaluation.
const (
	defaultDeadline = 2 * time.Second
	watchEvery      = 20 * time.Millisecond
	maxHeapGrowth   = 512 << 20
	grace           = 100 * time.Millisecond // for a cancelled evaluation to end
	maxLingering    = 4
)

// guard runs evaluations within bounds.
type guard struct {
	deadline  time.Duration
	lingering atomic.Int32 // evaluations that did not end when cancelled
	heap      func() uint64
}

func newGuard(deadline time.Duration) *guard {
	if deadline <= 0 {
		deadline = defaultDeadline
	}
	return &guard{deadline: deadline, heap: heapBytes}
}

var (
	errDeadline  = errors.New("the evaluation took too long")
	errHeap      = errors.New("the evaluation took too much memory")
	errLingering = errors.New("too many evaluations do not end")
	errNoFacts   = errors.New("there are no facts to judge")
	errUndefined = errors.New("the policy is undefined for this input")
)

type outcome struct {
	term *ast.Term
	err  error
}

// run evaluates in a goroutine of its own and answers for it when it does not.
func (g *guard) run(ctx context.Context, eval func(context.Context, topdown.Cancel) (*ast.Term, error)) (*ast.Term, error) {
	if g.lingering.Load() >= maxLingering {
		return nil, errLingering
	}
	cancel := topdown.NewCancel()
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			if r := recover(); r != nil {
				o = outcome{err: fmt.Errorf("the evaluation panicked: %v", r)}
			}
			done <- o
		}()
		growStack()
		o.term, o.err = eval(ctx, cancel)
	}()

	began := time.Now()
	var heap uint64 // measured at the first tick; most evaluations end before it
	timer := time.NewTimer(min(watchEvery, g.deadline))
	defer timer.Stop()
	var cause error
	for cause == nil {
		select {
		case o := <-done:
			return o.term, o.err
		case <-ctx.Done():
			cause = context.Cause(ctx)
		case <-timer.C:
			now := g.heap()
			switch {
			case time.Since(began) >= g.deadline:
				cause = errDeadline
			case heap == 0:
				heap = now
			case now > heap+maxHeapGrowth:
				cause = errHeap
			}
			timer.Reset(min(watchEvery, max(time.Millisecond, g.deadline-time.Since(began))))
		}
	}
	cancel.Cancel()
	timer.Reset(grace)
	select {
	case <-done:
	case <-timer.C:
		g.lingering.Add(1)
		go func() {
			<-done
			g.lingering.Add(-1)
		}()
	}
	return nil, cause
}

// growStack makes the new goroutine's stack large at once. Evaluation recurses
// deeply, and a stack that doubles under it is copied each time: a third of the
// time of a small decision.
//
//go:noinline
func growStack() byte {
	var frame [100 << 10]byte
	return frame[runtime.NumGoroutine()&1]
}

func heapBytes() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// query is one entry point, compiled against a set.
type query struct {
	compiler *ast.Compiler
	qc       ast.QueryCompiler
	body     ast.Body
	store    storage.Store
	txn      storage.Transaction
}

const answer = ast.Var("answer")

func prepare(c *ast.Compiler, ref string, store storage.Store, txn storage.Transaction) (*query, error) {
	body, err := ast.ParseBodyWithOpts(string(answer)+" = "+ref, ast.ParserOptions{RegoVersion: ast.RegoV1})
	if err != nil {
		return nil, fmt.Errorf("parsing the query %s: %w", ref, err)
	}
	qc := c.QueryCompiler()
	compiled, err := qc.Compile(body)
	if err != nil {
		return nil, fmt.Errorf("compiling the query %s: %w", ref, err)
	}
	return &query{compiler: c, qc: qc, body: compiled, store: store, txn: txn}, nil
}

// eval gives the one answer of the query. Errors of built-in functions count:
// an undefined condition would otherwise let a call pass.
func (q *query) eval(ctx context.Context, cancel topdown.Cancel, input *ast.Term) (*ast.Term, error) {
	results, err := topdown.NewQuery(q.body).
		WithQueryCompiler(q.qc).
		WithCompiler(q.compiler).
		WithStore(q.store).
		WithTransaction(q.txn).
		WithCancel(cancel).
		WithInput(input).
		WithStrictBuiltinErrors(true).
		Run(ctx)
	if err != nil {
		return nil, err
	}
	switch len(results) {
	case 0:
		return nil, errUndefined
	case 1:
		if t := results[0][answer]; t != nil {
			return t, nil
		}
	}
	return nil, fmt.Errorf("the policy gave %d answers", len(results))
}
