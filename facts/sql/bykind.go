package sql

import (
	"slices"
	"strings"

	"regent/facts"
)

// byKind reads text of a dialect whose grammar this package does not have:
// statements by their first words, and what can be told from words alone.
func byKind(dialect, text string) facts.Query {
	q := empty(dialect)
	q.ByKind = true
	words, ended := lex(dialect, text)
	q.Complete = ended
	q.Tokens = len(words)
	k := &kinds{q: &q}
	for len(words) > 0 {
		n := slices.IndexFunc(words, func(w word) bool { return w.kind == punct && w.text == ";" })
		if n < 0 {
			n = len(words)
		}
		if n > 0 {
			k.statement(words[:n])
		}
		words = words[min(n+1, len(words)):]
	}
	k.finish()
	return q
}

// kinds gathers the facts of statements read by first words.
type kinds struct {
	q *facts.Query
}

// pairs are the first words that mean little without the second.
var pairs = map[string]bool{
	"DROP": true, "CREATE": true, "ALTER": true, "SHOW": true, "PRAGMA": true, "LOAD": true,
	"SET": true, "FLUSH": true, "RESET": true, "LOCK": true, "GRANT": false,
}

// fillers stand between the two words of a pair.
var fillers = map[string]bool{
	"OR": true, "REPLACE": true, "TEMP": true, "TEMPORARY": true, "UNIQUE": true, "FULL": true,
	"EXTENDED": true, "GLOBAL": true, "SESSION": true, "LOCAL": true, "IF": true, "ONLINE": true,
	"VIRTUAL": true, "MATERIALIZED": true, "UNLOGGED": true, "FULLTEXT": true, "SPATIAL": true,
}

func (k *kinds) statement(ws []word) {
	for len(ws) > 0 && ws[0].kind == punct && ws[0].text == "(" {
		ws = ws[1:]
	}
	if len(ws) == 0 || ws[0].kind != plain {
		k.q.Complete = false
		return
	}
	kind := strings.ToUpper(ws[0].text)
	planned := false
	switch kind {
	case "EXPLAIN", "DESCRIBE", "DESC":
		kind, planned = k.explained(ws, kind)
	case "WITH":
		kind = mainVerb(ws)
	}
	switch {
	case kind == "PRAGMA":
		k.pragma(ws)
		return
	case pairs[kind] && len(ws) > 1:
		for _, w := range ws[1:] {
			if up := strings.ToUpper(w.text); w.kind == plain && !fillers[up] {
				kind += " " + up
				break
			}
		}
	}
	k.q.Statements = append(k.q.Statements, facts.Statement{Kind: kind})
	if (kind == "DELETE" || kind == "UPDATE") && !planned && allRows(ws) {
		k.q.Unfiltered = true
	}
	k.names(ws, kind)
}

// explained notes an EXPLAIN and returns the kind of what would run.
func (k *kinds) explained(ws []word, kind string) (string, bool) {
	k.q.Explain.Present = true
	analyze := slices.ContainsFunc(ws, func(w word) bool { return w.is("ANALYZE") || w.is("ANALYSE") })
	if !analyze {
		return kind, true
	}
	k.q.Explain.Analyze = true
	return mainVerb(ws), false
}

var verbs = []string{"SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE", "MERGE", "VALUES", "TABLE"}

// mainVerb is the first verb outside brackets.
func mainVerb(ws []word) string {
	depth := 0
	for _, w := range ws {
		switch {
		case w.kind == punct && w.text == "(":
			depth++
		case w.kind == punct && w.text == ")":
			depth--
		case depth == 0 && w.kind == plain && slices.Contains(verbs, strings.ToUpper(w.text)):
			return strings.ToUpper(w.text)
		}
	}
	return strings.ToUpper(ws[0].text)
}

// pragma tells PRAGMA name from one that sets it.
func (k *kinds) pragma(ws []word) {
	kind := "PRAGMA"
	for _, w := range ws[1:] {
		if w.name() {
			kind = "PRAGMA " + strings.ToUpper(w.text)
		}
		if w.kind == punct && w.text == "=" {
			kind = "PRAGMA SET"
			break
		}
		if w.kind == punct && w.text == "(" {
			break
		}
	}
	k.q.Statements = append(k.q.Statements, facts.Statement{Kind: kind})
}

// allRows: a DELETE or UPDATE without a condition on the row.
func allRows(ws []word) bool {
	depth, where := 0, -1
	end := len(ws)
	for i, w := range ws {
		switch {
		case w.kind == punct && w.text == "(":
			depth++
		case w.kind == punct && w.text == ")":
			depth--
		case depth == 0 && w.is("WHERE"):
			where = i
		case depth == 0 && w.is("LIMIT"):
			return false
		case depth == 0 && where >= 0 && (w.is("ORDER") || w.is("RETURNING")):
			end = min(end, i)
		}
	}
	return where < 0 || constant(ws[where+1:end])
}

