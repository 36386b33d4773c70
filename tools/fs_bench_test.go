package tools

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"regent/facts"
	"regent/facts/path"
	"regent/tools/api"
	"regent/tools/fsread"
)

// BenchmarkSandboxRead is sandbox_fs_read of 64 KiB without the wire and
// without a record: arguments, facts, policy, reading, decoding and result.
func BenchmarkSandboxRead(b *testing.B) {
	e, err := shipped()
	if err != nil {
		b.Fatal(err)
	}
	dir := b.TempDir()
	text := strings.Repeat("The quick brown fox jumps over it.\n", 1<<16/35+1)[:1<<16]
	if err := os.WriteFile(filepath.Join(dir, "file.txt"), []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
	root, err := fsread.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	defer root.Close()
	s, err := New(Options{
		Engine: e, FS: path.OS(), Slots: 16, Files: root,
		Workspace: facts.Workspace{Roots: []string{"/code/app"}, CWD: "/code/app", Home: "/home/dev", Temp: []string{"/tmp"}, UID: 1000},
		Owner:     facts.Caller{ID: "sha256:bench", Kind: "local"},
	})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(1 << 16)
	b.ReportAllocs()
	for b.Loop() {
		r, err := s.Call(b.Context(), api.Call{Tool: "sandbox_fs_read", Arguments: []byte(`{"relative_path":"file.txt"}`)})
		if err != nil || r.IsError {
			b.Fatal(err, string(r.Structured))
		}
		r.Wire.Free()
	}
}
