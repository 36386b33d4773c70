// Package pgtest starts a scratch PostgreSQL for tests: a new cluster in a
// temporary directory, a socket in it and no TCP port, stopped and removed at
// the end.
//
// The binaries come from the directory that REGENT_TEST_PG_BIN names, else from
// PATH, else from the newest /usr/lib/postgresql/*/bin, else from apt-get when
// the tests run as root. The server refuses to run as
// root, so a test that does starts it as the user "postgres", or "nobody".
//
// It is not for anything but tests: durability is off, and every local
// connection is trusted.
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Superuser is the role that owns a scratch cluster.
const Superuser = "owner"

// Server is one running scratch cluster.
type Server struct {
	Data   string // data directory
	Socket string // directory of the socket
	Major  int    // major version

	bin  string
	dir  string
	port int
	cmd  *exec.Cmd
	done chan struct{} // closed when the server has ended, with exit set
	exit error
	log  string
}

// Options of a scratch cluster.
type Options struct {
	// Settings are server settings as name=value, over the built-in ones.
	Settings []string
	// TCP makes the server listen on the loopback address with this port; 0
	// leaves it on the socket alone.
	TCP int
	// TLSCert and TLSKey, files in PEM, switch TLS on for TCP. They are copied
	// to where the server may read them.
	TLSCert, TLSKey string
}

var shared = sync.OnceValues(func() (*Server, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	return Start(ctx, Options{})
})

// Shared is one server for all tests of a test binary. The binary's TestMain
// must end with Main.
func Shared(tb testing.TB) *Server {
	tb.Helper()
	s, err := shared()
	if err != nil {
		tb.Fatalf("start a scratch PostgreSQL: %v", err)
	}
	used.Store("shared", s)
	return s
}

var used sync.Map

// Main runs the tests of a binary and stops the shared server after them.
func Main(m *testing.M) {
	code := m.Run()
	if s, ok := used.Load("shared"); ok {
		if err := s.(*Server).Stop(); err != nil {
			fmt.Fprintln(os.Stderr, "stop the scratch PostgreSQL:", err)
			code = 1
		}
	}
	os.Exit(code)
}

// Start makes and starts a cluster.
func Start(ctx context.Context, o Options) (*Server, error) {
	bin, err := binaries(ctx)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "pg")
	if err != nil {
		return nil, err
	}
	s := &Server{
		bin: bin, dir: dir, port: o.TCP,
		Data: filepath.Join(dir, "data"), Socket: dir, log: filepath.Join(dir, "log"),
	}
	if err := s.start(ctx, o); err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

func (s *Server) start(ctx context.Context, o Options) error {
	cred, err := s.own()
	if err != nil {
		return err
	}
	init := exec.CommandContext(ctx, filepath.Join(s.bin, "initdb"),
		"-D", s.Data, "-U", Superuser, "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync")
	init.Dir, init.SysProcAttr, init.Env = s.dir, cred, environ()
	if out, err := init.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, out)
	}
	if s.Major, err = major(s.Data); err != nil {
		return err
	}
	if o.TLSCert != "" {
		if o.TLSCert, err = s.take(o.TLSCert); err != nil {
			return err
		}
		if o.TLSKey, err = s.take(o.TLSKey); err != nil {
			return err
		}
	}
	logFile, err := os.OpenFile(s.log, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	defer logFile.Close()
	s.cmd = exec.Command(filepath.Join(s.bin, "postgres"), s.arguments(o)...)
	s.cmd.Dir, s.cmd.SysProcAttr, s.cmd.Env = s.dir, cred, environ()
	s.cmd.Stdout, s.cmd.Stderr = logFile, logFile
	if err := s.cmd.Start(); err != nil {
		return err
	}
	s.done = make(chan struct{})
	go func() {
		s.exit = s.cmd.Wait()
		close(s.done)
	}()
	return s.ready(ctx)
}

// take copies a file into the cluster's directory, for its user alone.
func (s *Server) take(file string) (string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(s.dir)
	if err != nil {
		return "", err
	}
	to := filepath.Join(s.dir, filepath.Base(file))
	if err := os.WriteFile(to, text, 0o600); err != nil {
		return "", err
	}
	if owner, ok := info.Sys().(*syscall.Stat_t); ok && os.Geteuid() == 0 {
		return to, os.Chown(to, int(owner.Uid), int(owner.Gid))
	}
	return to, nil
}

