package sql

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"regent/facts"
)

// Access words of facts.Relation.
const (
	reads   = "read"
	writes  = "write"
	defines = "define"
	locks   = "lock"
)

// walker visits every message of a tree and gathers the facts.
type walker struct {
	q     facts.Query
	o     Options
	scope *scope
	// access is what a relation met outside FROM is used for.
	access string
	// planned: the statement stands under an EXPLAIN that does not run it.
	planned bool
	depth   int

	nodes     map[string]struct{}
	functions map[funcKey]facts.Function
	relations map[facts.Relation]struct{}
	columns   map[facts.Column]struct{}
	operators map[string]struct{}
	// implied are the operators that the grammar's words stand for (BETWEEN, IN,
	// USING …). The server looks them up by name too.
	implied map[string]struct{}
	types   map[string]struct{}
	locks   map[string]struct{}
}

type funcKey struct{ schema, name, how string }

// Facts states what the tree would touch.
func (t *Tree) Facts(o Options) facts.Query {
	w := &walker{
		q: empty(PostgreSQL), o: o, access: reads, scope: &scope{},
		nodes:     make(map[string]struct{}, 32),
		functions: map[funcKey]facts.Function{},
		relations: map[facts.Relation]struct{}{},
		columns:   map[facts.Column]struct{}{},
		operators: map[string]struct{}{},
		implied:   map[string]struct{}{},
		types:     map[string]struct{}{},
		locks:     map[string]struct{}{},
	}
	w.q.Complete = true
	if !o.Uncounted {
		w.q.Tokens = t.Tokens()
	}
	for _, s := range t.Result.Stmts {
		w.statement(s)
	}
	w.q.Limit = t.Limit()
	w.finish()
	if o.AST {
		w.q.AST, _ = pg_query.ParseToJSON(t.Text)
	}
	return w.q
}

func (w *walker) statement(s *pg_query.RawStmt) {
	w.scope, w.access, w.planned = &scope{}, reads, false
	m := inner(s.GetStmt())
	if m.IsValid() {
		w.q.Statements = append(w.q.Statements, facts.Statement{
			Kind:   m.Elem().Type().Name(),
			Detail: detail(m.Interface()),
		})
	}
	w.visit(reflect.ValueOf(s))
}

// inner is the message that a Node wraps; the zero Value for none.
func inner(n *pg_query.Node) reflect.Value {
	if n == nil || n.Node == nil {
		return reflect.Value{}
	}
	m := reflect.ValueOf(n.Node).Elem().Field(0)
	if m.Kind() != reflect.Pointer || m.IsNil() {
		return reflect.Value{}
	}
	return m
}

// visit sees one message, a pointer to a struct.
func (w *walker) visit(v reflect.Value) {
	if n, ok := v.Interface().(*pg_query.Node); ok {
		if m := inner(n); m.IsValid() {
			w.visit(m)
		}
		return
	}
	w.depth++
	w.q.Depth = max(w.q.Depth, w.depth)
	p := planOf(v.Type().Elem())
	w.nodes[p.name] = struct{}{}
	switch {
	case w.known(v):
	case p.statement:
		w.utility(v)
	default:
		p.each(v.Elem(), nil, w.visit)
	}
	w.depth--
}

// utility visits a statement that is no query: the relations that it names
// directly are used as the statement uses them.
func (w *walker) utility(v reflect.Value) {
	before := w.access
	w.access = statementAccess(v.Interface())
	w.dropped(v.Interface())
	w.children(v)
	w.access = before
}

// children visits what stands directly inside, less the fields in skip.
func (w *walker) children(v reflect.Value, skip ...string) {
	planOf(v.Type().Elem()).each(v.Elem(), skip, w.visit)
}

func (w *walker) node(n *pg_query.Node) {
	if m := inner(n); m.IsValid() {
		w.visit(m)
	}
}

