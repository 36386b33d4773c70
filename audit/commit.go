package audit

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io/fs"
	"maps"
	"os"
	"time"
)

// errBehind says that other processes added more rows than may be checked under
// the write lock.
var errBehind = errors.New("the log is far ahead")

// catchUpRows is how many rows of other processes are checked under the lock.
const catchUpRows = 512

// write puts the batch into the store: in one transaction, or, when the room
// left does not hold all of it, row by row as far as it goes.
func (l *Log) write(batch []*pending) error {
	if err := l.Err(); err != nil {
		return err
	}
	err := l.ready()
	if isReplaced(err) {
		if err = l.followRotation(); err == nil {
			err = l.ready()
		}
	}
	if err != nil {
		return l.fail(err)
	}
	err = l.transact(batch)
	if isReplaced(err) {
		if err = l.followRotation(); err == nil {
			if err = l.ready(); err == nil {
				err = l.transact(batch)
			}
		}
	}
	for tries := 0; errors.Is(err, errBehind) && tries < 8; tries++ {
		if err = l.catchUpUnlocked(); err == nil {
			err = l.transact(batch)
		}
	}
	var e *Error
	if errors.As(classify(err), &e) && e.Reason == ReasonFull && len(batch) > 1 {
		for _, p := range batch {
			if err = l.ready(); err == nil {
				err = l.transact([]*pending{p})
			}
			if err != nil {
				break
			}
		}
	}
	if err == nil {
		return nil
	}
	return l.fail(err)
}

// ready opens the writer's connection when there is none and folds a full
// write-ahead log.
func (l *Log) ready() error {
	if l.w == nil {
		if err := l.openWriter(); err != nil {
			return err
		}
	}
	// Another process that folds it at the same moment makes ours fail at once,
	// so the size is looked at again until the busy time is over.
	for end := time.Now().Add(l.lim.busy); ; time.Sleep(2 * time.Millisecond) {
		fi, err := os.Lstat(l.opt.Path + "-wal")
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return classify(err)
		}
		if fi.Size() < l.lim.wal {
			return nil
		}
		row, err := l.w.row("PRAGMA wal_checkpoint(TRUNCATE)")
		if err == nil && len(row) > 0 && row[0] == int64(0) {
			return nil
		}
		if err != nil && !isBusy(err) {
			return classify(err)
		}
		if time.Now().After(end) {
			return &Error{Code: CodeWALCapacity, Reason: ReasonWAL, Sequence: -1, cause: err}
		}
	}
}

// openWriter makes what is missing (directory, key, file) and connects.
func (l *Log) openWriter() error {
	k, err := makeKey(l.opt.KeyFile)
	if err != nil {
		return err
	}
	if l.key != nil && l.key.public != k.public {
		return unavailable(ReasonKey, nil)
	}
	fi, err := inspectStore(l.opt.Path)
	if err != nil {
		return err
	}
	if fi == nil {
		if l.id != "" {
			return unavailable(ReasonMissing, nil)
		}
		if err := createFile(l.opt.Path); err != nil {
			return err
		}
		if fi, err = inspectStore(l.opt.Path); err != nil {
			return err
		}
	}
	if fi == nil || (l.file != nil && l.id != "" && !os.SameFile(l.file, fi)) {
		return unavailable(ReasonReplaced, nil)
	}
	unlock, err := lockNames(l.opt.Path, false, l.lim.busy)
	if err != nil {
		return err
	}
	defer unlock()
	var c *conn
	err = l.patiently(func() (err error) {
		c, err = dial(l.opt.Path, readWrite, l.lim)
		return err
	})
	if err != nil {
		return err
	}
	after, err := os.Lstat(l.opt.Path)
	if err != nil || !os.SameFile(fi, after) {
		return errors.Join(unavailable(ReasonReplaced, err), c.close())
	}
	l.key, l.file, l.walFile, l.w = k, after, nil, c
	return nil
}

func isReplaced(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Reason == ReasonReplaced
}

// patiently tries f again while a lock is held elsewhere, until the busy time is
// over. SQLite's own waiting sleeps ever longer and so starves beside a process
// that writes all the time; the writer's connection waits in short turns.
func (l *Log) patiently(f func() error) error {
	for end := time.Now().Add(l.lim.busy); ; {
		err := f()
		if err == nil {
			return nil
		}
		if !isBusy(err) || time.Now().After(end) {
			return classify(err)
		}
		time.Sleep(time.Millisecond)
	}
}

// drop closes the writer's connection; the next append opens another.
func (l *Log) drop() {
	if l.w != nil {
		l.rowsRead.Add(l.w.rows)
		_ = l.w.close()
		l.w = nil
	}
}

// transact writes the rows in one transaction. When it returns nil, each row is
// durable or has its own refusal.
func (l *Log) transact(batch []*pending) error {
	if err := l.patiently(func() error { return l.w.exec("BEGIN IMMEDIATE") }); err != nil {
		return err
	}
	h, id, written, err := l.fill(batch)
	if err == nil && written > 0 {
		if err = classify(l.w.exec("COMMIT")); err == nil {
			err = l.settled()
		}
		if err == nil {
			l.head, l.id = h, id
			return nil
		}
	}
	for _, p := range batch {
		p.receipts = nil
	}
	rerr := l.w.exec("ROLLBACK")
	if err == nil {
		return classify(rerr)
	}
	// Nobody knows what reached the disk when a commit fails; and a connection
	// that could not roll back is of no more use. The next one reads anew.
	var e *Error
	if errors.As(err, &e) && e.Reason != ReasonFull && e.Reason != ReasonBusy || rerr != nil {
		l.drop()
	}
	return err
}