func (s *Server) arguments(o Options) []string {
	listen := ""
	if o.TCP != 0 {
		listen = "127.0.0.1"
	}
	set := []string{
		"listen_addresses=" + listen, "unix_socket_directories=" + s.Socket,
		"fsync=off", "full_page_writes=off", "synchronous_commit=off",
		"shared_buffers=32MB", "max_connections=40", "autovacuum=off",
		"wal_level=logical", "max_prepared_transactions=4", "max_wal_size=256MB",
	}
	if o.TCP != 0 {
		set = append(set, "port="+strconv.Itoa(o.TCP))
	}
	if o.TLSCert != "" {
		set = append(set, "ssl=on", "ssl_cert_file="+o.TLSCert, "ssl_key_file="+o.TLSKey)
	}
	args := []string{"-D", s.Data}
	for _, v := range slices.Concat(set, o.Settings) {
		args = append(args, "-c", v)
	}
	return args
}

// own gives the directory to the user that will run the server, and says how
// to become that user; nil for the present one.
func (s *Server) own() (*syscall.SysProcAttr, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		if u, err = user.Lookup("nobody"); err != nil {
			return nil, fmt.Errorf("find an unprivileged user to run PostgreSQL: %w", err)
		}
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		return nil, err
	}
	if err := os.Chown(s.dir, int(uid), int(gid)); err != nil {
		return nil, err
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}, nil
}

func (s *Server) ready(ctx context.Context) error {
	for {
		conn, err := pgx.Connect(ctx, s.DSN(Superuser, "postgres"))
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-s.done:
			text, _ := os.ReadFile(s.log)
			return fmt.Errorf("postgres ended: %w: %s", s.exit, text)
		case <-ctx.Done():
			return fmt.Errorf("wait for postgres: %w (last: %w)", ctx.Err(), err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// DSN addresses a database of the cluster through the socket.
func (s *Server) DSN(role, database string) string {
	q := url.Values{"host": {s.Socket}, "user": {role}, "sslmode": {"disable"}}
	if s.port != 0 {
		q.Set("port", strconv.Itoa(s.port)) // part of the socket's name
	}
	return "postgres:///" + database + "?" + q.Encode()
}

// Database makes a new database for a test, runs the statements of setup in it
// as the superuser and returns its name.
func (s *Server) Database(tb testing.TB, setup ...string) string {
	tb.Helper()
	name := "t" + strconv.FormatInt(time.Now().UnixNano(), 36)
	s.Exec(tb, "postgres", "CREATE DATABASE "+name)
	for _, text := range setup {
		s.Exec(tb, name, text)
	}
	return name
}

// Exec runs statements as the superuser.
func (s *Server) Exec(tb testing.TB, database string, statements ...string) {
	tb.Helper()
	ctx := tb.Context()
	conn, err := pgx.Connect(ctx, s.DSN(Superuser, database))
	if err != nil {
		tb.Fatalf("connect to %s: %v", database, err)
	}
	defer conn.Close(ctx)
	for _, text := range statements {
		if _, err := conn.Exec(ctx, text); err != nil {
			tb.Fatalf("run %q: %v", text, err)
		}
	}
}

// Log is what the server has written to its log so far.
func (s *Server) Log() string {
	text, _ := os.ReadFile(s.log)
	return string(text)
}

// Stop ends the server without waiting for its clients, and removes its files.
func (s *Server) Stop() error {
	if s.cmd != nil && s.done != nil {
		_ = s.cmd.Process.Signal(syscall.SIGINT) // fast shutdown
		select {
		case <-s.done:
		case <-time.After(20 * time.Second):
			_ = s.cmd.Process.Kill()
			<-s.done
		}
	}
	return os.RemoveAll(s.dir)
}

// environ is the environment less what would point libpq or the server
// elsewhere.
func environ() []string {
	return slices.DeleteFunc(os.Environ(), func(e string) bool {
		return strings.HasPrefix(e, "PG")
	})
}

func major(data string) (int, error) {
	text, err := os.ReadFile(filepath.Join(data, "PG_VERSION"))
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.TrimSpace(string(text)))
}
