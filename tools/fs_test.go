package tools

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
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
