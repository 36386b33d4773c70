package audit

import (
	"database/sql/driver"
	"errors"
	"fmt"
)

const (
	applicationID = 0x52474e54 // "RGNT"
	schemaVersion = 1
	pageSize      = 4096
)

// The whole schema. Everything a row means is inside its record bytes, which
// are hashed; nothing is stored beside them that could tell another story. The
// triggers stop a careless statement, not an attacker.
var schema = []struct{ kind, name, table, sql string }{
	{"table", "entries", "entries", `CREATE TABLE entries (seq INTEGER PRIMARY KEY, record BLOB NOT NULL, chain BLOB NOT NULL, tree BLOB NOT NULL) STRICT`},
	{"trigger", "entries_keep", "entries", `CREATE TRIGGER entries_keep BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'rows are kept'); END`},
	{"trigger", "entries_fixed", "entries", `CREATE TRIGGER entries_fixed BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'rows are fixed'); END`},
}

const (
	selectSchema = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid"
	selectTip    = "SELECT seq, record, chain, tree FROM entries ORDER BY seq DESC LIMIT 1"
	selectRow    = "SELECT seq, record, chain, tree FROM entries WHERE seq = ?"
	selectFrom   = "SELECT seq, record, chain, tree FROM entries WHERE seq >= ? ORDER BY seq LIMIT ?"
	selectStray  = "SELECT seq FROM entries WHERE seq < 0 ORDER BY seq LIMIT 1"
	insertRow    = "INSERT INTO entries (seq, record, chain, tree) VALUES (?, ?, ?, ?)"
)

// createSchema makes the tables inside the caller's transaction.
func (c *conn) createSchema() error {
	for _, o := range schema {
		if err := c.exec(o.sql); err != nil {
			return err
		}
	}
	if err := c.exec(fmt.Sprintf("PRAGMA application_id=%d", applicationID)); err != nil {
		return err
	}
	return c.exec(fmt.Sprintf("PRAGMA user_version=%d", schemaVersion))
}

// checkSchema reports whether the file holds no log yet, and fails when it holds
// anything but this program's log.
func (c *conn) checkSchema() (empty bool, err error) {
	n, match := 0, true
	err = c.each(selectSchema, nil, func(row []driver.Value) error {
		if n < len(schema) {
			w := schema[n]
			match = match && row[0] == w.kind && row[1] == w.name && row[2] == w.table && row[3] == w.sql
		}
		n++
		return nil
	})
	if err != nil {
		return false, classify(err)
	}
	want := map[string]int64{"application_id": applicationID, "user_version": schemaVersion, "page_size": pageSize}
	if n == 0 {
		want["application_id"], want["user_version"] = 0, 0
	}
	for _, name := range []string{"application_id", "user_version", "page_size"} {
		v, err := c.value("PRAGMA " + name)
		if err != nil {
			return false, classify(err)
		}
		if v != want[name] {
			return false, unavailable(ReasonForeign, nil)
		}
	}
	if enc, err := c.value("PRAGMA encoding"); err != nil || enc != "UTF-8" {
		return false, errors.Join(unavailable(ReasonForeign, nil), err)
	}
	if n == 0 {
		return true, nil
	}
	if n != len(schema) || !match {
		return false, unavailable(ReasonSchema, nil)
	}
	return false, nil
}

// stored is a row as it was read, before anything about it is believed.
type stored struct {
	seq    int64
	record []byte
	chain  []byte
	tree   []byte
	typed  bool // every column has the type that belongs there
}

func asStored(row []driver.Value) stored {
	var s stored
	var ok [4]bool
	s.seq, ok[0] = row[0].(int64)
	s.record, ok[1] = row[1].([]byte)
	s.chain, ok[2] = row[2].([]byte)
	s.tree, ok[3] = row[3].([]byte)
	s.typed = ok[0] && ok[1] && ok[2] && ok[3]
	return s
}

// tip reads the last row; ok is false when there is none.
func (c *conn) tip() (s stored, ok bool, err error) {
	row, err := c.row(selectTip)
	if err != nil || row == nil {
		return s, false, classify(err)
	}
	return asStored(row), true, nil
}

// at reads one row.
func (c *conn) at(seq int64) (s stored, ok bool, err error) {
	row, err := c.row(selectRow, seq)
	if err != nil || row == nil {
		return s, false, classify(err)
	}
	return asStored(row), true, nil
}
