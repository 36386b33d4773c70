package pgrun

import (
	"context"
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"

	"regent/facts"
)

// Catalog tells of the database's own functions and operators: volatility,
// security definer, owning extension. It is off unless a runner is asked for
// one, because it costs a query and shows names that the role may not use.
//
// It is a copy that is at most its age old, and taken anew in the background,
// so that asking it never waits. A function made since is not in it, and then
// nothing is known of it. A database whose functions and operators do not fit
// one message (Options.MessageBytes) has no catalog.
type Catalog struct {
	run  *Runner
	age  time.Duration
	held atomic.Pointer[catalogCopy]
	busy sync.Mutex
}

type catalogCopy struct {
	taken     time.Time
	functions map[string]facts.Function // by schema.name, and by name for all schemas together
	operators map[string]facts.Function // by schema.name
	path      []string                  // of a run: where an operator is looked for
}

// DefaultCatalogAge is how old a Catalog's copy may be before it is taken anew.
const DefaultCatalogAge = time.Minute

// maxCatalog bounds the copy.
const maxCatalog = 50_000

// catalogQuery is every function and operator outside pg_catalog, and the
// search path, as one JSON text.
const catalogQuery = `WITH f AS (
		SELECT p.oid, n.nspname, p.proname, p.provolatile, p.prosecdef, coalesce(e.extname, '') AS extension
		FROM pg_catalog.pg_proc AS p
		JOIN pg_catalog.pg_namespace AS n ON n.oid = p.pronamespace
		LEFT JOIN pg_catalog.pg_depend AS d ON d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.objid = p.oid AND d.deptype = 'e'
		LEFT JOIN pg_catalog.pg_extension AS e ON e.oid = d.refobjid)
	SELECT json_build_object(
		'functions', (SELECT coalesce(json_agg(json_build_array(nspname, proname, provolatile, prosecdef, extension)), '[]')
			FROM f WHERE nspname NOT IN ('pg_catalog', 'information_schema')),
		'operators', (SELECT coalesce(json_agg(json_build_array(n.nspname, o.oprname, f.provolatile, f.prosecdef, f.extension)), '[]')
			FROM pg_catalog.pg_operator AS o
			JOIN pg_catalog.pg_namespace AS n ON n.oid = o.oprnamespace
			JOIN f ON f.oid = o.oprcode
			WHERE n.nspname <> 'pg_catalog'),
		'path', current_schemas(true))`

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
	var all struct {
		Functions, Operators [][5]json.RawMessage
		Path                 []string
	}
	if len(res.Rows) != 1 || json.Unmarshal(res.Rows[0][0], &all) != nil || len(all.Functions)+len(all.Operators) > maxCatalog {
		return fault("")
	}
	held := &catalogCopy{
		taken: time.Now(), path: all.Path,
		functions: make(map[string]facts.Function, 2*len(all.Functions)),
		operators: make(map[string]facts.Function, len(all.Operators)),
	}
	for _, row := range all.Functions {
		f, err := catalogRow(row)
		if err != nil {
			return err
		}
		add(held.functions, f.Schema+"."+f.Name, f)
		add(held.functions, f.Name, f)
	}
	for _, row := range all.Operators {
		f, err := catalogRow(row)
		if err != nil {
			return err
		}
		f.How = "operator"
		add(held.operators, f.Schema+"."+f.Name, f)
	}
	c.held.Store(held)
	return nil
}

func catalogRow(row [5]json.RawMessage) (f facts.Function, err error) {
	var letter string
	for i, into := range []any{&f.Schema, &f.Name, &letter, &f.Definer, &f.Extension} {
		if json.Unmarshal(row[i], into) != nil {
			return f, fault("")
		}
	}
	f.Volatility = map[string]string{"i": "immutable", "s": "stable", "v": "volatile"}[letter]
	return f, nil
}

// add merges overloads: the least stable one counts, and any definer.
func add(to map[string]facts.Function, key string, f facts.Function) {
	have, ok := to[key]
	if !ok {
		to[key] = f
		return
	}
	have.Definer = have.Definer || f.Definer
	if rank(f.Volatility) > rank(have.Volatility) {
		have.Volatility = f.Volatility
	}
	if have.Extension != f.Extension {
		have.Extension = ""
	}
	to[key] = have
}

func rank(volatility string) int {
	return map[string]int{"immutable": 1, "stable": 2, "volatile": 3}[volatility]
}

// Function completes f by its Schema and Name; f stays as it is when there is
// no such function. An unqualified name may mean any schema's.
func (c *Catalog) Function(f *facts.Function) {
	key := f.Name
	if f.Schema != "" {
		key = f.Schema + "." + f.Name
	}
	if known, ok := c.current().functions[key]; ok {
		f.Volatility, f.Definer, f.Extension = known.Volatility, known.Definer, known.Extension
	}
}

// Operators are the operators outside pg_catalog that a name may mean: of the
// schema, or of each schema of a run's search path.
func (c *Catalog) Operators(schema, name string) (out []facts.Function) {
	held := c.current()
	path := held.path
	if schema != "" {
		path = []string{schema}
	}
	for _, s := range path {
		if f, ok := held.operators[s+"."+name]; ok {
			out = append(out, f)
		}
	}
	return out
}

// current is what was read last. What is old is read anew meanwhile.
func (c *Catalog) current() *catalogCopy {
	held := c.held.Load()
	if time.Since(held.taken) > c.age && c.busy.TryLock() {
		go func() {
			defer c.busy.Unlock()
			ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
			defer cancel()
			_ = c.take(ctx) // the old copy serves until one can be had
		}()
	}
	return held
}
