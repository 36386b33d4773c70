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

	"golang.org/x/mod/sumdb/note"
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

func TestSwappedFile(t *testing.T) {
	o, other := tamperLog(t), tamperLog(t)
	for _, side := range []string{"-wal", "-shm"} {
		_ = os.Remove(o.Path + side)
	}
	copyFile(t, other.Path, o.Path)
	rep, err := Verify(context.Background(), verifyOptions(t, o))
	must(t, err)
	if rep.OK() || rep.Findings[0].Kind != FindingForeignLog || rep.Findings[0].Checkpoint != 41 {
		t.Fatalf("%+v", rep.Findings)
	}
	failsClosed(t, o)
}

func TestReplayedOldCopy(t *testing.T) {
	o := tamperLog(t)
	old := filepath.Join(t.TempDir(), "old.db")
	copyFile(t, o.Path, old)
	l := openLog(t, o)
	appendN(t, l, 15)
	closeLog(t, l)
	for _, side := range []string{"-wal", "-shm"} {
		_ = os.Remove(o.Path + side)
	}
	copyFile(t, old, o.Path)
	rep, err := Verify(context.Background(), verifyOptions(t, o))
	must(t, err)
	if f := rep.Findings; len(f) == 0 || f[0].Kind != FindingCut || f[0].Sequence != 41 || f[0].Last != 55 || f[0].Checkpoint != 56 {
		t.Fatalf("%+v", rep.Findings)
	}
	failsClosed(t, o)
}

func TestWholeFileGone(t *testing.T) {
	o := tamperLog(t)
	must(t, os.Remove(o.Path))
	_, err := Open(context.Background(), o)
	if !errors.Is(err, &Error{Code: CodeUnavailable, Reason: ReasonMissing}) {
		t.Fatalf("open: %v", err)
	}
}

// A checkpoint file signed by somebody else's key proves nothing.
func TestForeignSigningKey(t *testing.T) {
	o := tamperLog(t)
	other := tamperLog(t)
	copyFile(t, filepath.Join(other.StateDir, "audit.key"), filepath.Join(o.StateDir, "audit.key"))
	rep, err := Verify(context.Background(), verifyOptions(t, o))
	must(t, err)
	if rep.OK() || rep.Findings[0].Kind != FindingSignature || rep.Anchored != 0 {
		t.Fatalf("%+v", rep)
	}
	failsClosed(t, o)
}

func TestMissingSigningKey(t *testing.T) {
	o := tamperLog(t)
	must(t, os.Remove(filepath.Join(o.StateDir, "audit.key")))
	if _, err := Open(context.Background(), o); !errors.Is(err, &Error{Code: CodeUnavailable, Reason: ReasonKey}) {
		t.Fatalf("open: %v", err)
	}
}

