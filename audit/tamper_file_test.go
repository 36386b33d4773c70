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
)

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
func TestAnyFlippedBitProof(t *testing.T) {
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