// fill checks the end of the log under the write lock and inserts the rows.
func (l *Log) fill(batch []*pending) (h head, id string, written int, err error) {
	h, id = l.head, l.id
	if err := l.samePlace(); err != nil {
		return h, id, 0, err
	}
	if id == "" {
		empty, err := l.w.checkSchema()
		if err == nil && empty {
			err = classify(l.w.createSchema())
		}
		if err != nil {
			return h, id, 0, err
		}
	}
	if err := l.w.catchUp(&h, catchUpRows); err != nil {
		return h, id, 0, err
	}
	if id == "" {
		if h.size == 0 {
			if err := l.begin(&h, nil); err != nil {
				return h, id, 0, err
			}
		}
		start, err := l.w.start()
		if err != nil {
			return h, id, 0, err
		}
		id = start.Log
	}
	owed := maps.Clone(l.owed)
	for _, p := range batch {
		p.err, p.receipts = nil, nil
		if h.size-1+owed.room(p.entries) > l.lim.records {
			p.err = &Error{Code: CodeCapacity, Reason: ReasonRecords, Sequence: -1}
			continue
		}
		for i := range p.entries {
			e := &p.entries[i]
			e.Sequence = h.size
			chain, err := l.w.insert(&h, e)
			if err != nil {
				return h, id, 0, err
			}
			p.receipts = append(p.receipts, Receipt{Sequence: e.Sequence, Chain: chain})
			written++
		}
		owed.note(p.entries)
	}
	return h, id, written, nil
}

// begin writes the first row, which names the log.
func (l *Log) begin(h *head, prev *Previous) error {
	_, err := l.w.begin(h, l.opt.now().UnixNano(), prev)
	return err
}

func (c *conn) begin(h *head, nano int64, prev *Previous) (string, error) {
	name := make([]byte, 16)
	if _, err := rand.Read(name); err != nil {
		return "", unavailable(ReasonIO, err)
	}
	e := Entry{Log: hex.EncodeToString(name), Previous: prev}
	e.Kind, e.Time = KindStart, timeAt(nano)
	_, err := c.insert(h, &e)
	return e.Log, err
}

func (c *conn) insert(h *head, e *Entry) ([HashSize]byte, error) {
	record := encode(e)
	seq := h.size
	chain, tree, err := h.push(record)
	if err != nil {
		return chain, unavailable(ReasonBroken, err)
	}
	return chain, classify(c.exec(insertRow, seq, record, chain[:], joinHashes(tree)))
}

// samePlace checks that the path still names the file that is open. Rows written
// to a file that was renamed away or unlinked would be lost to every reader.
func (l *Log) samePlace() error {
	fi, err := os.Lstat(l.opt.Path)
	if errors.Is(err, fs.ErrNotExist) || (err == nil && !os.SameFile(fi, l.file)) {
		return unavailable(ReasonReplaced, nil)
	}
	return classify(err)
}

// settled checks, after the commit and before anyone is told, that the
// write-ahead log is still the file that is open.
func (l *Log) settled() error {
	fi, err := os.Lstat(l.opt.Path + "-wal")
	if err != nil {
		return unavailable(ReasonReplaced, err)
	}
	if l.walFile == nil {
		l.walFile = fi
	}
	if !os.SameFile(fi, l.walFile) {
		return unavailable(ReasonReplaced, nil)
	}
	return nil
}

const selectEnd = "SELECT seq, chain FROM entries ORDER BY seq DESC LIMIT 1"

// catchUp checks that the head is still part of the log, and follows the rows
// that others added.
func (c *conn) catchUp(h *head, limit int64) error {
	end, err := c.row(selectEnd)
	if err != nil {
		return classify(err)
	}
	if end == nil {
		if h.size > 0 {
			return brokenAt(0, FindingCut)
		}
		return nil
	}
	seq, ok := end[0].(int64)
	if !ok || seq < h.size-1 {
		return brokenAt(seq+1, FindingCut)
	}
	mine := end[1]
	if h.size > 0 && seq > h.size-1 {
		s, ok, err := c.at(h.size - 1)
		if err != nil {
			return err
		}
		if !ok {
			return brokenAt(h.size-1, FindingMissing)
		}
		mine = s.chain
	}
	if b, ok := mine.([]byte); h.size > 0 && (!ok || string(b) != string(h.chain[:])) {
		return brokenAt(h.size-1, FindingChanged)
	}
	if seq-h.size+1 > limit {
		return errBehind
	}
	if seq >= h.size {
		if _, err := c.followFrom(h, limit); err != nil {
			return err
		}
		if h.size != seq+1 {
			return brokenAt(h.size, FindingMissing)
		}
	}
	return nil
}

// catchUpUnlocked follows other processes' rows without keeping them from
// writing.
func (l *Log) catchUpUnlocked() error {
	h := l.head
	for {
		n, err := l.w.followFrom(&h, scanBatch)
		if err != nil {
			return err
		}
		if n < scanBatch {
			break
		}
	}
	if l.id == "" && h.size > 0 {
		start, err := l.w.start()
		if err != nil {
			return err
		}
		l.id = start.Log
	}
	l.head = h
	return nil
}
