package audit

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"
)

// lockedBuffer is a writer that a checkpoint and a test may use at once.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// Checkpoints leave the machine by a writer and by a command, and verify there.
func TestCheckpointsGoElsewhere(t *testing.T) {
	o := place(t)
	var out lockedBuffer
	sent := filepath.Join(t.TempDir(), "sent")
	o.CheckpointRows = 4
	o.CheckpointOutput = &out
	o.CheckpointCommand = []string{"sh", "-c", `cat >> "$0"`, sent}
	l := openLog(t, o)
	appendN(t, l, 4)
	closeLog(t, l)
	v := verifyOptions(t, o)
	kept, err := os.ReadFile(v.CheckpointFile)
	must(t, err)
	bySh, err := os.ReadFile(sent)
	must(t, err)
	k, err := note.NewVerifier(v.Keys[0])
	must(t, err)
	for name, text := range map[string]string{"file": string(kept), "writer": out.String(), "command": string(bySh)} {
		msg, err := newNoteReader(strings.NewReader(text)).next()
		if err != nil {
			t.Fatalf("%s: %v in %q", name, err, text)
		}
		if _, err := openCheckpoint(msg, note.VerifierList(k)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		elsewhere := filepath.Join(t.TempDir(), name)
		must(t, os.WriteFile(elsewhere, []byte(text), 0o600))
		v.CheckpointFile = elsewhere
		if rep, err := Verify(context.Background(), v); err != nil || !rep.OK() || rep.Anchored == 0 {
			t.Fatalf("%s: %+v %v", name, rep, err)
		}
	}
}

// A command that fails, or does not exist, is told and stops nothing.
func TestFailingCheckpointCommand(t *testing.T) {
	for _, command := range [][]string{{"false"}, {"/nonexistent/program"}} {
		o := place(t)
		var warned lockedBuffer
		o.Warn = func(line string) { _, _ = warned.Write([]byte(line)) }
		o.CheckpointCommand = command
		l := openLog(t, o)
		appendN(t, l, 1)
		closeLog(t, l)
		if !strings.Contains(warned.String(), "the checkpoint command failed") {
			t.Errorf("%v: %q", command, warned.String())
		}
		mustVerify(t, o)
	}
}

// A row is anchored some time after it was written, without another row and
// without an end.
func TestCheckpointByTime(t *testing.T) {
	o := place(t)
	o.CheckpointEvery = time.Millisecond
	var out lockedBuffer
	o.CheckpointOutput = &out
	l := openLog(t, o)
	for _, size := range []string{"\n2\n", "\n3\n"} {
		appendN(t, l, 1)
		for end := time.Now().Add(20 * time.Second); !strings.Contains(out.String(), size); time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("no checkpoint of %q: %q", size, out.String())
			}
		}
	}
}

// Nothing new, nothing signed: looking at a log does not make its checkpoint
// file grow.
func TestNoCheckpointWithoutRows(t *testing.T) {
	o := tamperLog(t)
	v := verifyOptions(t, o)
	before, err := os.ReadFile(v.CheckpointFile)
	must(t, err)
	l := openLog(t, o)
	if c, err := l.Checkpoint(context.Background()); err != nil || c.Size != 41 {
		t.Fatalf("%+v %v", c, err)
	}
	closeLog(t, l)
	after, err := os.ReadFile(v.CheckpointFile)
	must(t, err)
	if !bytes.Equal(before, after) {
		t.Error("the file grew")
	}
}

// Of processes that start at once, all use the key that one of them made.
func TestOneKeyForAll(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "audit.key")
	var wg sync.WaitGroup
	keys := make([]string, 8)
	for i := range keys {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if k, err := makeKey(path); err == nil {
				keys[i] = k.public
			}
		}()
	}
	wg.Wait()
	for _, k := range keys {
		if k == "" || k != keys[0] {
			t.Fatalf("%v", keys)
		}
	}
	must(t, os.WriteFile(path, []byte("PRIVATE+KEY+x+y\n"), 0o600))
	if _, err := makeKey(path); err == nil {
		t.Error("a broken key was taken, or replaced")
	}
}
