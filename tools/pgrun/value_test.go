package pgrun_test

import (
	"encoding/json"
	"strings"
	"testing"

	"regent/tools/pgrun"
)

// raw runs a text as it is: what is not judged here is PostgreSQL's own.
func raw(text string) pgrun.Plan { return pgrun.Plan{Text: text, Keep: 50} }

func TestValues(t *testing.T) {
	w := newWorld(t,
		"CREATE TYPE mood AS ENUM ('sad', 'ok')", "CREATE TYPE pair AS (a int, b text)", "CREATE DOMAIN small AS int CHECK (VALUE < 9)",
	)
	for expr, want := range map[string]string{
		"NULL":                `null`,
		"NULL::int[]":         `null`,
		"true":                `true`,
		"false":               `false`,
		"1::int2":             `1`,
		"-2147483648":         `-2147483648`,
		"9223372036854775807": `9223372036854775807`,
		"26::oid":             `26`,
		"1.50::numeric":       `"1.50"`,
		"'NaN'::numeric":      `"NaN"`,
		"'Infinity'::numeric": `"Infinity"`,
		"1.5::float8":         `1.5`,
		"1e100::float8":       `1e+100`,
		"'-Infinity'::float4": `"-Infinity"`,
		"'NaN'::float8":       `"NaN"`,
		"'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid": `"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"`,
		`E'q"\\\t<é>'::text`:                           `"q\"\\\t<é>"`,
		"'x'::char(3)":                                 `"x  "`,
		`'\xDEAD00'::bytea`:                            `"\\xdead00"`,
		"''::bytea":                                    `"\\x"`,
		`'{"a": [1, 2.50, null]}'::jsonb`:              `{"a":[1,2.50,null]}`,
		`'{ "b" : 1, "a" : 2 }'::json`:                 `{"b":1,"a":2}`,
		`'"\ud800"'::json`:                             `"\"\\ud800\""`,
		`'"\ud83d\ude00"'::json`:                       `"\ud83d\ude00"`,
		"'2026-11-30'::date":                           `"2026-11-30"`,
		"'infinity'::date":                             `"infinity"`,
		"'0044-03-15 BC'::date":                        `"-0043-03-15"`,
		"'0001-03-15 BC'::date":                        `"0000-03-15"`,
		"'12026-01-01'::date":                          `"+12026-01-01"`,
		"'2026-11-30 20:15:00.123456'::timestamp":      `"2026-11-30T20:15:00.123456"`,
		"'2026-11-30 20:15:00+02'::timestamptz":        `"2026-11-30T18:15:00+00:00"`,
		"'-infinity'::timestamptz":                     `"-infinity"`,
		"'10:11:12.5'::time":                           `"10:11:12.5"`,
		"'10:11:12+05:30'::timetz":                     `"10:11:12+05:30"`,
		"'10:11:12-08'::timetz":                        `"10:11:12-08:00"`,
		"'1 year 2 mons 3 days 04:05:06.7'::interval":  `"P1Y2M3DT4H5M6.7S"`,
		"'-1 day +02:03:00'::interval":                 `"P-1DT2H3M"`,
		"'-00:00:01.5'::interval":                      `"PT-1.5S"`,
		"'0'::interval":                                `"PT0S"`,
		"'1 month'::interval":                          `"P1M"`,
		"'100:00'::interval":                           `"PT100H"`,
		"ARRAY[1, NULL, 3]":                            `[1,null,3]`,
		"ARRAY[[1, 2], [3, 4]]":                        `[[1,2],[3,4]]`,
		"'{}'::text[]":                                 `[]`,
		`ARRAY['a,b', 'c"d', 'NULL', '', '{}']`:        `["a,b","c\"d","NULL","","{}"]`,
		"'[2:3]={7,8}'::int[]":                         `[7,8]`,
		"ARRAY['1.0'::numeric]":                        `["1.0"]`,
		"ARRAY[true, false]":                           `[true,false]`,
		`ARRAY['{"a": 1}'::jsonb]`:                     `[{"a":1}]`,
		"ARRAY['2026-11-30 20:15:00'::timestamp]":      `["2026-11-30T20:15:00"]`,
		"ARRAY['((1,1),(0,0))'::box]":                  `["(1,1),(0,0)"]`,
		"ARRAY[1.5::float8, 'NaN']":                    `[1.5,"NaN"]`,
		"int4range(1, 5)":                              `"[1,5)"`,
		"'{[1,3),[5,7)}'::int4multirange":              `"{[1,3),[5,7)}"`,
		"'ok'::mood":                                   `"ok"`,
		"ARRAY['ok', 'sad']::mood[]":                   `"{ok,sad}"`,
		"ROW(1, 'x')::pair":                            `"(1,x)"`,
		"5::small":                                     `5`,
		"'10.0.0.0/8'::cidr":                           `"10.0.0.0/8"`,
		"'(1,2)'::point":                               `"(1,2)"`,
		"B'101'":                                       `"101"`,
		"'a b'::tsvector":                              `"'a' 'b'"`,
		"'<a/>'::xml":                                  `"<a/>"`,
		"'customers'::regclass":                        `"customers"`,
		"'$1.50'::money":                               `"$1.50"`,
	} {
		got, err := w.run.Run(t.Context(), raw("SELECT "+expr), limits)
		if err != nil {
			t.Errorf("%s: %v", expr, err)
			continue
		}
		if g := string(got.Rows[0][0]); g != want {
			t.Errorf("%s is %s, want %s", expr, g, want)
		}
		if !json.Valid(got.Rows[0][0]) {
			t.Errorf("%s: %s is no JSON", expr, got.Rows[0][0])
		}
	}
}

