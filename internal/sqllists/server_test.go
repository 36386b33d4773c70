package main

import (
	"bytes"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"regent/internal/pgtest"
)

var update = flag.Bool("update", false, "add what the server has to the tables of later versions")

func TestMain(m *testing.M) { pgtest.Main(m) }

// What this PostgreSQL has is in the tables, whatever its version, so that each
// name was looked at. With -update what is missing is added; then run
// go run ./internal/sqllists, and put what a query may not use into refused-*.txt.
func TestTheTablesKnowThisServer(t *testing.T) {
	s := pgtest.Shared(t)
	conn, err := pgx.Connect(t.Context(), s.DSN(pgtest.Superuser, "postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	ask := func(text string) map[string]string {
		t.Helper()
		rows, err := conn.Query(t.Context(), text)
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]string{}
		var name, more string
		if _, err := pgx.ForEachRow(rows, []any{&name, &more}, func() error {
			found[name] = more
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if len(found) < 60 {
			t.Fatalf("%d answers to %s", len(found), text)
		}
		return found
	}

	later := filepath.Join(root, "facts", "sql", "later.tsv")
	known := tableOf(t, filepath.Join(root, "facts", "sql", "catalog.tsv"))
	added := tableOf(t, later)
	for name, has := range ask(`SELECT proname, string_agg(DISTINCT provolatile::text, '' ORDER BY provolatile::text) ||
			CASE WHEN bool_and(inside) THEN E'\tinternal' ELSE '' END
		FROM (SELECT proname, provolatile, prorettype IN (SELECT oid FROM pg_type WHERE typname IN ('internal', 'trigger', 'event_trigger'))
			OR 'internal'::regtype = ANY (proargtypes) AS inside FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace) AS p
		GROUP BY proname`) {
		listed, ok := known[name]
		if more, there := added[name]; there {
			listed, ok = listed+more, true
		}
		letters, _, _ := strings.Cut(has, "\t")
		if ok && !strings.ContainsFunc(letters, func(r rune) bool { return !strings.ContainsRune(listed, r) }) {
			continue
		}
		if *update {
			added[name] = has
			continue
		}
		t.Errorf("function %s (%s) is listed as %q", name, has, listed)
	}
	if *update {
		var b bytes.Buffer
		for _, name := range slices.Sorted(maps.Keys(added)) {
			b.WriteString(name + "\t" + added[name] + "\n")
		}
		if err := os.WriteFile(later, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}

	relations := minus(append(read("pg15-relations.txt"), read("later-relations.txt")...), nil)
	var missing []string
	for name := range ask(`SELECT relname, '' FROM pg_class WHERE relnamespace = 'pg_catalog'::regnamespace AND relkind IN ('r', 'v')`) {
		if !relations[name] {
			missing = append(missing, name)
		}
	}
	if slices.Sort(missing); *update && len(missing) > 0 {
		all := slices.Sorted(slices.Values(append(read("later-relations.txt"), missing...)))
		if err := os.WriteFile("later-relations.txt", []byte(strings.Join(all, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if len(missing) > 0 {
		t.Errorf("relations that no list knows: %s", missing)
	}

	// No later version has added to these, up to 18.
	for list, text := range map[string]string{
		"pg15-operators.txt": `SELECT DISTINCT oprname, '' FROM pg_operator WHERE oprnamespace = 'pg_catalog'::regnamespace`,
		"pg15-types.txt": `SELECT typname, '' FROM pg_type WHERE typnamespace = 'pg_catalog'::regnamespace
			AND (typtype IN ('b', 'p', 'r', 'm') AND NOT (typelem <> 0 AND typsubscript = 'array_subscript_handler'::regproc))`,
	} {
		names := minus(read(list), nil)
		for name := range ask(text) {
			if !names[name] {
				t.Errorf("%s lacks %s", list, name)
			}
		}
	}
}

func tableOf(t *testing.T, file string) map[string]string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	out := map[string]string{}
	if err := each(f, func(line string) {
		name, rest, _ := strings.Cut(line, "\t")
		out[name] = rest
	}); err != nil {
		t.Fatal(err)
	}
	return out
}
