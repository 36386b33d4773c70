package pgrun_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"regent/tools/pgrun"
)

// acting is a server that plays PostgreSQL. each is asked about every statement
// of a connection, and gives the error to answer with, "" for none, or "hang".
func acting(t testing.TB, each func(connection int, text string) string) (dsn string) {
	t.Helper()
	var connections atomic.Int64
	addr := answering(t, func(conn net.Conn) {
		b := pgproto3.NewBackend(conn, conn)
		msg, err := b.ReceiveStartupMessage()
		if _, ok := msg.(*pgproto3.StartupMessage); err != nil || !ok {
			return // a cancel request
		}
		me := int(connections.Add(1))
		b.Send(&pgproto3.AuthenticationOk{})
		b.Send(&pgproto3.BackendKeyData{ProcessID: uint32(me), SecretKey: []byte("key!")})
		b.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
		tx, failed, text := byte('I'), false, ""
		for b.Flush() == nil {
			msg, err := b.Receive()
			if err != nil {
				return
			}
			if _, ends := msg.(*pgproto3.Sync); failed && !ends {
				continue
			}
			switch msg := msg.(type) {
			case *pgproto3.Parse:
				text = msg.Query
				b.Send(&pgproto3.ParseComplete{})
			case *pgproto3.Bind:
				b.Send(&pgproto3.BindComplete{})
			case *pgproto3.Describe:
				b.Send(&pgproto3.RowDescription{Fields: []pgproto3.FieldDescription{{Name: []byte("n"), DataTypeOID: 23}}})
			case *pgproto3.Execute:
				switch answer := each(me, text); {
				case answer == "hang":
					for err == nil {
						_, err = b.Receive()
					}
					return
				case answer != "":
					b.Send(&pgproto3.ErrorResponse{Severity: "ERROR", Code: answer, Message: "no"})
					failed = true
					continue
				}
				tag, _, _ := strings.Cut(text, " READ")
				switch {
				case tag == "BEGIN":
					tx = 'T'
				case tag == "ROLLBACK":
					tx = 'I'
				case strings.HasPrefix(tag, "SET LOCAL"):
					tag = "SET"
				case strings.HasPrefix(tag, "SELECT"):
					b.Send(&pgproto3.DataRow{Values: [][]byte{fmt.Append(nil, me)}})
					tag = "SELECT 1"
				}
				b.Send(&pgproto3.CommandComplete{CommandTag: []byte(tag)})
			case *pgproto3.Sync:
				if failed && tx == 'T' {
					tx = 'E'
				}
				b.Send(&pgproto3.ReadyForQuery{TxStatus: tx})
				failed = false
			default:
				return
			}
		}
	})
	return "postgres://agent7@" + addr + "/base?sslmode=disable"
}

// connectionOf runs a query on an acting server, which answers with the number
// of the connection.
func connectionOf(t testing.TB, r *pgrun.Runner) string {
	t.Helper()
	got, err := r.Run(t.Context(), raw("SELECT n"), limits)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(rows(got))
}

// One session serves run after run, but one that cannot be put in order serves
// none.
func TestASessionThatIsNotInOrderServesNoRun(t *testing.T) {
	for name, c := range map[string]struct {
		statement, answer string
		want              string
	}{
		"all goes well":             {"", "", "1 1 1"},
		"a statement fails":         {"SELECT wrong", "42703", "1 1 1"},
		"ROLLBACK fails":            {"ROLLBACK", "XX000", "1 2 2"},
		"DISCARD ALL fails":         {"DISCARD ALL", "25001", "1 2 2"},
		"the transaction won't be":  {"BEGIN READ ONLY", "XX000", "1 1 1"},
		"a setting is refused":      {"SET LOCAL lock_timeout = 1000", "22023", "1 1 1"},
		"DISCARD ALL has no answer": {"DISCARD ALL", "hang", "1 2 2"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var once atomic.Bool
			r := open(t, pgrun.Options{DSN: acting(t, func(_ int, text string) string {
				if text == c.statement && once.CompareAndSwap(false, true) {
					return c.answer
				}
				return ""
			})})
			if first := strings.HasPrefix(c.statement, "S") || strings.HasPrefix(c.statement, "B"); first {
				text := "SELECT n"
				if strings.HasPrefix(c.statement, "SELECT") {
					text = c.statement
				}
				if _, err := r.Run(t.Context(), raw(text), limits); err == nil {
					t.Fatal("no error")
				}
			}
			l := limits
			l.Timeout = 100 * time.Millisecond
			var got []string
			for range 3 {
				res, err := r.Run(t.Context(), raw("SELECT n"), l)
				if err != nil {
					t.Fatalf("%v: %v", got, err)
				}
				got = append(got, strings.TrimSpace(rows(res)))
			}
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("connections %s, want %s", s, c.want)
			}
		})
	}
}

