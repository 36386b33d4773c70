package pgrun_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"regent/internal/pgtest"
	"regent/tools/pgrun"
)

// Whatever goes wrong with a connection, what is told names neither server nor
// role nor password.
func TestFaultsCarryNoSecret(t *testing.T) {
	s := pgtest.Shared(t)
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := closed.Addr().String()
	closed.Close()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	refuses := answering(t, func(conn net.Conn) {
		b := pgproto3.NewBackend(conn, conn)
		if _, err := b.ReceiveStartupMessage(); err == nil {
			b.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: "28P01", Message: `password authentication failed for user "agent7" on 10.9.8.7`})
			_ = b.Flush()
		}
	})
	const user, password, base = "agent7", "hunter2-q", "ledger9"
	secrets := []string{user, password, base, "10.9.8.7", "db.invalid", nobody, silent.Addr().String(), refuses, s.Socket, "postgres://"}
	for name, dsn := range map[string]string{
		"nobody listens":   fmt.Sprintf("postgres://%s:%s@%s/%s?sslmode=disable", user, password, nobody, base),
		"no such host":     fmt.Sprintf("postgres://%s:%s@db.invalid/%s?sslmode=disable", user, password, base),
		"no answer":        fmt.Sprintf("postgres://%s:%s@%s/%s?sslmode=disable", user, password, silent.Addr(), base),
		"refused":          fmt.Sprintf("postgres://%s:%s@%s/%s?sslmode=disable", user, password, refuses, base),
		"no TLS there":     fmt.Sprintf("postgres://%s:%s@%s/%s?sslmode=verify-full", user, password, refuses, base),
		"no such database": s.DSN("reader", base),
		"no such role":     s.DSN(user, "postgres"),
		"no socket":        "postgres:///" + base + "?" + url.Values{"host": {filepath.Join(s.Socket, "none")}, "user": {user}, "password": {password}}.Encode(),
	} {
		r, err := pgrun.Open(pgrun.Options{DSN: dsn, ConnectTimeout: 200 * time.Millisecond})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		_, err = r.Run(t.Context(), raw("SELECT 1"), limits)
		r.Close()
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		e := failure(t, err)
		if e.Kind != pgrun.KindFault {
			t.Errorf("%s: %s", name, e.Kind)
		}
		for _, secret := range secrets {
			if told := fmt.Sprintf("%v %+v %#v", err, *e, errors.Unwrap(err)); strings.Contains(told, secret) {
				t.Errorf("%s: %q tells %q", name, told, secret)
			}
		}
	}
	for _, dsn := range []string{
		"", "mysql://agent7:hunter2-q@db.invalid/x", "postgres://agent7:hunter2-q@db.invalid:port/x",
		"host=db.invalid user=agent7 password=hunter2-q", "postgres://agent7:hunter2-q@db.invalid/x?sslmode=sometimes",
		"postgres://agent7:hunter2%zz@db.invalid/x", "postgres://agent7:hunter2-q@db.invalid/x?sslrootcert=/none&sslmode=verify-full",
	} {
		_, err := pgrun.Open(pgrun.Options{DSN: dsn})
		if !errors.Is(err, pgrun.ErrDSN) {
			t.Errorf("%q: %v", dsn, err)
			continue
		}
		for _, secret := range secrets {
			if strings.Contains(err.Error(), secret) && secret != "postgres://" {
				t.Errorf("%q tells %q", err, secret)
			}
		}
	}
}

// answering serves each connection with f and gives its address.
func answering(t testing.TB, f func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			wg.Go(func() {
				defer conn.Close()
				f(conn)
			})
		}
	})
	t.Cleanup(func() { l.Close(); wg.Wait() })
	return l.Addr().String()
}

