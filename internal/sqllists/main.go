// Command sqllists writes the lists by which the SQL rules know PostgreSQL:
// functions, operators, types and system relations that a query may use.
//
// It reads what PostgreSQL has (the tables beside this file and the catalog in
// facts/sql) and what is held back (refused-*.txt, each name with its reason),
// and writes policies/regent/settings/sql/*/data.json. Run it from the module's
// root after changing one of them:
//
//	go run ./internal/sqllists
//
// facts/sql/later.tsv and later-relations.txt are what 16 to 18 added, and
// whatever the server has that the tests run on (go test ./internal/sqllists
// -update). pg15-*.txt are answers of a new PostgreSQL 15 cluster:
//
//	pg15-operators.txt  SELECT DISTINCT oprname FROM pg_operator
//	pg15-types.txt      SELECT typname FROM pg_type, base, pseudo, range and multirange types but arrays
//	pg15-relations.txt  SELECT relname FROM pg_class, tables and views of pg_catalog
//	pg15-internal.txt   marked in facts/sql/catalog.tsv too: functions that take or return only internal or trigger values: no query can call them
package main

import (
	"bufio"
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed *.txt
var lists embed.FS

func main() {
	if err := run("."); err != nil {
		fmt.Fprintln(os.Stderr, "sqllists:", err)
		os.Exit(1)
	}
}

// run writes the lists below root, the module's root.
func run(root string) error {
	out, err := build(root)
	if err != nil {
		return err
	}
	for name, text := range out {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// build is the content of every file to write, by its path below root.
func build(root string) (map[string][]byte, error) {
	functions, err := functions(root)
	if err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	for name, set := range map[string]map[string]bool{
		"functions": functions,
		"operators": minus(read("pg15-operators.txt"), nil),
		"types":     minus(read("pg15-types.txt"), nil),
		"catalogs":  minus(append(read("pg15-relations.txt"), read("later-relations.txt")...), read("refused-catalogs.txt")),
	} {
		text, err := object(set)
		if err != nil {
			return nil, err
		}
		out["policies/regent/settings/sql/"+name+"/data.json"] = text
	}
	return out, nil
}

// functions are the built-ins that are IMMUTABLE or STABLE in every form, less
// the refused ones and those that no query can call, and the harmless VOLATILE
// ones.
func functions(root string) (map[string]bool, error) {
	set, less := map[string]bool{}, map[string]bool{}
	for _, name := range []string{"catalog.tsv", "later.tsv"} {
		f, err := os.Open(filepath.Join(root, "facts", "sql", name))
		if err != nil {
			return nil, err
		}
		err = each(f, func(line string) {
			fn, letters, _ := strings.Cut(line, "\t")
			letters, mark, _ := strings.Cut(letters, "\t")
			if strings.Contains(letters, "v") || mark == "internal" {
				less[fn] = true
			} else {
				set[fn] = true
			}
		})
		f.Close()
		if err != nil {
			return nil, err
		}
	}
	for _, name := range slices.Concat(slices.Collect(maps.Keys(less)), read("refused-functions.txt"), read("pg15-internal.txt")) {
		delete(set, name)
	}
	for _, name := range read("volatile-functions.txt") {
		set[name] = true
	}
	return set, nil
}

func minus(names, less []string) map[string]bool {
	set := map[string]bool{}
	for _, n := range names {
		set[n] = true
	}
	for _, n := range less {
		delete(set, n)
	}
	return set
}

// read is the first word of every line of an embedded list.
func read(name string) []string {
	text, err := lists.ReadFile(name)
	if err != nil {
		panic(err) // embedded: a missing file is a mistake in this program
	}
	var out []string
	_ = each(bytes.NewReader(text), func(line string) {
		word, _, _ := strings.Cut(line, " ")
		out = append(out, word)
	})
	return out
}

// each calls f for every line that is neither empty nor a comment. An operator
// may be a lone "#", so a comment is "# " with what follows.
func each(r io.Reader, f func(string)) error {
	sc := bufio.NewScanner(r)
	for sc.Scan() {
		if line := sc.Text(); line != "" && !strings.HasPrefix(line, "# ") {
			f(line)
		}
	}
	return sc.Err()
}

// object is a set as JSON, one member a line, so that a change shows as a line.
func object(set map[string]bool) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("{\n")
	for i, name := range slices.Sorted(maps.Keys(set)) {
		key := new(bytes.Buffer)
		enc := json.NewEncoder(key)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(name); err != nil {
			return nil, err
		}
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, "%s:true", bytes.TrimSpace(key.Bytes()))
	}
	b.WriteString("\n}\n")
	return b.Bytes(), nil
}
