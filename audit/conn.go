package audit

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"sync"
	"time"

	"modernc.org/sqlite"
)

// processSettings are made once, before the first connection. Locks that belong
// to the open file survive when something else in the process closes the same
// file; a data sync is as durable as a full one and leaves out the timestamps.
// Where the platform has neither, SQLite's defaults hold.
var processSettings = sync.OnceFunc(func() {
	_, _ = sqlite.OFDLocking(true)
	_, _ = sqlite.Fdatasync(true)
})

// conn is one connection. It is used by one goroutine at a time. There is no
// pool: the settings of a connection are made and read back when it opens, and
// nothing opens another behind our back.
type conn struct {
	c     driver.Conn
	stmts map[string]driver.Stmt
	rows  int64 // rows read, for the test that opening a long log reads few
}

type access string

const (
	readOnly  access = "ro"
	readWrite access = "rw"
)

// settings are the pragmas of a connection, each with the value that must be
// read back.
type setting struct {
	name string
	set  string
	want driver.Value
}

// foldPages is the length at which SQLite folds the write-ahead log by itself
// after a commit, when no reader is in the way: at half the limit, so that the
// file is used over and over and its length, which costs a commit twice the time
// to change, stays. The limit itself is only reached when a reader holds it up.
func foldPages(wal int64) int64 { return max(wal/2/pageSize, 1) }

// writerTurn is how long the writer's connection waits for a lock at a time; the
// log adds turns up to the busy timeout.
const writerTurn = 20 * time.Millisecond

func settingsFor(a access, lim limits) []setting {
	wait := lim.busy.Milliseconds()
	if a == readWrite {
		wait = min(wait, writerTurn.Milliseconds())
	}
	s := []setting{
		{"busy_timeout", fmt.Sprint(wait), wait},
		{"trusted_schema", "OFF", int64(0)},
		{"cell_size_check", "ON", int64(1)},
		{"foreign_keys", "ON", int64(1)},
		{"temp_store", "MEMORY", int64(2)},
		{"mmap_size", "0", int64(0)},
	}
	if a == readOnly {
		return append(s, setting{"query_only", "ON", int64(1)})
	}
	return append(
		s,
		setting{"journal_mode", "WAL", "wal"},
		setting{"synchronous", "FULL", int64(2)},
		setting{"wal_autocheckpoint", fmt.Sprint(foldPages(lim.wal)), foldPages(lim.wal)},
		setting{"journal_size_limit", fmt.Sprint(lim.wal), lim.wal},
		setting{"max_page_count", fmt.Sprint(lim.pages), lim.pages},
	)
}

// dial opens a connection to a file that exists.
func dial(path string, a access, lim limits, extra ...string) (*conn, error) {
	processSettings()
	q := url.Values{"mode": {string(a)}, "_defensive": {"1"}, "_dqs": {"0"}, "_error_rc": {"1"}, "_txlock": {"immediate"}}
	for _, x := range extra {
		q.Set(x, "1")
	}
	uri, err := fileURI(path, q)
	if err != nil {
		return nil, err
	}
	connector, err := sqlite.NewConnector(uri)
	if err != nil {
		return nil, classify(err)
	}
	dc, err := connector.Connect(context.Background())
	if err != nil {
		return nil, classify(err)
	}
	c := &conn{c: dc, stmts: map[string]driver.Stmt{}}
	if err := c.configure(a, lim); err != nil {
		return nil, errors.Join(err, c.close())
	}
	return c, nil
}

// fileURI names a file so that no character of its path means anything.
func fileURI(path string, q url.Values) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", unavailable(ReasonIO, err)
	}
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(abs), RawQuery: q.Encode()}
	return u.String(), nil
}

// configure makes the settings and reads each of them back.
func (c *conn) configure(a access, lim limits) error {
	if a == readWrite {
		// The write-ahead log stays when the last connection closes: SQLite
		// removes it by name, and after a rotation the name belongs to another
		// log.
		fc, ok := c.c.(sqlite.FileControl)
		if !ok {
			return unavailable(ReasonPragma, nil)
		}
		if got, err := fc.FileControlPersistWAL("main", 1); err != nil || got != 1 {
			return unavailable(ReasonPragma, err)
		}
	}
	for _, s := range settingsFor(a, lim) {
		if err := c.exec("PRAGMA " + s.name + "=" + s.set); err != nil {
			return classify(err)
		}
		got, err := c.value("PRAGMA " + s.name)
		if err != nil {
			return classify(err)
		}
		if got != s.want {
			if s.name == "max_page_count" {
				return unavailable(ReasonOversized, nil)
			}
			return unavailable(ReasonPragma, nil)
		}
	}
	return nil
}

func (c *conn) prepare(sql string) (driver.Stmt, error) {
	if s, ok := c.stmts[sql]; ok {
		return s, nil
	}
	p, ok := c.c.(driver.ConnPrepareContext)
	if !ok {
		return nil, errors.New("driver: statements cannot be prepared")
	}
	s, err := p.PrepareContext(context.Background(), sql)
	if err == nil {
		c.stmts[sql] = s
	}
	return s, err
}

func named(args []driver.Value) []driver.NamedValue {
	out := make([]driver.NamedValue, len(args))
	for i, a := range args {
		out[i] = driver.NamedValue{Ordinal: i + 1, Value: a}
	}
	return out
}

// exec runs a statement that is prepared once per connection.
func (c *conn) exec(sql string, args ...driver.Value) error {
	s, err := c.prepare(sql)
	if err != nil {
		return err
	}
	e, ok := s.(driver.StmtExecContext)
	if !ok {
		return errors.New("driver: statements cannot be run")
	}
	_, err = e.ExecContext(context.Background(), named(args))
	return err
}

// each calls f with every row. The values have the types they are stored with:
// int64, []byte, string, float64 or nil.
func (c *conn) each(sql string, args []driver.Value, f func(row []driver.Value) error) (err error) {
	s, err := c.prepare(sql)
	if err != nil {
		return err
	}
	q, ok := s.(driver.StmtQueryContext)
	if !ok {
		return errors.New("driver: statements cannot be queried")
	}
	rows, err := q.QueryContext(context.Background(), named(args))
	if err != nil {
		return err
	}
	defer func() {
		if e := rows.Close(); err == nil {
			err = e
		}
	}()
	dest := make([]driver.Value, len(rows.Columns()))
	for {
		switch err := rows.Next(dest); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		c.rows++
		if err := f(dest); err != nil {
			return err
		}
	}
}

// row gives the only row of a query, nil when there is none.
func (c *conn) row(sql string, args ...driver.Value) (out []driver.Value, err error) {
	err = c.each(sql, args, func(row []driver.Value) error {
		out = append([]driver.Value(nil), row...)
		return nil
	})
	return out, err
}

func (c *conn) value(sql string, args ...driver.Value) (driver.Value, error) {
	r, err := c.row(sql, args...)
	if err != nil || len(r) == 0 {
		return nil, err
	}
	return r[0], nil
}

func (c *conn) close() error {
	if c == nil || c.c == nil {
		return nil
	}
	var errs []error
	for _, s := range c.stmts {
		errs = append(errs, s.Close())
	}
	errs = append(errs, c.c.Close())
	c.c, c.stmts = nil, nil
	if err := errors.Join(errs...); err != nil {
		return classify(err)
	}
	return nil
}

// maxPages is as many pages as SQLite counts.
const maxPages = 4_294_967_294

// limits are the bounds of a store, worked out from Options.
type limits struct {
	records int64
	pages   int64
	wal     int64
	busy    time.Duration
}