// A pooler that takes no startup parameter of its own is served without it.
func TestPoolerThatRefusesTheStartupParameter(t *testing.T) {
	w := newWorld(t)
	var mu sync.Mutex
	var seen []bool
	pooler := answering(t, func(client net.Conn) {
		b := pgproto3.NewBackend(client, client)
		msg, err := b.ReceiveStartupMessage()
		if err != nil {
			return
		}
		start, ok := msg.(*pgproto3.StartupMessage)
		if !ok {
			return // a cancel request
		}
		_, has := start.Parameters["default_transaction_read_only"]
		mu.Lock()
		seen = append(seen, has)
		mu.Unlock()
		if has {
			b.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: "08P01", Message: "unsupported startup parameter: default_transaction_read_only"})
			_ = b.Flush()
			return
		}
		server, err := net.Dial("unix", filepath.Join(w.server.Socket, ".s.PGSQL.5432"))
		if err != nil {
			return
		}
		defer server.Close()
		raw, err := start.Encode(nil)
		if err != nil {
			return
		}
		if _, err := server.Write(raw); err != nil {
			return
		}
		go func() { _, _ = io.Copy(server, client) }()
		_, _ = io.Copy(client, server)
	})
	r := open(t, pgrun.Options{DSN: "postgres://reader@" + pooler + "/" + w.db + "?sslmode=disable"})
	for range 2 {
		got, err := r.Run(t.Context(), raw("SELECT current_setting('transaction_read_only'), current_setting('default_transaction_read_only')"), limits)
		if err != nil {
			t.Fatal(err)
		}
		if rows(got) != "\"on\"\t\"off\"\t\n" {
			t.Errorf("%s", rows(got))
		}
	}
	r.Close()
	mu.Lock()
	defer mu.Unlock()
	if fmt.Sprint(seen) != "[true false]" {
		t.Errorf("startups with the parameter: %v", seen)
	}
}

func TestTLS(t *testing.T) {
	dir := t.TempDir()
	cert, key := certificate(t, dir)
	port := freePort(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	s, err := pgtest.Start(ctx, pgtest.Options{TCP: port, TLSCert: cert, TLSKey: key})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Stop(); err != nil {
			t.Error(err)
		}
	})
	for query, want := range map[string]string{
		"sslmode=require": "true", "sslmode=disable": "false",
		"sslmode=verify-full&sslrootcert=" + cert: "true",
		"sslmode=verify-ca&sslrootcert=" + cert:   "true",
	} {
		r := open(t, pgrun.Options{DSN: fmt.Sprintf("postgres://owner@localhost:%d/postgres?%s", port, query)})
		got, err := r.Run(t.Context(), raw("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"), limits)
		if err != nil {
			t.Errorf("%s: %v", query, err)
		} else if rows(got) != want+"\t\n" {
			t.Errorf("%s: TLS is %s", query, rows(got))
		}
	}
	// The certificate is for localhost alone.
	r := open(t, pgrun.Options{DSN: fmt.Sprintf("postgres://owner@127.0.0.1:%d/postgres?sslmode=verify-full&sslrootcert=%s", port, cert)})
	if _, err := r.Run(t.Context(), raw("SELECT 1"), limits); err == nil || failure(t, err).Kind != pgrun.KindFault {
		t.Errorf("a certificate for another name: %v", err)
	}
}

// certificate writes a certificate for localhost and its key where the server's
// user can read them.
func certificate(t testing.TB, dir string) (cert, key string) {
	t.Helper()
	priv, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	tmpl := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "localhost"}, DNSNames: []string{"localhost"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, tmpl, tmpl, &priv.PublicKey, priv)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := x509.MarshalPKCS8PrivateKey(priv)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(dir, "server.crt"), filepath.Join(dir, "server.key")
	write := func(name, kind string, b []byte, mode os.FileMode) {
		if err := os.WriteFile(name, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: b}), mode); err != nil {
			t.Fatal(err)
		}
	}
	write(cert, "CERTIFICATE", der, 0o644)
	write(key, "PRIVATE KEY", raw, 0o600)
	return cert, key
}

func freePort(t testing.TB) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}
