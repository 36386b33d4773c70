package tools

import (
	"reflect"
	"sync"
	"sync/atomic"

	"regent/engine"
	"regent/facts"
	"regent/facts/sql"
	"regent/tools/api"
	"regent/tools/pgrun"
)

// boundedQuery is what follows from a text alone: its facts, its bounded form
// and the facts of that.
type boundedQuery struct {
	// facts are those of the text and of what would be sent; one where no policy
	// can tell them apart.
	facts []facts.Query
	plan  pgrun.Plan
	// unfaithful: the text cannot be bounded without changing what it means, so
	// it can be judged and not run.
	unfaithful bool
	// recall goes with facts, and with the caller that they are judged for.
	recall *engine.Recall
}

// queryCache keeps what follows from texts that come again: an agent that
// polls asks the same question many times. It holds nothing of a decision.
type queryCache struct {
	mu   sync.Mutex
	of   uint64 // generation of the policy set, which may ask for more facts
	kept map[queryKey]boundedQuery

	looks atomic.Pointer[looks]
}

// looks is what policies look at beyond what every query is judged by.
type looks struct {
	of   uint64 // generation
	ast  bool
	size bool // the limit, the tokens or the depth
}

func (c *queryCache) looksOf(of uint64, e *engine.Engine) *looks {
	if l := c.looks.Load(); l != nil && l.of == of {
		return l
	}
	l := &looks{of: of, ast: e.Mentions("input.queries[_].ast")}
	for _, member := range []string{"limit", "tokens", "depth"} {
		l.size = l.size || e.Mentions("input.queries[_]."+member)
	}
	c.looks.Store(l)
	return l
}

// alike: the queries differ in their limit, tokens and depth at most.
func alike(a, b facts.Query) bool {
	b.Limit, b.Tokens, b.Depth = a.Limit, a.Tokens, a.Depth
	return reflect.DeepEqual(a, b)
}

type queryKey struct {
	text   string
	rows   int
	caller callerKey
}

// callerKey is what a door tells of the other side that goes into the facts.
type callerKey struct{ transport, kind, client, version, session string }

// maxCachedQueries bounds the memory: texts have 10,000 characters at most.
const maxCachedQueries = 128

func (c *queryCache) get(of uint64, k queryKey) (boundedQuery, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of != of {
		return boundedQuery{}, false
	}
	q, ok := c.kept[k]
	return q, ok
}

func (c *queryCache) put(of uint64, k queryKey, q boundedQuery) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of != of || c.kept == nil {
		c.of, c.kept = of, map[queryKey]boundedQuery{}
	}
	if len(c.kept) >= maxCachedQueries {
		for old := range c.kept { // any: all cost the same to make again
			delete(c.kept, old)
			break
		}
	}
	c.kept[k] = q
}

// bounded reads a text and bounds its rows. The error is an *sql.Invalid for a
// text that is no statement.
func (s *Suite) bounded(text string, rows int, from api.Caller) (boundedQuery, error) {
	o := s.o.SQL
	of, key := s.o.Engine.Generation(), queryKey{text, rows, callerKey{from.Transport, from.Kind, from.ClientName, from.ClientVersion, from.Session}}
	// What a live catalog says may change from call to call.
	cached := o.Catalog == nil
	if cached {
		if q, ok := s.queries.get(of, key); ok {
			return q, nil
		}
	}
	looks := s.queries.looksOf(of, s.o.Engine)
	options := sql.Options{SearchPath: o.SearchPath, Catalog: o.Catalog, AST: looks.ast}
	tree, err := sql.Parse(text)
	if err != nil {
		return boundedQuery{}, err
	}
	asked, err := tree.Extract(options)
	if err != nil {
		return boundedQuery{}, err
	}
	asked.Command = facts.NoCommand
	q := boundedQuery{facts: []facts.Query{asked}}
	// A text of several statements, or of another kind, has no bounded form; the
	// policy judges it as it is.
	if q.plan, err = pgrun.Bound(tree, rows); err != nil {
		q.unfaithful = true
	} else {
		options.Uncounted = true
		sent := q.plan.Tree.Facts(options)
		sent.Command = facts.NoCommand
		if looks.size || !alike(asked, sent) {
			sent.Tokens = q.plan.Tree.Tokens()
			q.facts = append(q.facts, sent)
		}
	}
	if cached {
		q.recall = new(engine.Recall)
		s.queries.put(of, key, q)
	}
	return q, nil
}
