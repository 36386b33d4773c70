package audit

import (
	"errors"
	"os"
)

// scanBatch is how many rows one read transaction covers. A longer one would
// keep the write-ahead log from being folded.
const scanBatch = 2048

// dialReader opens a read-only connection. A file on a read-only medium has no
// room for SQLite's shared memory; when no write-ahead log stands beside it, it
// is read as a file that nobody changes.
func dialReader(path string, lim limits) (*conn, error) {
	c, err := openReader(path, lim)
	if err == nil {
		return c, nil
	}
	var e *Error
	if !errors.As(err, &e) || (e.Reason != ReasonPermission && e.Reason != ReasonReadOnly) {
		return nil, err
	}
	if wi, serr := os.Lstat(path + "-wal"); serr == nil && wi.Size() > 0 {
		return nil, err
	}
	if c, again := openReader(path, lim, "immutable"); again == nil {
		return c, nil
	}
	return nil, err
}

func openReader(path string, lim limits, extra ...string) (*conn, error) {
	unlock, err := lockNamesToRead(path, lim.busy)
	if err != nil {
		return nil, err
	}
	defer unlock()
	c, err := dial(path, readOnly, lim, extra...)
	if err != nil {
		return nil, err
	}
	// The first read is what opens the files.
	if _, err := c.value("PRAGMA schema_version"); err != nil {
		return nil, classify(errors.Join(err, c.close()))
	}
	return c, nil
}