func TestColumnsKeepOrderAndDuplicates(t *testing.T) {
	w := newWorld(t)
	got, err := w.run.Run(t.Context(), bounded(t, `SELECT 1 AS a, 2 AS b, 3 AS a, 4, 'x' AS "A"`, 50), limits)
	if err != nil {
		t.Fatal(err)
	}
	if s := strings.Join(got.Columns, "|"); s != "a|b|a|?column?|A" {
		t.Errorf("columns %s", s)
	}
	if rows(got) != "1\t2\t3\t4\t\"x\"\t\n" {
		t.Errorf("row %q", rows(got))
	}
	none, err := w.run.Run(t.Context(), bounded(t, "SELECT id, name FROM users WHERE false", 50), limits)
	if err != nil {
		t.Fatal(err)
	}
	if len(none.Columns) != 2 || none.Rows == nil || none.RowCount != 0 || none.Truncated {
		t.Errorf("no rows: %+v", none)
	}
	bare, err := w.run.Run(t.Context(), bounded(t, "SELECT FROM users", 50), limits)
	if err != nil {
		t.Fatal(err)
	}
	if len(bare.Columns) != 0 || bare.RowCount != 50 || !bare.Truncated {
		t.Errorf("no columns: %+v", bare)
	}
}

// A role may have its own styles; what a value looks like does not depend on
// them.
func TestValuesDoNotDependOnTheRolesSettings(t *testing.T) {
	w := newWorld(t,
		"DO $$ BEGIN CREATE ROLE german LOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$",
		"ALTER ROLE german SET datestyle = 'German'", "ALTER ROLE german SET intervalstyle = 'sql_standard'",
		"ALTER ROLE german SET bytea_output = 'escape'", "ALTER ROLE german SET standard_conforming_strings = off",
	)
	r := open(t, pgrun.Options{DSN: w.server.DSN("german", w.db)})
	got, err := r.Run(t.Context(), raw(`SELECT '2026-11-30'::date, '1 day 02:00:00'::interval, decode('00ff5c41', 'hex'), '\'`), limits)
	if err != nil {
		t.Fatal(err)
	}
	if want := "\"2026-11-30\"\t\"P1DT2H\"\t\"\\\\x00ff5c41\"\t\"\\\\\"\t\n"; rows(got) != want {
		t.Errorf("%s, want %s", rows(got), want)
	}
}
