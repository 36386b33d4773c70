package main

import (
	_ "github.com/jackc/pgx/v5/pgxpool"
	_ "github.com/open-policy-agent/opa/v1/bundle"
	_ "github.com/open-policy-agent/opa/v1/cover"
	_ "github.com/open-policy-agent/opa/v1/format"
	_ "github.com/open-policy-agent/opa/v1/rego"
	_ "github.com/open-policy-agent/opa/v1/tester"
	_ "github.com/pganalyze/pg_query_go/v6"
	_ "github.com/shirou/gopsutil/v4/cpu"
	_ "github.com/shirou/gopsutil/v4/disk"
	_ "github.com/shirou/gopsutil/v4/load"
	_ "github.com/shirou/gopsutil/v4/mem"
	_ "github.com/spf13/cobra"
	_ "github.com/spf13/viper"
	_ "golang.org/x/mod/sumdb/note"
	_ "golang.org/x/text/encoding/ianaindex"
	_ "modernc.org/sqlite"
	_ "mvdan.cc/sh/v3/syntax"
	_ "github.com/invopop/jsonschema"
	_ "github.com/santhosh-tekuri/jsonschema/v6"
)

func main() {}

