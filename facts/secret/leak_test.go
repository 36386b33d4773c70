package secret_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"regent/audit"
	"regent/facts/secret"
)

// Nothing of a secret reaches the audit store, whatever its file format does
// with the bytes.
func TestTheAuditStoreHoldsNoSecret(t *testing.T) {
	raw, err := os.ReadFile("../../policies/regent/secrets/data.json")
	if err != nil {
		t.Fatal(err)
	}
	var table secret.Table
	if err := json.Unmarshal(raw, &table); err != nil {
		t.Fatal(err)
	}
	e, err := secret.Compile(table)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var warnings bytes.Buffer
	log, err := audit.Open(t.Context(), audit.Options{
		Path: filepath.Join(dir, "audit.db"), StateDir: filepath.Join(dir, "state"), Capture: audit.CaptureFacts, Masker: e,
		Warn: func(line string) { warnings.WriteString(line) },
	})
	if err != nil {
		t.Fatal(err)
	}
	marked := regexp.MustCompile(`(?s)«[A-Z0-9_]+\|(.*?)»`)
	lines, err := os.ReadFile("testdata/corpus.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var secrets []string
	for i, line := range strings.Split(strings.TrimSpace(string(lines)), "\n") {
		if i%10 != 0 {
			continue
		}
		var row struct{ Text string }
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		text := secret.Fill(row.Text, uint64(i+1))
		for _, m := range marked.FindAllStringSubmatch(text, -1) {
			secrets = append(secrets, m[1])
		}
		facts, err := json.Marshal(map[string]any{"commands": []any{map[string]any{"raw": marked.ReplaceAllString(text, "$1")}}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := log.Append(t.Context(), audit.Record{
			Kind: audit.KindDecision, Time: time.Now(), Caller: "sha256:" + strings.Repeat("0", 64), Tool: "dry_run_command", Decision: "SAFE",
			PolicyDigest: "sha256:" + strings.Repeat("0", 64), FactsDigest: "sha256:" + strings.Repeat("0", 64), Facts: facts,
		}); err != nil {
			t.Fatal(err)
		}
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	stored := warnings.Bytes()
	placeholders := 0
	if err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		placeholders += bytes.Count(b, []byte("[REDACTED"))
		stored = append(stored, b...)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if placeholders < len(secrets) {
		t.Errorf("%d placeholders for %d secrets: the facts were not stored", placeholders, len(secrets))
	}
	for i, s := range secrets {
		if bytes.Contains(stored, []byte(s)) || len(s) > 24 && bytes.Contains(stored, []byte(s[8:20])) {
			t.Error(fmt.Sprint("secret ", i, " is in the store"))
		}
	}
}
