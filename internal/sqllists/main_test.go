package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

const root = "../.."

func TestTheShippedListsAreTheGeneratedOnes(t *testing.T) {
	out, err := build(root)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range out {
		got, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s differs from what go run ./internal/sqllists writes", name)
		}
	}
}

func TestEveryRefusedNameExists(t *testing.T) {
	known := map[string]bool{}
	for _, name := range []string{"catalog.tsv", "later.tsv"} {
		text, err := os.ReadFile(filepath.Join(root, "facts", "sql", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := each(bytes.NewReader(text), func(line string) {
			fn, _, _ := bytes.Cut([]byte(line), []byte("\t"))
			known[string(fn)] = true
		}); err != nil {
			t.Fatal(err)
		}
	}
	for _, list := range []string{"refused-functions.txt", "volatile-functions.txt"} {
		for _, name := range read(list) {
			if !known[name] {
				t.Errorf("%s: %s is no built-in function", list, name)
			}
		}
	}
	relations := minus(append(append(read("pg15-relations.txt"), read("later-relations.txt")...), "pg_stat_statements"), nil)
	for _, name := range read("refused-catalogs.txt") {
		if !relations[name] {
			t.Errorf("refused-catalogs.txt: %s is no relation of pg_catalog", name)
		}
	}
}

// A volatile function reaches the list only by name.
func TestNoVolatileFunctionIsAllowedUnlessNamed(t *testing.T) {
	allowed, err := functions(root)
	if err != nil {
		t.Fatal(err)
	}
	named := minus(read("volatile-functions.txt"), nil)
	text, err := os.ReadFile(filepath.Join(root, "facts", "sql", "catalog.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	volatile := 0
	if err := each(bytes.NewReader(text), func(line string) {
		fn, letters, _ := bytes.Cut([]byte(line), []byte("\t"))
		if !bytes.ContainsRune(letters, 'v') {
			return
		}
		volatile++
		if allowed[string(fn)] && !named[string(fn)] {
			t.Errorf("%s is volatile and allowed", fn)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if volatile < 200 {
		t.Errorf("the catalog names %d volatile functions, want above 200", volatile)
	}
	for _, name := range []string{"abs", "now", "count", "jsonb_agg", "pg_get_viewdef", "pg_total_relation_size", "random"} {
		if !allowed[name] {
			t.Errorf("%s is not allowed", name)
		}
	}
}

func TestListsAreObjectsOfTrue(t *testing.T) {
	out, err := build(root)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range out {
		var set map[string]bool
		if err := json.Unmarshal(text, &set); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if len(set) < 60 {
			t.Errorf("%s has %d members", name, len(set))
		}
	}
}