// A server that says nothing more is given up, and its session too.
func TestAServerThatHangs(t *testing.T) {
	r := open(t, pgrun.Options{DSN: acting(t, func(connection int, text string) string {
		if connection == 1 && strings.HasPrefix(text, "SELECT") {
			return "hang"
		}
		return ""
	})})
	_, err := r.Run(t.Context(), raw("SELECT n"), pgrun.Limits{Timeout: time.Millisecond})
	if err == nil || failure(t, err).Kind != pgrun.KindTimeout {
		t.Errorf("%v", err)
	}
	if got := connectionOf(t, r); got != "2" {
		t.Errorf("connection %s answers", got)
	}
}

// Closing ends the kept sessions too.
func TestCloseEndsKeptSessions(t *testing.T) {
	w := newWorld(t)
	conn := connect(t, w.server.DSN("owner", w.db))
	sessions := func() (n int) {
		if err := conn.QueryRow(t.Context(), "SELECT count(*) FROM pg_stat_activity WHERE usename = 'reader' AND datname = current_database()").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if _, err := w.run.Run(t.Context(), raw("SELECT 1"), limits); err != nil {
		t.Fatal(err)
	}
	if sessions() != 1 {
		t.Errorf("%d sessions after one run", sessions())
	}
	w.run.Close()
	await(t, func() bool { return sessions() == 0 })
	if _, err := w.run.Run(t.Context(), raw("SELECT 1"), limits); err == nil {
		t.Error("a closed runner runs")
	}
}

// A session that nobody needs is in order on the server, transaction ended and
// nothing held, before anybody looks at it again.
func TestAKeptSessionHoldsNothing(t *testing.T) {
	w := newWorld(t)
	if _, err := w.run.Run(t.Context(), raw("SELECT pg_advisory_lock(43), a FROM t"), limits); err != nil {
		t.Fatal(err)
	}
	conn := connect(t, w.server.DSN("owner", w.db))
	await(t, func() bool {
		var held, open int
		if err := conn.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM pg_locks l WHERE l.pid = a.pid), (a.xact_start IS NOT NULL)::int
			FROM pg_stat_activity a WHERE usename = 'reader' AND datname = current_database()`).Scan(&held, &open); err != nil {
			t.Fatal(err)
		}
		return held == 0 && open == 0
	})
}

// Many callers at once, some of whom leave, get their own rows and no others.
func TestCallersDoNotMeet(t *testing.T) {
	w := newWorld(t)
	r := open(t, pgrun.Options{DSN: w.server.DSN("reader", w.db), MaxConns: 3})
	var wg sync.WaitGroup
	for worker := range 8 {
		wg.Go(func() {
			rnd := rand.New(rand.NewPCG(uint64(worker), 7))
			for i := range 40 {
				ctx, cancel := context.WithCancel(t.Context())
				n := worker*1000 + i
				text := fmt.Sprintf("SELECT %d, current_setting('work_mem') = '4MB', set_config('work_mem', '%dkB', false) IS NULL, pg_try_advisory_lock(%[1]d)", n, 1024+n)
				leaves := rnd.IntN(8) == 0
				if leaves {
					text += ", pg_sleep(0.2)"
					time.AfterFunc(time.Duration(rnd.IntN(20))*time.Millisecond, cancel)
				}
				got, err := r.Run(ctx, raw(text), limits)
				cancel()
				switch want := fmt.Sprintf("%d\ttrue\tfalse\ttrue\t", n); {
				case leaves && err != nil:
					if k := failure(t, err).Kind; k != pgrun.KindCancelled {
						t.Errorf("%s: %s", text, k)
					}
				case err != nil:
					t.Errorf("%s: %v", text, err)
				case !strings.HasPrefix(rows(got), want):
					t.Errorf("%s: %s", text, rows(got))
				}
			}
		})
	}
	wg.Wait()
}
