package pgtest_test

import (
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"regent/internal/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

func TestStartsARealServerOnASocketAlone(t *testing.T) {
	s := pgtest.Shared(t)
	if s.Major < 15 {
		t.Fatalf("major version is %d", s.Major)
	}
	db := s.Database(t, "CREATE TABLE t (a int)", "INSERT INTO t VALUES (7)")
	conn, err := pgx.Connect(t.Context(), s.DSN(pgtest.Superuser, db))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	var a int
	var listen string
	if err := conn.QueryRow(t.Context(), "SELECT a, current_setting('listen_addresses') FROM t").Scan(&a, &listen); err != nil {
		t.Fatal(err)
	}
	if a != 7 || listen != "" {
		t.Errorf("a = %d, listen_addresses = %q", a, listen)
	}
	info, err := os.Stat(s.Data)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		t.Errorf("data directory has mode %v", info.Mode())
	}
	if !strings.Contains(s.Log(), "ready to accept connections") {
		t.Errorf("log does not say that the server is ready:\n%s", s.Log())
	}
}

// A directory that is named is used, or nothing is.
func TestNamedDirectory(t *testing.T) {
	t.Setenv(pgtest.Directory, t.TempDir())
	s, err := pgtest.Start(t.Context(), pgtest.Options{})
	if err == nil {
		_ = s.Stop()
		t.Fatal("a server came from elsewhere")
	}
	if !strings.Contains(err.Error(), pgtest.Directory) {
		t.Errorf("%v", err)
	}
}
