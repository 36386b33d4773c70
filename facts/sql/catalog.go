package sql

import (
	_ "embed"
	"strings"
	"sync"
)

// catalogTSV names every function of PostgreSQL 15's pg_catalog with the
// letters of its volatility: i, s, v, or several where overloads differ.
//
//go:embed catalog.tsv
var catalogTSV string

// builtins is the volatility word of every built-in function. An overloaded
// name has its least stable one.
var builtins = sync.OnceValue(func() map[string]string {
	m := make(map[string]string, 2700)
	for line := range strings.Lines(catalogTSV) {
		name, letters, ok := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		if !ok {
			continue
		}
		switch {
		case strings.Contains(letters, "v"):
			m[name] = "volatile"
		case strings.Contains(letters, "s"):
			m[name] = "stable"
		default:
			m[name] = "immutable"
		}
	}
	return m
})
