package sql

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"regent/facts"
)

// kindsOf is the statements of a text, a detail after a slash.
func kindsOf(q facts.Query) []string {
	var out []string
	for _, s := range q.Statements {
		k := s.Kind
		if s.Detail != "" {
			k += "/" + s.Detail
		}
		out = append(out, k)
	}
	return out
}

func TestShellStatements(t *testing.T) {
	for _, c := range []struct {
		dialect, text string
		want          []string
		complete      bool
	}{
		{PostgreSQL, "SELECT count(*) FROM orders", []string{"SelectStmt"}, true},
		{PostgreSQL, "BEGIN;\nDROP/**/TABLE orders;\nCOMMIT;\n", []string{"TransactionStmt", "DropStmt", "TransactionStmt"}, true},
		{PostgreSQL, `\! rm -rf /home/dev/archive`, []string{`\!/program`}, true},
		{PostgreSQL, `\!rm -rf /`, []string{`\!/program`}, true},
		{PostgreSQL, `\dt+ public.*`, []string{`\dt+`}, true},
		{PostgreSQL, "\\x\nSELECT 1 \\g\nSELECT 2;\n\\q", []string{"SelectStmt", "SelectStmt", `\x`, `\g`, `\q`}, true},
		{PostgreSQL, "SELECT 1 \\g |sh", []string{"SelectStmt", `\g/program`}, true},
		{PostgreSQL, `\o | mail x`, []string{`\o/program`}, true},
		{PostgreSQL, `\o /tmp/x`, []string{`\o/file`}, true},
		{PostgreSQL, "\\set x `id`", []string{`\set/program`}, true},
		{PostgreSQL, `\i setup.sql`, []string{`\i/file`}, true},
		{PostgreSQL, `\copy t from 'x.csv'`, []string{`\copy/file`}, true},
		{PostgreSQL, `\copy t to program 'sh'`, []string{`\copy to/program`}, true},
		{PostgreSQL, `\timing \\ DROP TABLE t`, []string{"DropStmt", `\timing`}, true},
		{PostgreSQL, `SELECT '\! rm' , E'\'\\! x', "\!", $$\! y$$ -- \! z`, []string{"SelectStmt"}, true},
		{PostgreSQL, `SELECT a$b$, c$b$ FROM t \! id`, []string{"SelectStmt", `\!/program`}, true},
		{PostgreSQL, "SELECT typee'x'", []string{"SelectStmt"}, true},
		{PostgreSQL, "SELECT :'name'; DELETE FROM t", []string{"SELECT", "DELETE"}, false},
		{PostgreSQL, "SELECT 'open", []string{"SELECT"}, false},
		{PostgreSQL, "", nil, true},
		{PostgreSQL, "-- nothing", nil, true},
		{PostgreSQL, "SELECT 1\x00; DROP TABLE t", []string{"SELECT", "DROP TABLE"}, false},
		{PostgreSQL, "COPY t TO PROGRAM 'x'", []string{"CopyStmt/program"}, true},
		{MySQL, "DELETE FROM sessions", []string{"DELETE"}, true},
		{MySQL, "SELECT `drop table`, 'a\\'; DROP TABLE x', \"b; DROP TABLE y\" FROM t # ; DROP TABLE z", []string{"SELECT"}, true},
		{MySQL, "/*! DROP TABLE t */", []string{"DROP TABLE"}, true},
		{MySQL, "/*!50000 DROP */ TABLE t", []string{"DROP TABLE"}, true},
		{MySQL, "SELECT 5--1; DROP TABLE t", []string{"SELECT", "DROP TABLE"}, true},
		{MySQL, "SHOW FULL TABLES; USE app; EXPLAIN SELECT 1; DESC t", []string{"SHOW TABLES", "USE", "EXPLAIN", "DESC"}, true},
		{MySQL, `\! rm -rf /`, []string{`\!/program`}, true},
		{MySQL, "SELECT 1\\G\nSELECT 2\\g", []string{"SELECT", "SELECT", `\G`, `\g`}, true},
		{MySQL, "system rm -rf /", []string{"system/program"}, true},
		{MySQL, "source x.sql", []string{"source/file"}, true},
		{MySQL, "delimiter //\nDROP TABLE t//", []string{"DROP TABLE", "delimiter"}, true},
		{MySQL, "SELECT system FROM t", []string{"SELECT"}, true},
		{MySQL, "drop temporary table if exists t", []string{"DROP TABLE"}, true},
		{MySQL, "CREATE OR REPLACE VIEW v AS SELECT 1", []string{"CREATE VIEW"}, true},
		{MySQL, "TRUNCATE t", []string{"TRUNCATE"}, true},
		{MySQL, "WITH a AS (SELECT 1) DELETE FROM t", []string{"DELETE"}, true},
		{MySQL, "EXPLAIN ANALYZE SELECT 1", []string{"SELECT"}, true},
		{MySQL, "(SELECT 1) UNION (SELECT 2)", []string{"SELECT"}, true},
		{MySQL, "SELECT \"open", []string{"SELECT"}, false},
		{SQLite, ".shell rm -rf /home/dev/archive", []string{".shell/program"}, true},
		{SQLite, ".system id", []string{".system/program"}, true},
		{SQLite, ".mode csv\nDELETE FROM t;\n.tables", []string{"DELETE", ".mode", ".tables"}, true},
		{SQLite, `.import "|cat /etc/passwd" t`, []string{".import/program"}, true},
		{SQLite, ".once '|sh'", []string{".once/program"}, true},
		{SQLite, ".output out.txt", []string{".output/file"}, true},
		{SQLite, ".load ./x", []string{".load/file"}, true},
		{SQLite, "INSERT INTO tags(name) VALUES ('drop table')", []string{"INSERT"}, true},
		{SQLite, "PRAGMA table_info(t); PRAGMA main.user_version = 3", []string{"PRAGMA TABLE_INFO", "PRAGMA SET"}, true},
		{SQLite, "SELECT [a;b], t.x FROM t", []string{"SELECT"}, true},
		{"oracle", "DROP TABLE t", []string{"DROP TABLE"}, true},
	} {
		q := Shell(c.dialect, c.text)
		if d := cmp.Diff(c.want, kindsOf(q)); d != "" || q.Complete != c.complete {
			t.Errorf("%s %q: complete %v (-want +got):\n%s", c.dialect, c.text, q.Complete, d)
		}
	}
}