// known handles the kinds of message that state a fact. It reports whether it
// has visited the children itself.
func (w *walker) known(v reflect.Value) bool {
	switch m := v.Interface().(type) {
	case *pg_query.SelectStmt:
		w.selects(v, m)
		return true
	case *pg_query.InsertStmt:
		w.inserts(v, m)
		return true
	case *pg_query.UpdateStmt:
		w.changes(v, m.Relation, m.WithClause, m.FromClause, "FromClause")
		w.unfiltered(m.WhereClause)
		return true
	case *pg_query.DeleteStmt:
		w.changes(v, m.Relation, m.WithClause, m.UsingClause, "UsingClause")
		w.unfiltered(m.WhereClause)
		return true
	case *pg_query.MergeStmt:
		w.changes(v, m.Relation, m.WithClause, []*pg_query.Node{m.SourceRelation}, "SourceRelation")
		return true
	case *pg_query.ExplainStmt:
		w.explain(m)
		w.children(v)
		return true
	case *pg_query.FuncCall:
		w.function(m.Funcname, "call")
	case *pg_query.RangeTableSample:
		w.function(m.Method, "sample")
	case *pg_query.A_Expr:
		w.expression(m)
	case *pg_query.SubLink:
		w.operator(m.OperName)
		if m.SubLinkType == pg_query.SubLinkType_ANY_SUBLINK && len(m.OperName) == 0 {
			w.imply("=")
		}
	case *pg_query.CaseExpr:
		if m.Arg != nil {
			w.imply("=")
		}
	case *pg_query.SortBy:
		w.operator(m.UseOp)
	case *pg_query.TypeName:
		w.typeName(m)
	case *pg_query.ColumnRef:
		w.column(m)
	case *pg_query.A_Indirection:
		w.indirection(m)
	case *pg_query.ParamRef:
		w.q.Params++
	case *pg_query.RangeVar:
		w.relation(m, w.access)
	case *pg_query.IntoClause:
		w.q.Into = true
		before := w.access
		w.access = defines
		w.children(v)
		w.access = before
		return true
	case *pg_query.LockingClause:
		w.locking(v, m)
		return true
	}
	return false
}

// names are the strings of a dotted name.
func names(ns []*pg_query.Node) []string {
	out := make([]string, 0, len(ns))
	for _, n := range ns {
		if s := n.GetString_(); s != nil {
			out = append(out, s.Sval)
		}
	}
	return out
}

// split parts a dotted name into what qualifies it and its last part.
func split(parts []string) (schema, name string) {
	if len(parts) == 0 {
		return "", ""
	}
	return strings.Join(parts[:len(parts)-1], "."), parts[len(parts)-1]
}

func (w *walker) finish() {
	w.live()
	w.q.Nodes = sorted(w.nodes)
	w.q.Operators = sorted(w.operators)
	w.q.Types = sorted(w.types)
	w.q.Locks = sorted(w.locks)
	for _, f := range w.functions {
		w.q.Functions = append(w.q.Functions, f)
	}
	slices.SortFunc(w.q.Functions, func(a, b facts.Function) int {
		return cmp.Or(cmp.Compare(surety(a), surety(b)), compare(a.Schema, b.Schema, a.Name, b.Name, a.How, b.How))
	})
	for r := range w.relations {
		w.q.Relations = append(w.q.Relations, r)
	}
	slices.SortFunc(w.q.Relations, func(a, b facts.Relation) int {
		return compare(a.Schema, b.Schema, a.Name, b.Name, a.Access, b.Access, flag(a.CTE), flag(b.CTE))
	})
	for c := range w.columns {
		w.q.Columns = append(w.q.Columns, c)
	}
	slices.SortFunc(w.q.Columns, func(a, b facts.Column) int {
		return compare(a.Schema, b.Schema, a.Relation, b.Relation, a.Name, b.Name, a.How, b.How)
	})
}

// surety orders functions: what is least known of comes first.
func surety(f facts.Function) int {
	return slices.Index([]string{"unknown", "volatile", "stable", "immutable"}, f.Volatility)
}

func flag(b bool) string {
	if b {
		return "1"
	}
	return ""
}

// compare compares pairs of strings, the first difference deciding.
func compare(pairs ...string) int {
	for i := 0; i+1 < len(pairs); i += 2 {
		if c := strings.Compare(pairs[i], pairs[i+1]); c != 0 {
			return c
		}
	}
	return 0
}

func sorted(set map[string]struct{}) []string {
	out := make([]string, 0, len(set))
	for s := range set {
		out = append(out, s)
	}
	slices.Sort(out)
	return out
}
