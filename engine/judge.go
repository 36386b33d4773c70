package engine

import (
	"context"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"

	"regent/facts"
)

// judge asks one entry point and reads its answer.
func (e *Engine) judge(ctx context.Context, s *policySet, q *query, input *ast.Term, in *facts.Input) Decision {
	t, err := e.guard.run(ctx, func(ctx context.Context, cancel topdown.Cancel) (*ast.Term, error) {
		return q.eval(ctx, cancel, input)
	})
	if err != nil {
		return unavailable(err)
	}
	d, err := readDecision(t)
	if err != nil {
		return unavailable(err)
	}
	if err := explain(&d, in, s.note); err != nil {
		return unavailable(err)
	}
	if err := s.checkExceptions(&d); err != nil {
		return unavailable(err)
	}
	return d
}
