package sql

import (
	_ "embed"
	"strings"
	"sync"
)

// The names of functions that PostgreSQL ships, with the letters of their
// volatility: i, s, v, or several where overloads differ.
var (
	// catalogTSV is all of PostgreSQL 15's pg_catalog. "internal" marks what no
	// query can call, because its arguments or result are the server's own.
	//
	//go:embed catalog.tsv
	catalogTSV string

	// laterTSV is what 16 to 18 added, as far as it matters.
	//
	//go:embed later.tsv
	laterTSV string

	// extensionsTSV is the volatile functions of the extensions in contrib, and
	// of a few well-known others, with the extension's name.
	//
	//go:embed extensions.tsv
	extensionsTSV string
)

// shipped is what is known of a function by its name alone.
type shipped struct {
	volatility string
	extension  string // "" for a built-in
	internal   bool   // no query can call it
}

// catalogue is every function above. A built-in's name wins.
var catalogue = sync.OnceValue(func() map[string]shipped {
	m := make(map[string]shipped, 2900)
	for _, list := range []string{extensionsTSV, laterTSV, catalogTSV} {
		for line := range strings.Lines(list) {
			name, rest, ok := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
			if !ok {
				continue
			}
			letters, extension, _ := strings.Cut(rest, "\t")
			s := shipped{volatility: volatility(letters), extension: extension}
			if extension == "internal" {
				s.internal, s.extension = true, ""
			}
			m[name] = s
		}
	}
	return m
})

// volatility is the least stable of an overloaded name's words.
func volatility(letters string) string {
	switch {
	case strings.Contains(letters, "v"):
		return "volatile"
	case strings.Contains(letters, "s"):
		return "stable"
	}
	return "immutable"
}

// plainTypes are built-in types that are no rows and that the grammar leaves
// unqualified.
var plainTypes = map[string]bool{
	"text": true, "json": true, "jsonb": true, "uuid": true, "date": true, "bytea": true,
	"inet": true, "cidr": true, "name": true, "xml": true, "money": true, "oid": true,
	"regclass": true, "regproc": true, "regtype": true, "regrole": true, "tsvector": true, "tsquery": true,
}
