package sql

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"
)

type labelled struct{ ID, SQL, Decision string }

func labelledCases(tb testing.TB) []labelled {
	tb.Helper()
	f, err := os.Open("../../policy_tests/cases/sql.jsonl")
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	var out []labelled
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		var c labelled
		if err := json.Unmarshal(sc.Bytes(), &c); err != nil {
			tb.Fatal(err)
		}
		out = append(out, c)
	}
	if err := sc.Err(); err != nil {
		tb.Fatal(err)
	}
	return out
}

// What is invalid is known before any policy is asked.
func TestLabelledInvalidCases(t *testing.T) {
	for _, c := range labelledCases(t) {
		if _, err := Extract(c.SQL, Options{}); (err != nil) != (c.Decision == "INVALID") {
			t.Errorf("%s %q is %s, Extract says %v", c.ID, c.SQL, c.Decision, err)
		}
	}
}
