package oracle

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/zricethezav/gitleaks/v8/detect"

	"regent/facts/secret"
)

const (
	tablePath = "../../policies/regent/secrets/data.json"
	corpusDir = "../../facts/secret/testdata"
)

func engine(t testing.TB) (*secret.Engine, secret.Table) {
	t.Helper()
	raw, err := os.ReadFile(tablePath)
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
	return e, table
}

func gitleaks(t testing.TB) *detect.Detector {
	t.Helper()
	d, err := detect.NewDetectorDefaultConfig()
	if err != nil {
		t.Fatal(err)
	}
	d.IgnoreGitleaksAllow = true // a comment in the text must not switch it off
	return d
}

var marked = regexp.MustCompile(`(?s)«([A-Z0-9_]+)\|(.*?)»`)

// texts are the corpus, the traps and the test texts of the table's classes.
func texts(t testing.TB) map[string]string {
	t.Helper()
	_, table := engine(t)
	out := map[string]string{}
	for name, c := range table.Classes {
		for i, p := range c.Positive {
			for seed := range uint64(3) {
				out["class "+name+" positive "+string(rune('1'+i))+" seed "+string(rune('0'+seed))] = secret.Fill(p, seed)
			}
		}
	}
	for _, file := range []string{"corpus.jsonl", "traps.jsonl"} {
		f, err := os.Open(filepath.Join(corpusDir, file))
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(f)
		for n := 1; lines.Scan(); n++ {
			var row struct{ Text string }
			if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
				t.Fatal(err)
			}
			text := secret.Fill(row.Text, uint64(n))
			out[file+" "+string(lines.Bytes())] = marked.ReplaceAllString(text, "$2")
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	return out
}

// left are findings that the masker leaves alone on purpose, by gitleaks' rule
// and a part of the text.
var left = []struct{ rule, text, reason string }{
	{"generic-api-key", "api_key=39613bf5-", "a UUID is a name far more often than a key"},
}

// Whatever gitleaks' default rules find is not in the masked text, or is listed.
func TestWhatGitleaksFindsIsMasked(t *testing.T) {
	e, _ := engine(t)
	d := gitleaks(t)
	found, used := 0, map[int]bool{}
	for name, text := range texts(t) {
		masked := e.Mask(text)
		for _, f := range d.DetectString(text) {
			found++
			if !strings.Contains(masked, f.Secret) {
				continue
			}
			listed := false
			for i, l := range left {
				if l.rule == f.RuleID && strings.Contains(text, l.text) {
					listed, used[i] = true, true
				}
			}
			if !listed {
				t.Errorf("%s: gitleaks' %s finds %q in %q, the masker leaves %q", name, f.RuleID, f.Secret, text, masked)
			}
		}
	}
	if found < 300 {
		t.Errorf("gitleaks found %d secrets: the texts do not compare much", found)
	}
	for i, l := range left {
		if !used[i] {
			t.Errorf("the listed %s in %q is found no more or is masked now", l.rule, l.text)
		}
	}
	t.Logf("gitleaks found %d secrets", found)
}