// Every byte of the last checkpoint is covered by its signature or its form.
func TestEditedCheckpoint(t *testing.T) {
	o := tamperLog(t)
	if _, err := o.fill(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(o.CheckpointFile)
	must(t, err)
	k, err := loadKey(o.KeyFile)
	must(t, err)
	start := bytes.LastIndex(whole, []byte("\n\n"+originPrefix)) + 2
	for i := start; i < len(whole)-2; i++ {
		bad := flip(whole, i)
		c, err := lastIn(bytes.NewReader(bad), int64(len(bad)), k)
		if err == nil && c != nil && c.Size == 41 {
			t.Fatalf("byte %d of %d changed, still taken as %+v", i, len(whole), c)
		}
	}
	// A whole forged note is named as such.
	forged := bytes.Replace(whole, []byte("\n41\n"), []byte("\n40\n"), 1)
	must(t, os.WriteFile(o.CheckpointFile, forged, 0o600))
	rep, err := Verify(context.Background(), verifyOptions(t, o))
	must(t, err)
	if rep.OK() || rep.Findings[0].Kind != FindingSignature || rep.Anchored != 40 {
		t.Fatalf("%+v", rep)
	}
	failsClosed(t, o)
}

func TestCheckpointFileTornByACrash(t *testing.T) {
	o := tamperLog(t)
	if _, err := o.fill(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(o.CheckpointFile)
	must(t, err)
	start := bytes.LastIndex(whole, []byte("\n\n"+originPrefix)) + 2
	for _, cut := range []int{start + 1, start + 30, start + 60, len(whole) - 40, len(whole) - 3} {
		must(t, os.WriteFile(o.CheckpointFile, whole[:cut], 0o600))
		l, err := Open(context.Background(), o)
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		if l.anchored.Load() != 40 {
			t.Fatalf("cut at %d: anchored %d", cut, l.anchored.Load())
		}
		if _, err := l.Checkpoint(context.Background()); err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		closeLog(t, l)
		rep := mustVerify(t, o)
		if rep.Anchored != 41 || rep.Torn != 1 {
			t.Fatalf("cut at %d: %+v", cut, rep)
		}
	}
}

func TestForeignDatabase(t *testing.T) {
	for name, make := range map[string]func(t *testing.T, path string){
		"no database": func(t *testing.T, path string) {
			must(t, os.WriteFile(path, bytes.Repeat([]byte("not a database. "), 600), 0o600))
		},
		"another program's": func(t *testing.T, path string) {
			c := rawConn(t, path)
			must(t, c.exec("CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT)"))
			must(t, c.close())
		},
		"another program's, empty": func(t *testing.T, path string) {
			c := rawConn(t, path)
			must(t, c.exec("PRAGMA application_id=77"))
			must(t, c.exec("PRAGMA journal_mode=WAL"))
			must(t, c.close())
		},
		"a later version": func(t *testing.T, path string) {
			c := rawConn(t, path)
			must(t, c.createSchema())
			must(t, c.exec("PRAGMA user_version=2"))
			must(t, c.close())
		},
		"one more table": func(t *testing.T, path string) {
			c := rawConn(t, path)
			must(t, c.createSchema())
			must(t, c.exec("CREATE TABLE more (x)"))
			must(t, c.close())
		},
		"no trigger": func(t *testing.T, path string) {
			c := rawConn(t, path)
			must(t, c.createSchema())
			must(t, c.exec("DROP TRIGGER entries_keep"))
			must(t, c.close())
		},
		"other pages": func(t *testing.T, path string) {
			c := rawConn(t, path)
			must(t, c.exec("PRAGMA page_size=8192"))
			must(t, c.createSchema())
			must(t, c.close())
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := place(t)
			must(t, makeDir(o.Path))
			make(t, o.Path)
			must(t, os.Chmod(o.Path, 0o600))
			before, err := os.ReadFile(o.Path)
			must(t, err)
			_, err = Open(context.Background(), o)
			if !errors.Is(err, ErrUnavailable) || strings.Contains(err.Error(), o.Path) {
				t.Fatalf("open: %v", err)
			}
			after, err := os.ReadFile(o.Path)
			must(t, err)
			if !bytes.Equal(before, after) {
				t.Error("a refused file was changed")
			}
		})
	}
}

// Whatever bit of the file flips, either the check finds it or every row still
// reads as before: free space and the like carry no record.
func TestAnyFlippedBit(t *testing.T) {
	o := tamperLog(t)
	v := verifyOptions(t, o)
	whole, err := os.ReadFile(o.Path)
	must(t, err)
	want := dump(t, o.Path)
	step := 997
	if proof() {
		step = 101
	}
	path := filepath.Join(t.TempDir(), "flipped.db")
	found, harmless := 0, 0
	for bit := 0; bit < len(whole)*8; bit += step {
		bad := bytes.Clone(whole)
		bad[bit/8] ^= 1 << (bit % 8)
		_ = os.Remove(path + "-wal")
		_ = os.Remove(path + "-shm")
		must(t, os.WriteFile(path, bad, 0o600))
		v.Path = path
		rep, err := Verify(context.Background(), v)
		if err != nil || !rep.OK() {
			found++
			continue
		}
		harmless++
		if got := dump(t, path); !bytes.Equal(got, want) {
			t.Fatalf("bit %d changed a row unseen", bit)
		}
	}
	t.Logf("%d found, %d without effect on any row", found, harmless)
	if found == 0 {
		t.Error("nothing was found")
	}
}

func dump(t testing.TB, path string) []byte {
	t.Helper()
	c, err := openForReading(path)
	must(t, err)
	defer func() { must(t, c.close()) }()
	var b bytes.Buffer
	must(t, c.each(selectFrom, []driver.Value{int64(0), int64(1 << 40)}, func(row []driver.Value) error {
		s := asStored(row)
		b.Write(s.record)
		b.Write(s.chain)
		b.Write(s.tree)
		return nil
	}))
	return b.Bytes()
}

// A running process knows its own tail, anchored or not.
func TestTailChangedWhileRunning(t *testing.T) {
	for name, do := range map[string]func(t *testing.T, c *conn){
		"cut":        func(t *testing.T, c *conn) { deleteRows(t, c, "seq > 3") },
		"emptied":    func(t *testing.T, c *conn) { deleteRows(t, c, "seq >= 0") },
		"rewritten":  func(t *testing.T, c *conn) { rewriteFrom(t, c, 4) },
		"replaced":   func(t *testing.T, c *conn) { rewriteFrom(t, c, 5) },
		"bad append": func(t *testing.T, c *conn) { s := readRow(t, c, 5); putRow(t, c, 6, s.record, s.chain, s.tree) },
		"far append": func(t *testing.T, c *conn) { s := readRow(t, c, 5); putRow(t, c, 9000, s.record, s.chain, s.tree) },
	} {
		t.Run(name, func(t *testing.T) {
			o := place(t)
			l := openLog(t, o)
			appendN(t, l, 5)
			withoutGuards(t, o.Path, func(c *conn) { do(t, c) })
			for range 2 {
				_, err := l.Append(context.Background(), decision("d"))
				if !errors.Is(err, &Error{Code: CodeUnavailable, Reason: ReasonBroken}) {
					t.Fatalf("append: %v", err)
				}
			}
			if _, err := l.Checkpoint(context.Background()); err == nil {
				t.Error("a broken log was signed")
			}
		})
	}
}

func TestReplacedWhileRunning(t *testing.T) {
	o, other := tamperLog(t), tamperLog(t)
	l := openLog(t, o)
	appendN(t, l, 1)
	must(t, os.Rename(other.Path, o.Path))
	if _, err := l.Append(context.Background(), decision("d")); !errors.Is(err, ErrUnavailable) {
		t.Fatalf("append to a replaced file: %v", err)
	}
	must(t, os.Remove(o.Path))
	if _, err := l.Append(context.Background(), decision("d")); !errors.Is(err, ErrUnavailable) {
		t.Fatalf("append to a removed file: %v", err)
	}
}

func TestVerifierKeyOfTheLog(t *testing.T) {
	o := tamperLog(t)
	v := verifyOptions(t, o)
	if _, err := note.NewVerifier(v.Keys[0]); err != nil {
		t.Fatal(err)
	}
	v.Keys = []string{"not a key"}
	if _, err := Verify(context.Background(), v); !errors.Is(err, &Error{Code: CodeUnavailable, Reason: ReasonKey}) {
		t.Fatalf("verify with no key: %v", err)
	}
}
