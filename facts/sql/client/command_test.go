package client

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		dialect, text, rest string
		commands            []Command
		ended               bool
	}{
		{PostgreSQL, "SELECT 1", "SELECT 1", nil, true},
		{PostgreSQL, `\d t`, "\n", []Command{{`\d`, " t"}}, true},
		{PostgreSQL, `SELECT 1 \g out.txt`, "SELECT 1 ;", []Command{{`\g`, " out.txt"}}, true},
		{PostgreSQL, `\echo a \\ DROP TABLE t;`, "\n DROP TABLE t;", []Command{{`\echo`, ` a \\`}}, true},
		{PostgreSQL, `SELECT '\a', "\b", $$\c$$, E'\'\d' -- \e` + "\n;", `SELECT '\a', "\b", $$\c$$, E'\'\d' -- \e` + "\n;", nil, true},
		{PostgreSQL, `SELECT /* \a /* \b */ \c */ 1`, `SELECT /* \a /* \b */ \c */ 1`, nil, true},
		{PostgreSQL, `SELECT 'open \! id`, `SELECT 'open \! id`, nil, false},
		{MySQL, `SELECT '\'', 1\G`, `SELECT '\'', 1;`, []Command{{`\G`, ""}}, true},
		{MySQL, "SYSTEM id", "\n", []Command{{"system", " id"}}, true},
		{MySQL, "SELECT 1;\nsource x.sql\nSELECT 2", "SELECT 1;\n\n\nSELECT 2", []Command{{"source", " x.sql"}}, true},
		{SQLite, ".shell id\nSELECT '\n.shell id\n';", "\n\nSELECT '\n.shell id\n';", []Command{{".shell", " id"}}, true},
		{SQLite, "SELECT 1 + \n.5;", "SELECT 1 + \n.5;", nil, true},
	} {
		rest, commands, ended := Split(c.dialect, c.text)
		if rest != c.rest || ended != c.ended {
			t.Errorf("%s %q: rest %q, ended %v; want %q, %v", c.dialect, c.text, rest, ended, c.rest, c.ended)
		}
		if d := cmp.Diff(c.commands, commands); d != "" {
			t.Errorf("%s %q (-want +got):\n%s", c.dialect, c.text, d)
		}
	}
}

func TestKindAndDetail(t *testing.T) {
	for text, want := range map[string]string{
		`\d t`:                                `\d `,
		`\! id`:                               `\! program`,
		`\o |sh`:                              `\o program`,
		`\o x`:                                `\o file`,
		"\\set a `id`":                        `\set program`,
		`\i x.sql`:                            `\i file`,
		`\copy t to x`:                        `\copy to `,
		`\copy t (a, b) TO STDOUT`:            `\copy to `,
		`\copy t to program 'sh'`:             `\copy to program`,
		`\copy t from x`:                      `\copy file`,
		`\copy "a to b" from x`:               `\copy file`,
		`\copy t from 'a to b'`:               `\copy file`,
		`\copy (SELECT 1) to x`:               `\copy file`,
		`\copy (SELECT ' to ') from x`:        `\copy file`,
		`\copy t from program 'ls' to stdout`: `\copy program`,
	} {
		_, commands, _ := Split(PostgreSQL, text)
		if len(commands) != 1 {
			t.Errorf("%q: %v", text, commands)
			continue
		}
		if got := commands[0].Kind() + " " + commands[0].Detail(); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// Nothing is lost: what is no command stays, in its order.
func FuzzSplit(f *testing.F) {
	for _, s := range []string{`SELECT 1 \g`, `'\a' \! x`, ".x\n;", "$a$ \\b $a$", "/* \\ */", `\\`, "system x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, dialect := range []string{PostgreSQL, MySQL, SQLite, "other"} {
			rest, commands, _ := Split(dialect, s)
			at := 0
			for i := range len(rest) {
				if rest[i] == ';' || rest[i] == '\n' {
					continue // may stand for a command
				}
				n := strings.IndexByte(s[at:], rest[i])
				if n < 0 {
					t.Fatalf("%s %q: %q is not in it", dialect, s, rest)
				}
				at += n + 1
			}
			if len(commands) == 0 && rest != s {
				t.Fatalf("%s %q became %q", dialect, s, rest)
			}
			for _, c := range commands {
				if c.Word == "" {
					t.Fatalf("%s %q: a command without a word", dialect, s)
				}
			}
		}
	})
}
