package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"regent/facts/path"
	"regent/tools/api"
	"regent/tools/fsread"
)

// sandboxed is a suite that reads below a real directory.
func sandboxed(t *testing.T, change ...func(*Options)) (w *world, dir string, rec *memoryRecord) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "data")
	for _, d := range []string{dir + "/sub", dir + "/.git", dir + "/guard"} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{
		"a.txt": "hello\n", ".env": "TOKEN=1\n", "id_rsa": "KEY", "x.pem": "KEY", ".git/config": "[core]\n", "guard/audit.db": "rows",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"env": ".env", "key": "id_rsa", "record": "guard/audit.db", "out": "/etc/hostname", "loop": "loop", "gone": ".env.gone"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(dir+"/pipe", 0o644); err != nil {
		t.Fatal(err)
	}
	root, err := fsread.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	rec = &memoryRecord{}
	w = newWorld(t, append([]func(*Options){func(o *Options) {
		o.FS, o.Files, o.Recorder, o.Guarded = path.OS(), root, rec, []string{root.Path() + "/guard"}
	}}, change...)...)
	return w, root.Path(), rec
}

func (w *world) read(name string) (doc map[string]any, text string) {
	w.t.Helper()
	arguments, err := json.Marshal(map[string]string{"relative_path": name})
	if err != nil {
		w.t.Fatal(err)
	}
	r, err := w.suite.Call(w.t.Context(), api.Call{Tool: "sandbox_fs_read", Arguments: arguments, Caller: api.Caller{Transport: "stdio"}})
	if err != nil {
		w.t.Fatal(err)
	}
	w.fits("sandbox_fs_read", r.Structured)
	if err := json.Unmarshal(r.Structured, &doc); err != nil {
		w.t.Fatal(err)
	}
	return doc, string(r.Structured)
}

// Whatever the reason: one answer, which differs in the caller's own name
// alone. Confirmation follows from the name, whether or not it is there.
func TestReadTellsNothing(t *testing.T) {
	w, dir, rec := sandboxed(t)
	_, want := w.read("missing")
	for _, name := range []string{
		"sub", ".", "..", "pipe", "loop", "out", "env", "key", "record", "gone", "a.txt/", "a.txt/b", "id_rsa", "sub/id_rsa",
		"guard/audit.db", "guard/nothing", "GUARD/audit.db", "../data2/x", "/etc/hostname", "/etc/nothing", "~", strings.Repeat("x", 256),
	} {
		if _, got := w.read(name); got != strings.Replace(want, `"missing"`, `"`+name+`"`, 1) {
			t.Errorf("%s: %s", name, got)
		}
	}
	_, want = w.read(".env")
	if !strings.Contains(want, string(CodeConfirm)) {
		t.Errorf(".env: %s", want)
	}
	for _, name := range []string{".env.gone", "sub/.env", "x.pem", "sub/y.pem", dir + "/.env"} {
		_, got := w.read(name)
		if got != strings.Replace(want, `".env"`, `"`+name+`"`, 1) {
			t.Errorf("%s: %s", name, got)
		}
		if strings.Contains(strings.Replace(got, `"`+name+`"`, "", 1), dir) {
			t.Errorf("%s: the directory is in the answer: %s", name, got)
		}
	}
	// The record has the true reasons.
	for _, code := range []string{"denied_missing", "denied_outside", "denied_loop", "denied_not_regular", "denied_by_policy"} {
		if !slices.Contains(rec.outcomes, code) {
			t.Errorf("%s is not on record: %q", code, rec.outcomes)
		}
	}
}

func TestReadEchoesLittle(t *testing.T) {
	w, dir, _ := sandboxed(t)
	for _, name := range []string{strings.Repeat("é", 3000), strings.Repeat("x/", 2000) + ".env", dir + "/" + strings.Repeat("y/", 1000) + ".env"} {
		doc, _ := w.read(name)
		echo, _ := doc["metadata"].(map[string]any)["relative_path"].(string)
		if n := len([]rune(echo)); n != 256 || !strings.HasPrefix(name, echo) {
			t.Errorf("%.40s…: %d characters come back", name, n)
		}
	}
}

func TestReadGivesTheFile(t *testing.T) {
	w, dir, rec := sandboxed(t)
	for _, name := range []string{"a.txt", "./sub/../a.txt", dir + "/a.txt"} {
		doc, _ := w.read(name)
		if doc["content"] != "hello\n" || doc["resolved_path"] != "a.txt" || doc["truncated"] != false {
			t.Errorf("%s: %v", name, doc)
		}
	}
	if doc, _ := w.read(".git/config"); doc["content"] != "[core]\n" {
		t.Errorf("git's own settings: %v", doc)
	}
	if !slices.Contains(rec.outcomes, "ok") {
		t.Errorf("outcomes %q", rec.outcomes)
	}
}

