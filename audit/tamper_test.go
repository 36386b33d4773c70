package audit

import (
	"bytes"
	"context"
	"database/sql/driver"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"modernc.org/sqlite"
)

// forty rows after the first, a checkpoint at each tenth.
const tamperRows = 40

func tamperLog(t testing.TB) Options {
	t.Helper()
	o := place(t)
	o.CheckpointRows = 10
	l := openLog(t, o)
	for i := range tamperRows {
		r := decision("d")
		r.Rule = strings.Repeat("r", 1+i%7)
		if _, err := l.Append(context.Background(), r); err != nil {
			t.Fatal(err)
		}
	}
	closeLog(t, l)
	return o
}

// rawConn opens the file as anybody with SQLite can, without our settings.
func rawConn(t testing.TB, path string) *conn {
	t.Helper()
	connector, err := sqlite.NewConnector("file:" + path)
	if err != nil {
		t.Fatal(err)
	}
	dc, err := connector.Connect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return &conn{c: dc, stmts: map[string]driver.Stmt{}}
}

// withoutGuards runs f on the table with triggers and strict typing out of the
// way, and puts the schema back letter by letter.
func withoutGuards(t testing.TB, path string, f func(c *conn)) {
	t.Helper()
	for _, step := range []func(c *conn){
		func(c *conn) {
			must(t, c.exec("DROP TRIGGER entries_keep"))
			must(t, c.exec("DROP TRIGGER entries_fixed"))
			must(t, c.exec("PRAGMA writable_schema=ON"))
			must(t, c.exec("UPDATE sqlite_schema SET sql = replace(sql, ' STRICT', '') WHERE name = 'entries'"))
		},
		f,
		func(c *conn) {
			must(t, c.exec("PRAGMA writable_schema=ON"))
			must(t, c.exec("UPDATE sqlite_schema SET sql = sql || ' STRICT' WHERE name = 'entries'"))
			must(t, c.exec("PRAGMA writable_schema=OFF"))
		},
		func(c *conn) {
			must(t, c.exec(schema[1].sql))
			must(t, c.exec(schema[2].sql))
			_, err := c.row("PRAGMA wal_checkpoint(TRUNCATE)")
			must(t, err)
		},
	} {
		c := rawConn(t, path)
		step(c)
		must(t, c.close())
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func readRow(t testing.TB, c *conn, seq int64) stored {
	t.Helper()
	s, ok, err := c.at(seq)
	if err != nil || !ok {
		t.Fatalf("row %d: %v", seq, err)
	}
	return s
}

func putRow(t testing.TB, c *conn, seq int64, record, chain, tree driver.Value) {
	t.Helper()
	must(t, c.exec("INSERT OR REPLACE INTO entries (seq, record, chain, tree) VALUES (?, ?, ?, ?)", seq, record, chain, tree))
}

func deleteRows(t testing.TB, c *conn, where string) {
	t.Helper()
	must(t, c.exec("DELETE FROM entries WHERE "+where))
}

// shift moves the rows from seq on by one, up or down.
func shift(t testing.TB, c *conn, seq, by int64) {
	t.Helper()
	must(t, c.exec("UPDATE entries SET seq = -seq - 1000 WHERE seq >= ?", seq))
	must(t, c.exec("UPDATE entries SET seq = -(seq + 1000) + ? WHERE seq < -999", by))
}

// edited is a record with another decision in it.
func edited(t testing.TB, record []byte) []byte {
	t.Helper()
	e, err := decode(record)
	if err != nil {
		t.Fatal(err)
	}
	e.Decision = "SAFE"
	return encode(&e)
}

// rewriteFrom edits row seq and makes every later hash fit, as somebody does who
// knows the format.
func rewriteFrom(t testing.TB, c *conn, seq int64) {
	t.Helper()
	h, err := c.headAt(seq)
	must(t, err)
	for n := seq; ; n++ {
		s, ok, err := c.at(n)
		must(t, err)
		if !ok {
			return
		}
		rec := s.record
		if n == seq {
			rec = edited(t, rec)
		}
		chain, tree, err := h.push(rec)
		must(t, err)
		putRow(t, c, n, rec, chain[:], joinHashes(tree))
	}
}

func flip(b []byte, i int) []byte {
	b = bytes.Clone(b)
	b[i] ^= 4
	return b
}

type tamperCase struct {
	name string
	do   func(t *testing.T, c *conn)
	// the first finding
	seq        int64
	kind       FindingKind
	checkpoint int64 // the finding needs this checkpoint
}

var tamperCases = []tamperCase{
	{"flipped bit in a record", func(t *testing.T, c *conn) {
		s := readRow(t, c, 17)
		putRow(t, c, 17, flip(s.record, 40), s.chain, s.tree)
	}, 17, FindingChanged, 0},
	{"flipped bit in a chain hash", func(t *testing.T, c *conn) {
		s := readRow(t, c, 17)
		putRow(t, c, 17, s.record, flip(s.chain, 3), s.tree)
	}, 17, FindingUnlinked, 0},
	{"flipped bit in a leaf", func(t *testing.T, c *conn) {
		s := readRow(t, c, 17)
		putRow(t, c, 17, s.record, s.chain, flip(s.tree, 3))
	}, 17, FindingTree, 0},
	{"flipped bit in an inner tree hash", func(t *testing.T, c *conn) {
		s := readRow(t, c, 31)
		putRow(t, c, 31, s.record, s.chain, flip(s.tree, 4*HashSize))
	}, 31, FindingTree, 0},
	{"flipped version byte", func(t *testing.T, c *conn) {
		s := readRow(t, c, 17)
		putRow(t, c, 17, flip(s.record, 0), s.chain, s.tree)
	}, 17, FindingRecord, 0},
	{"edited, nothing else", func(t *testing.T, c *conn) {
		s := readRow(t, c, 17)
		putRow(t, c, 17, edited(t, s.record), s.chain, s.tree)
	}, 17, FindingChanged, 0},
	{"edited, its own hashes made to fit", func(t *testing.T, c *conn) {
		h, err := c.headAt(17)
		must(t, err)
		rec := edited(t, readRow(t, c, 17).record)
		chain, tree, err := h.push(rec)
		must(t, err)
		putRow(t, c, 17, rec, chain[:], joinHashes(tree))
	}, 18, FindingUnlinked, 0},
	{"edited, all later hashes made to fit", func(t *testing.T, c *conn) { rewriteFrom(t, c, 17) }, 10, FindingRewritten, 20},
	{"last row rewritten", func(t *testing.T, c *conn) { rewriteFrom(t, c, 40) }, 40, FindingRewritten, 41},
	{"first row edited", func(t *testing.T, c *conn) {
		s := readRow(t, c, 0)
		putRow(t, c, 0, flip(s.record, 20), s.chain, s.tree)
	}, 0, FindingChanged, 0},
	{"first row removed", func(t *testing.T, c *conn) { deleteRows(t, c, "seq = 0") }, 0, FindingStart, 0},
	{"removed", func(t *testing.T, c *conn) { deleteRows(t, c, "seq = 17") }, 17, FindingMissing, 0},
	{"several removed", func(t *testing.T, c *conn) { deleteRows(t, c, "seq BETWEEN 17 AND 25") }, 17, FindingMissing, 0},
	{"removed and renumbered", func(t *testing.T, c *conn) {
		deleteRows(t, c, "seq = 17")
		shift(t, c, 18, -1)
	}, 17, FindingMoved, 0},
	{"inserted", func(t *testing.T, c *conn) {
		shift(t, c, 17, 1)
		h, err := c.headAt(17)
		must(t, err)
		e := Entry{Sequence: 17, Record: decision("forged")}
		rec := encode(&e)
		chain, tree, err := h.push(rec)
		must(t, err)
		putRow(t, c, 17, rec, chain[:], joinHashes(tree))
	}, 18, FindingRepeated, 0},
	{"inserted before the first", func(t *testing.T, c *conn) {
		s := readRow(t, c, 17)
		putRow(t, c, -3, s.record, s.chain, s.tree)
	}, -3, FindingMoved, 0},
	{"inserted far away", func(t *testing.T, c *conn) {
		s := readRow(t, c, 17)
		putRow(t, c, int64(1)<<62, s.record, s.chain, s.tree)
	}, int64(1) << 62, FindingMoved, 0},
	{"inserted at the largest sequence", func(t *testing.T, c *conn) {
		s := readRow(t, c, 17)
		putRow(t, c, int64(1<<63-1), s.record, s.chain, s.tree)
	}, 1<<63 - 1, FindingMoved, 0},
	{"reordered", func(t *testing.T, c *conn) {
		a, b := readRow(t, c, 17), readRow(t, c, 18)
		putRow(t, c, 17, b.record, b.chain, a.tree)
		putRow(t, c, 18, a.record, a.chain, b.tree)
	}, 17, FindingMoved, 0},
	{"duplicated over the next", func(t *testing.T, c *conn) {
		s := readRow(t, c, 17)
		putRow(t, c, 18, s.record, s.chain, readRow(t, c, 18).tree)
	}, 18, FindingRepeated, 0},
	{"duplicated at the end", func(t *testing.T, c *conn) {
		s := readRow(t, c, 40)
		h, err := c.headAt(41)
		must(t, err)
		_, tree, err := h.push(s.record)
		must(t, err)
		putRow(t, c, 41, s.record, s.chain, joinHashes(tree))
	}, 41, FindingRepeated, 0},
	{"tail cut", func(t *testing.T, c *conn) { deleteRows(t, c, "seq > 35") }, 36, FindingCut, 41},
	{"all but the first row cut", func(t *testing.T, c *conn) { deleteRows(t, c, "seq > 0") }, 1, FindingCut, 41},
	{"record is text", func(t *testing.T, c *conn) {
		s := readRow(t, c, 17)
		putRow(t, c, 17, string(s.record), s.chain, s.tree)
	}, 17, FindingType, 0},
	{"record is an integer", func(t *testing.T, c *conn) {
		s := readRow(t, c, 17)
		putRow(t, c, 17, int64(7), s.chain, s.tree)
	}, 17, FindingType, 0},
	{"chain is text", func(t *testing.T, c *conn) {
		s := readRow(t, c, 40)
		putRow(t, c, 40, s.record, string(s.chain), s.tree)
	}, 40, FindingType, 0},
	{"tree is a number", func(t *testing.T, c *conn) {
		s := readRow(t, c, 40)
		putRow(t, c, 40, s.record, s.chain, 1.5)
	}, 40, FindingType, 0},
	{"tree is too short", func(t *testing.T, c *conn) {
		s := readRow(t, c, 31)
		putRow(t, c, 31, s.record, s.chain, s.tree[:HashSize])
	}, 31, FindingTree, 0},
	{"record is empty", func(t *testing.T, c *conn) {
		s := readRow(t, c, 17)
		putRow(t, c, 17, []byte{}, s.chain, s.tree)
	}, 17, FindingRecord, 0},
}

func TestTampering(t *testing.T) {
	for _, tc := range tamperCases {
		t.Run(tc.name, func(t *testing.T) {
			o := tamperLog(t)
			withoutGuards(t, o.Path, func(c *conn) { tc.do(t, c) })
			rep, err := Verify(context.Background(), verifyOptions(t, o))
			if err != nil {
				t.Fatal(err)
			}
			if rep.OK() || len(rep.Findings) == 0 {
				t.Fatalf("not found: %+v", rep)
			}
			f := rep.Findings[0]
			if f.Sequence != tc.seq || f.Kind != tc.kind || f.Checkpoint != tc.checkpoint || f.Last < f.Sequence {
				t.Fatalf("findings %+v", rep.Findings)
			}
			failsClosed(t, o)
		})
	}
}

// failsClosed checks that a broken log is refused at the start, or by the check
// in the background, and that it takes no row then.
func failsClosed(t *testing.T, o Options) {
	t.Helper()
	before := countRows(t, o.Path)
	l, err := Open(context.Background(), o)
	if err == nil {
		end := make(chan error, 1)
		l.VerifyInBackground(func(err error) { end <- err })
		if err = <-end; err == nil {
			t.Fatal("neither the start nor the background check found it")
		}
		if l.Err() == nil {
			t.Error("the log does not say that it is broken")
		}
		if _, aerr := l.Append(context.Background(), decision("d")); !errors.Is(aerr, ErrUnavailable) {
			t.Errorf("a broken log took a row: %v", aerr)
		}
		_ = l.Close()
	}
	if !errors.Is(err, ErrUnavailable) {
		t.Errorf("error without its code: %v", err)
	}
	if s := err.Error(); strings.Contains(s, o.Path) || strings.Contains(s, filepath.Dir(o.Path)) || strings.Contains(s, "\n") || strings.Contains(strings.ToLower(s), "sqlite") {
		t.Errorf("error text %q", s)
	}
	if after := countRows(t, o.Path); after != before {
		t.Errorf("%d rows before, %d after", before, after)
	}
}

func countRows(t *testing.T, path string) int64 {
	t.Helper()
	c := rawConn(t, path)
	defer func() { must(t, c.close()) }()
	v, err := c.value("SELECT count(*) FROM entries")
	if err != nil {
		return -1
	}
	n, _ := v.(int64)
	return n
}

func copyFile(t testing.TB, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	must(t, err)
	must(t, os.MkdirAll(filepath.Dir(to), 0o700))
	must(t, os.WriteFile(to, data, 0o600))
	must(t, os.Chmod(to, 0o600))
}
