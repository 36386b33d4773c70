package secret

import (
	"encoding/json"
	"os"
	"sync"
	"testing"
)

const tablePath = "../../policies/regent/secrets/data.json"

// shipped reads the table as it is shipped.
func shipped(t testing.TB) Table {
	t.Helper()
	raw, err := os.ReadFile(tablePath)
	if err != nil {
		t.Fatal(err)
	}
	var table Table
	if err := json.Unmarshal(raw, &table); err != nil {
		t.Fatal(err)
	}
	return table
}

var compiled = sync.OnceValues(func() (*Engine, error) {
	raw, err := os.ReadFile(tablePath)
	if err != nil {
		return nil, err
	}
	var table Table
	if err := json.Unmarshal(raw, &table); err != nil {
		return nil, err
	}
	return Compile(table)
})

func engine(t testing.TB) *Engine {
	t.Helper()
	e, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestShippedTableChecks(t *testing.T) {
	if err := Check(shipped(t)); err != nil {
		t.Error(err)
	}
}