// constant: one side of an OR names nothing, or compares a name with itself.
func constant(ws []word) bool {
	depth, from := 0, 0
	for i := 0; i <= len(ws); i++ {
		switch {
		case i == len(ws) || depth == 0 && (ws[i].is("OR") || ws[i].text == "|" && ws[max(i-1, 0)].text == "|"):
			if side := trimBrackets(ws[from:i]); len(side) > 0 && sideConstant(side) {
				return true
			}
			from = i + 1
		case ws[i].kind == punct && ws[i].text == "(":
			depth++
		case ws[i].kind == punct && ws[i].text == ")":
			depth--
		}
	}
	return false
}

func sideConstant(ws []word) bool {
	if len(ws) == 3 && ws[1].text == "=" && ws[0] == ws[2] {
		return true
	}
	return !slices.ContainsFunc(ws, func(w word) bool {
		return w.kind == quoted || w.kind == plain && !w.is("TRUE") && !w.is("NOT") && !w.is("FALSE") && !w.is("AND") && !w.is("NULL") && !w.is("IS")
	})
}

func trimBrackets(ws []word) []word {
	for len(ws) > 1 && ws[0].text == "(" && ws[len(ws)-1].text == ")" {
		ws = ws[1 : len(ws)-1]
	}
	return ws
}

// noFunction are words that an opening bracket may follow without a call.
var noFunction = map[string]bool{}

func init() {
	for w := range strings.FieldsSeq(`ALL AND ANY AS BETWEEN BIGINT BINARY BLOB BY CASE CHAR CHARACTER CHECK
		DECIMAL DISTINCT DOUBLE ELSE EXCEPT EXISTS FILTER FLOAT FROM GROUP HAVING IN INDEX INT INTEGER
		INTERSECT INTO IS JOIN KEY LIKE LIMIT MATERIALIZED NOT NUMERIC OFFSET ON OR ORDER OVER PARTITION
		PRIMARY RECURSIVE REFERENCES ROW SELECT SET SOME TABLE THEN UNION UNIQUE USING VALUES VARCHAR WHEN
		WHERE WINDOW WITH`) {
		noFunction[w] = true
	}
}

// names gathers functions, relations, locks and INTO from the words.
func (k *kinds) names(ws []word, kind string) {
	for i, w := range ws {
		next := func(n int) word {
			if i+n < len(ws) {
				return ws[i+n]
			}
			return word{kind: punct}
		}
		switch {
		case w.name() && next(1).kind == punct && next(1).text == "(" && (w.kind == quoted || !noFunction[strings.ToUpper(w.text)]):
			schema := ""
			if i > 1 && ws[i-1].text == "." && ws[i-2].name() {
				schema = strings.ToLower(ws[i-2].text)
			}
			k.q.Functions = append(k.q.Functions, facts.Function{
				Schema: schema, Name: strings.ToLower(w.text), How: "call", Volatility: "unknown",
			})
		case w.is("INTO") && (kind == "SELECT" || kind == "TABLE" || kind == "VALUES"):
			k.q.Into = true
		case w.is("FOR") && (next(1).is("UPDATE") || next(1).is("SHARE")):
			k.q.Locks = append(k.q.Locks, strings.ToLower(next(1).text))
		case w.is("LOCK") && next(1).is("IN"):
			k.q.Locks = append(k.q.Locks, "share")
		}
		if w.is("FROM") || w.is("JOIN") || w.is("INTO") || w.is("UPDATE") || w.is("TABLE") {
			k.relation(ws[i+1:], kind, w)
		}
	}
}

func (k *kinds) relation(ws []word, kind string, after word) {
	for len(ws) > 0 && (ws[0].is("IF") || ws[0].is("NOT") || ws[0].is("EXISTS") || ws[0].is("ONLY")) {
		ws = ws[1:]
	}
	if len(ws) == 0 || !ws[0].name() || len(ws) > 1 && ws[1].text == "(" {
		return
	}
	r := facts.Relation{Name: ws[0].text, Access: reads}
	if len(ws) > 2 && ws[1].text == "." && ws[2].name() {
		r.Schema, r.Name = ws[0].text, ws[2].text
	}
	switch {
	case strings.HasPrefix(kind, "DROP") || strings.HasPrefix(kind, "CREATE") || strings.HasPrefix(kind, "ALTER"):
		r.Access = defines
	case after.is("INTO"), after.is("UPDATE"), kind == "DELETE" && after.is("FROM"), kind == "TRUNCATE":
		r.Access = writes
	}
	k.q.Relations = append(k.q.Relations, r)
}

func (k *kinds) finish() {
	q := k.q
	slices.SortFunc(q.Functions, func(a, b facts.Function) int { return compare(a.Schema, b.Schema, a.Name, b.Name) })
	q.Functions = slices.Compact(q.Functions)
	slices.SortFunc(q.Relations, func(a, b facts.Relation) int {
		return compare(a.Schema, b.Schema, a.Name, b.Name, a.Access, b.Access)
	})
	q.Relations = slices.Compact(q.Relations)
	slices.Sort(q.Locks)
	q.Locks = slices.Compact(q.Locks)
}
