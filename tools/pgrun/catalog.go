package pgrun

import (
	"context"
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"

	"regent/facts"
)

// Catalog tells of the database's own functions: volatility, security definer,
// owning extension. It is off unless a runner is asked for one, because it
// costs a query and shows names that the role may not use.
//
// It is a copy that is at most its age old, and taken anew in the background,
// so that asking it never waits. A function made since is not in it, and then
// nothing is known of it. A database whose functions do not fit one message
// (Options.MessageBytes) has no catalog.
type Catalog struct {
	run  *Runner
	age  time.Duration
	held atomic.Pointer[catalogCopy]
	busy sync.Mutex
}

type catalogCopy struct {
	taken     time.Time
	functions map[string]facts.Function // by schema.name, and by name for all schemas together
}

// DefaultCatalogAge is how old a Catalog's copy may be before it is taken anew.
const DefaultCatalogAge = time.Minute

// maxCatalog bounds the copy.
const maxCatalog = 50_000

// catalogQuery is every function outside pg_catalog as one JSON text.
const catalogQuery = `SELECT coalesce(json_agg(json_build_array(n.nspname, p.proname, p.provolatile, p.prosecdef, coalesce(e.extname, ''))), '[]')
	FROM pg_catalog.pg_proc AS p
	JOIN pg_catalog.pg_namespace AS n ON n.oid = p.pronamespace
	LEFT JOIN pg_catalog.pg_depend AS d ON d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.objid = p.oid AND d.deptype = 'e'
	LEFT JOIN pg_catalog.pg_extension AS e ON e.oid = d.refobjid
	WHERE n.nspname NOT IN ('pg_catalog', 'information_schema')`

// Catalog takes a first copy.
func (r *Runner) Catalog(ctx context.Context, age time.Duration) (*Catalog, error) {
	if age <= 0 {
		age = DefaultCatalogAge
	}
	c := &Catalog{run: r, age: age}
	if err := c.take(ctx); err != nil {
		return nil, err
	}
	return c, nil
}

func (c *Catalog) take(ctx context.Context) error {
	res, err := c.run.Run(ctx, Plan{Text: catalogQuery, Keep: 1}, Limits{})
	if err != nil {
		return err
	}
	var rows [][5]json.RawMessage
	if len(res.Rows) != 1 || json.Unmarshal(res.Rows[0][0], &rows) != nil || len(rows) > maxCatalog {
		return fault("")
	}
	held := &catalogCopy{taken: time.Now(), functions: make(map[string]facts.Function, 2*len(rows))}
	for _, row := range rows {
		var f facts.Function
		var letter string
		for i, into := range []any{&f.Schema, &f.Name, &letter, &f.Definer, &f.Extension} {
			if err := json.Unmarshal(row[i], into); err != nil {
				return fault("")
			}
		}
		f.Volatility = map[string]string{"i": "immutable", "s": "stable", "v": "volatile"}[letter]
		held.add(f.Schema+"."+f.Name, f)
		held.add(f.Name, f)
	}
	c.held.Store(held)
	return nil
}

// add merges overloads: the least stable one counts, and any definer.
func (h *catalogCopy) add(key string, f facts.Function) {
	have, ok := h.functions[key]
	if !ok {
		h.functions[key] = f
		return
	}
	have.Definer = have.Definer || f.Definer
	if rank(f.Volatility) > rank(have.Volatility) {
		have.Volatility = f.Volatility
	}
	if have.Extension != f.Extension {
		have.Extension = ""
	}
	h.functions[key] = have
}

func rank(volatility string) int {
	return map[string]int{"immutable": 1, "stable": 2, "volatile": 3}[volatility]
}

// Function completes f by its Schema and Name; f stays as it is when there is
// no such function. An unqualified name may mean any schema's.
func (c *Catalog) Function(f *facts.Function) {
	held := c.held.Load()
	if time.Since(held.taken) > c.age && c.busy.TryLock() {
		go func() {
			defer c.busy.Unlock()
			ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
			defer cancel()
			_ = c.take(ctx) // the old copy serves until one can be had
		}()
	}
	key := f.Name
	if f.Schema != "" {
		key = f.Schema + "." + f.Name
	}
	if known, ok := held.functions[key]; ok {
		f.Volatility, f.Definer, f.Extension = known.Volatility, known.Definer, known.Extension
	}
}