// A read puts its decision and its outcome on record in one step; when that
// fails, nothing of the file is in the answer, whatever it was.
func TestReadIsRecordedInOneStep(t *testing.T) {
	w, dir, rec := sandboxed(t)
	if err := os.WriteFile(filepath.Join(dir, "bad.txt"), []byte("hello \xff"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, outcome string }{
		{"a.txt", "ok"}, {"missing", "denied_missing"}, {"env", "denied_by_policy"}, {"bad.txt", "not_decoded"},
	} {
		w.read(tt.name)
		if got := rec.both[len(rec.both)-1]; got != tt.outcome {
			t.Errorf("%s: %s is on record", tt.name, got)
		}
	}
	if len(rec.both) != 4 || len(rec.outcomes) != 4 || len(rec.decisions) != 4 {
		t.Errorf("%d steps for %d decisions and %d outcomes", len(rec.both), len(rec.decisions), len(rec.outcomes))
	}
	for cause, rule := range map[error]string{os.ErrInvalid: "AUDIT_UNAVAILABLE", fullRecord{os.ErrInvalid}: "AUDIT_CAPACITY"} {
		rec.failBoth = cause
		for _, name := range []string{"a.txt", "missing", "env", "bad.txt"} {
			doc, text := w.read(name)
			if doc["rule"] != rule || doc["decision"] != "BLOCKED" || strings.Contains(text, "hello") {
				t.Errorf("%s: %s", name, text)
			}
		}
	}
}

// What goes out is what the file says, as an object and as its text, whatever
// stands in the file; many reads at a time share memory and do not mix.
func TestReadForTheWire(t *testing.T) {
	w, dir, _ := sandboxed(t)
	texts := []string{
		"", "plain", "\"quoted\" \\ back\tslash\r\n", "\x00\x01\x1f\x7f", "é ü \u2028 \uFFFD 🙂", strings.Repeat("line of text\n", 4000),
		strings.Repeat("🙂", 9000), strings.Repeat("\x02", 20000), strings.Repeat(`{"a":"b"}`, 5000),
	}
	for i, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("t%d\"é", i)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var wg sync.WaitGroup
	for worker := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for n := range 60 {
				i := (n + worker) % len(texts)
				arguments, err := json.Marshal(map[string]any{"relative_path": fmt.Sprintf("t%d\"é", i), "max_bytes": 100_000})
				if err != nil {
					t.Error(err)
					return
				}
				r, err := w.suite.Call(t.Context(), api.Call{Tool: "sandbox_fs_read", Arguments: arguments})
				if err != nil || r.Wire == nil {
					t.Errorf("text %d: %v %s", i, err, r.Structured)
					return
				}
				var text string
				var got FileText
				if err := errors.Join(json.Unmarshal(r.Wire.Text, &text), json.Unmarshal(r.Structured, &got)); err != nil || text != string(r.Structured) {
					t.Errorf("text %d: %v: the text is not the object: %.200s", i, err, text)
				}
				if got != (FileText{fmt.Sprintf("t%d\"é", i), texts[i], len(texts[i]), false}) {
					t.Errorf("text %d: %.200s", i, r.Structured)
				}
				for _, b := range [][]byte{r.Structured, r.Wire.Text} {
					if bytes.ContainsFunc(b, func(r rune) bool { return r < 0x20 || r > 0x7f }) {
						t.Errorf("text %d: not one line of ASCII", i)
					}
				}
				r.Wire.Free()
			}
		}()
	}
	wg.Wait()
}

// Regent's own files are known by what they are: another name of one below the
// directory is not read, nor one of a file in a directory of its own; a second
// name of any other file is.
func TestReadKnowsItsOwnFilesByAnyName(t *testing.T) {
	w, dir, rec := sandboxed(t)
	if err := os.MkdirAll(dir+"/guard/layers/team", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir+"/guard/layers/team/data.json", []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, of := range map[string]string{"sub/second": "guard/audit.db", "third.json": "guard/layers/team/data.json", "sub/b.txt": "a.txt"} {
		if err := os.Link(filepath.Join(dir, of), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("sub/second", dir+"/alias"); err != nil {
		t.Fatal(err)
	}
	_, want := w.read("missing")
	for _, name := range []string{"sub/second", "third.json", "alias"} {
		if _, got := w.read(name); got != strings.Replace(want, `"missing"`, `"`+name+`"`, 1) {
			t.Errorf("%s: %s", name, got)
		}
		last := rec.decisions[len(rec.decisions)-1]
		if last.Rule != "path.guard_read" || rec.outcomes[len(rec.outcomes)-1] != "denied_by_policy" {
			t.Errorf("%s: %s %s is on record", name, last.Rule, rec.outcomes[len(rec.outcomes)-1])
		}
	}
	if doc, text := w.read("sub/b.txt"); doc["content"] != "hello\n" {
		t.Errorf("a second name of another file: %s", text)
	}
}

// What is kept of a name changes no answer, whoever asks and whatever happens to
// the file, and a reloaded policy is asked anew.
func TestNamesAskedAgain(t *testing.T) {
	w, dir, rec := sandboxed(t)
	for i := range 3 {
		text := fmt.Sprintf("version %d\n", i)
		if err := os.WriteFile(dir+"/a.txt", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, client := range []string{"one", "two"} {
			r, err := w.suite.Call(t.Context(), api.Call{
				Tool: "sandbox_fs_read", Arguments: json.RawMessage(`{"relative_path":"a.txt"}`),
				Caller: api.Caller{Transport: "stdio", ClientName: client},
			})
			if err != nil || !strings.Contains(string(r.Structured), strings.TrimSpace(text)) {
				t.Fatalf("%s: %v %s", text, err, r.Structured)
			}
			if got := rec.decisions[len(rec.decisions)-1].Facts.Caller.Client.Name; got != client {
				t.Errorf("%s asked, %s is on record", client, got)
			}
		}
		if doc, text := w.read(".env"); doc["code"] != string(CodeConfirm) {
			t.Errorf(".env: %s", text)
		}
	}
	for i := range 2 * maxAskedNames {
		w.read(fmt.Sprintf("none%d", i))
	}
	if n := len(w.suite.names.kept); n > maxAskedNames {
		t.Errorf("%d names are kept", n)
	}
	before := w.suite.names.of
	if err := w.suite.o.Engine.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.read("a.txt")
	if n := len(w.suite.names.kept); w.suite.names.of == before || n != 1 {
		t.Errorf("after a reload %d names are kept", n)
	}
}
