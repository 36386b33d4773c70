package pgrun_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"regent/internal/pgtest"
	"regent/tools/pgrun"
)

var sqlBlock = regexp.MustCompile("(?s)```sql\n(.*?)```")

// The role of docs/postgres-role.md can be made as written, reads its schema
// and can do nothing else, even without Regent before it.
func TestDocumentedRole(t *testing.T) {
	doc, err := os.ReadFile("../../docs/postgres-role.md")
	if err != nil {
		t.Fatal(err)
	}
	s := pgtest.Shared(t)
	db := s.Database(t, "CREATE SCHEMA reporting", "CREATE TABLE reporting.sales AS SELECT 7 AS total", "CREATE TABLE public.secrets AS SELECT 'x' AS a")
	blocks := sqlBlock.FindAllStringSubmatch(string(doc), -1)
	if len(blocks) != 2 {
		t.Fatalf("%d blocks of SQL", len(blocks))
	}
	role := "regent_reader_" + db // roles are the cluster's, not the database's
	for _, b := range blocks {
		s.Exec(t, db, strings.ReplaceAll(b[1], "regent_reader", role))
	}
	s.Exec(t, db, "CREATE TABLE reporting.later AS SELECT 8 AS total")
	r := open(t, pgrun.Options{DSN: s.DSN(role, db)})
	may, err := r.Role(t.Context())
	if err != nil || len(may.Powers) != 0 || may.Privileged() {
		t.Errorf("powers %v, %v", may.Powers, err)
	}
	got, err := r.Run(t.Context(), bounded(t, "SELECT s.total, l.total FROM sales s, reporting.later l", 50), limits)
	if err != nil || rows(got) != "7\t8\t\n" {
		t.Errorf("%v %v", got, err)
	}
	conn := connect(t, s.DSN(role, db))
	for _, text := range []string{
		"SELECT * FROM public.secrets", "INSERT INTO reporting.sales VALUES (1)", "CREATE TABLE reporting.made (a int)",
		"CREATE TABLE public.made (a int)", "SELECT pg_read_file('/etc/hostname')", "SELECT lo_creat(0)", "SELECT lo_from_bytea(0, 'x')",
		"SELECT pg_notify('a', 'b')", "COPY (SELECT 1) TO PROGRAM 'true'", "COPY (SELECT 1) TO '/tmp/made'", "SELECT rolpassword FROM pg_authid",
		"CREATE ROLE made", "ALTER ROLE " + role + " SUPERUSER", "SELECT pg_switch_wal()", "SELECT pg_ls_dir('.')",
	} {
		tx, err := conn.BeginTx(t.Context(), pgx.TxOptions{AccessMode: pgx.ReadWrite})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tx.Exec(t.Context(), text); err == nil {
			t.Errorf("%q works", text)
		} else if !strings.Contains(err.Error(), "42501") {
			t.Errorf("%q: %v", text, err)
		}
		if err := tx.Rollback(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
