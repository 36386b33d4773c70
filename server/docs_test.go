package server

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestEveryDemandHasATest holds the table of docs/wire.md to the tests: each of
// the 34 items names at least one of its own number, and every name exists.
func TestEveryDemandHasATest(t *testing.T) {
	doc, err := os.ReadFile("../docs/wire.md")
	if err != nil {
		t.Fatal(err)
	}
	have := map[string]bool{}
	for _, glob := range []string{"*_test.go", "../internal/strictjson/*_test.go"} {
		files, _ := filepath.Glob(glob)
		for _, f := range files {
			src, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`).FindAllSubmatch(src, -1) {
				have[string(m[1])] = true
			}
		}
	}
	named := map[string]bool{}
	for item := 1; item <= 34; item++ {
		row := regexp.MustCompile(fmt.Sprintf(`(?m)^\| %d \| .*$`, item)).FindString(string(doc))
		if !strings.Contains(row, fmt.Sprintf("`TestWire%02d", item)) {
			t.Errorf("item %d has no row with a test of its own: %q", item, row)
		}
	}
	for _, m := range regexp.MustCompile("`((?:Test|Fuzz)\\w+)`").FindAllSubmatch(doc, -1) {
		named[string(m[1])] = true
		if !have[string(m[1])] {
			t.Errorf("docs/wire.md names %s, which does not exist", m[1])
		}
	}
	for name := range have {
		if strings.HasPrefix(name, "TestWire") && !named[name] {
			t.Errorf("docs/wire.md does not name %s", name)
		}
	}
}