func TestShellAllRows(t *testing.T) {
	for text, want := range map[string]bool{
		"DELETE FROM t":                              true,
		"delete from t where 1":                      true,
		"DELETE FROM t WHERE 1=1":                    true,
		"DELETE FROM t WHERE TRUE ORDER BY a":        true,
		"DELETE FROM t WHERE a = 1 OR 1 = 1":         true,
		"DELETE FROM t WHERE (a = 1) OR (2)":         true,
		"DELETE FROM t WHERE a = a":                  true,
		"UPDATE t SET a = (SELECT 1 FROM u WHERE b)": true,
		"WITH x AS (SELECT 1 WHERE a) DELETE FROM t": true,
		"DELETE FROM t WHERE a = 1":                  false,
		"DELETE FROM t LIMIT 3":                      false,
		"UPDATE t SET a = 1 WHERE id = 7":            false,
		"UPDATE t SET a = 1 WHERE `true` = 7":        false,
		"EXPLAIN DELETE FROM t":                      false,
		"EXPLAIN ANALYZE DELETE FROM t":              true,
		"SELECT 1":                                   false,
	} {
		if got := Shell(MySQL, text).Unfiltered; got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	if !Shell(PostgreSQL, "UPDATE t SET a = :v").Unfiltered {
		t.Error("an UPDATE that the grammar refuses is not read by its words")
	}
}

func TestShellWords(t *testing.T) {
	q := Shell(MySQL, "SELECT LOAD_FILE('/etc/passwd'), `sleep`(1), sys.exec('x'), count(*) FROM mysql.user u JOIN `a` INTO OUTFILE '/tmp/x' FOR UPDATE")
	got := functions(q)
	if d := cmp.Diff([]string{"count", "load_file", "sleep", "sys.exec"}, got); d != "" {
		t.Errorf("functions (-want +got):\n%s", d)
	}
	if rs := relations(q); !slices.Contains(rs, "mysql.user") || !slices.Contains(rs, "a") {
		t.Errorf("relations %v", rs)
	}
	if !q.Into || !slices.Equal(q.Locks, []string{"update"}) {
		t.Errorf("into %v, locks %v", q.Into, q.Locks)
	}
	q = Shell(SQLite, "SELECT a FROM t WHERE b IN (1, 2) AND EXISTS (SELECT 1) AND c BETWEEN (1) AND (2)")
	if len(q.Functions) != 0 {
		t.Errorf("functions %v", q.Functions)
	}
}

func FuzzShell(f *testing.F) {
	for _, text := range []string{
		"SELECT 1", `\! x`, "/*! DROP */", ".shell x", "\\copy t from program 'x'", "$a$ $b$ $a$", "E'\\'", "-- x\n;", "`", "[", "\\\\", "PRAGMA x=",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, dialect := range []string{PostgreSQL, MySQL, SQLite, "other"} {
			q := Shell(dialect, text)
			if q.Statements == nil || q.Functions == nil || q.Relations == nil || q.Nodes == nil || q.Locks == nil {
				t.Fatalf("%s: a member is nil", dialect)
			}
			for _, s := range q.Statements {
				if s.Kind == "" {
					t.Fatalf("%s %q: a statement without a kind", dialect, text)
				}
			}
			// What the text starts with is seen, whatever follows it.
			if q := Shell(dialect, "DROP TABLE t;\n"+text); dialect != "other" && !strings.HasPrefix(kindsOf(q)[0], "Drop") && !strings.HasPrefix(kindsOf(q)[0], "DROP") {
				t.Fatalf("%s: a DROP before %q is not seen: %v", dialect, text, kindsOf(q))
			}
		}
	})
}
