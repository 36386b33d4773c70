package audit

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/tlog"
)

// Rotation is what Rotate did.
type Rotation struct {
	// Archive is where the old file is now, empty when there was none.
	Archive string
	// Old is what the new log's first row says of the old one.
	Old Previous
	// New is the first checkpoint of the fresh log.
	New Checkpoint
}

// Rotate puts the log aside under another name and starts a fresh one in its
// place, whose first row names the old one's last hash. Processes that have the
// log open go over to the fresh file with their next append.
//
// The old log is verified first. When it is broken or gone, Rotate refuses,
// unless force is set: then the fresh log names what can still be read of the
// old one, or its last signed checkpoint.
func Rotate(ctx context.Context, o Options, archive string, force bool) (Rotation, error) {
	lim, err := o.fill()
	if err != nil {
		return Rotation{}, err
	}
	r := &rotator{opt: o, lim: lim}
	if r.key, err = makeKey(o.KeyFile); err != nil {
		return Rotation{}, err
	}
	if r.last, err = lastCheckpoint(o.CheckpointFile, r.key); err != nil {
		return Rotation{}, err
	}
	if archive == "" {
		ext := filepath.Ext(o.Path)
		archive = strings.TrimSuffix(o.Path, ext) + "-" + o.now().UTC().Format("20060102T150405.000Z") + ext
	}
	for _, side := range []string{"", "-wal", "-shm"} {
		if _, err := os.Lstat(archive + side); !errors.Is(err, fs.ErrNotExist) {
			return Rotation{}, unavailable(ReasonArchive, err)
		}
	}
	fi, err := inspectStore(o.Path)
	if err != nil {
		return Rotation{}, err
	}
	if fi == nil || fi.Size() == 0 {
		if r.last == nil {
			return Rotation{}, unavailable(ReasonAbsent, nil)
		}
		if !force {
			return Rotation{}, unavailable(ReasonMissing, nil)
		}
		r.prev = previousOf(r.last)
		return r.fresh("")
	}
	rep, err := verifyAll(ctx, r.verifyOptions(), true)
	if err == nil && !rep.OK() {
		err = unavailable(ReasonBroken, nil)
		if len(rep.Findings) > 0 {
			err = brokenAt(rep.Findings[0].Sequence, rep.Findings[0].Kind)
		}
	}
	var e *Error
	if err != nil && (!force || (errors.As(err, &e) && e.Reason == ReasonForeign)) {
		return Rotation{}, err
	}
	r.sound = err == nil
	return r.fresh(archive)
}

type rotator struct {
	opt   Options
	lim   limits
	key   *key
	last  *Checkpoint
	prev  *Previous
	sound bool // the old log was verified
}

func (r *rotator) verifyOptions() VerifyOptions {
	v := VerifyOptions{Path: r.opt.Path}
	if r.last != nil {
		v.CheckpointFile, v.Keys = r.opt.CheckpointFile, []string{r.key.public}
	}
	return v
}

func previousOf(c *Checkpoint) *Previous {
	if c == nil {
		return nil
	}
	return &Previous{Log: c.Log, Size: c.Size, Chain: c.Chain, Root: c.Root}
}

// fresh makes the new log and, when archive is given, moves the old one there
// first, all under the lock that keeps others from opening either.
func (r *rotator) fresh(archive string) (Rotation, error) {
	if err := makeDir(r.opt.Path); err != nil {
		return Rotation{}, err
	}
	unlock, err := lockNames(r.opt.Path, true, r.lim.busy)
	if err != nil {
		return Rotation{}, err
	}
	defer unlock()
	if archive != "" {
		old, err := r.seal()
		if err != nil {
			return Rotation{}, err
		}
		// The old log's write lock is held until its name is gone, so nobody adds
		// a row that the new one does not name.
		defer old.end()
	}
	name, log, h, err := r.create()
	if err != nil {
		return Rotation{}, err
	}
	defer func() { _ = os.Remove(name) }()
	if archive != "" {
		for _, side := range []string{"-wal", "-shm", ""} {
			err := os.Rename(r.opt.Path+side, archive+side)
			if err != nil && (side == "" || !errors.Is(err, fs.ErrNotExist)) {
				return Rotation{}, classify(err)
			}
		}
	}
	if err := os.Rename(name, r.opt.Path); err != nil {
		return Rotation{}, classify(err)
	}
	if err := syncDir(filepath.Dir(r.opt.Path)); err != nil {
		return Rotation{}, err
	}
	c, err := r.sign(log, h)
	if err != nil {
		return Rotation{}, err
	}
	out := Rotation{Archive: archive, New: *c}
	if r.prev != nil {
		out.Old = *r.prev
	}
	return out, nil
}

// sealed holds the old log's write lock.
type sealed struct{ c *conn }

func (s *sealed) end() {
	if s.c != nil {
		_ = s.c.exec("ROLLBACK")
		_ = s.c.close()
	}
}

// seal takes the old log's write lock with nothing left in its write-ahead log,
// reads its end and signs it. An old log that is not sound may not open at all.
func (r *rotator) seal() (*sealed, error) {
	s := &sealed{}
	c, err := dial(r.opt.Path, readWrite, limits{pages: maxPages, wal: r.lim.wal, busy: r.lim.busy})
	if err != nil {
		if r.sound || isBusy(err) {
			return nil, err
		}
		r.prev = previousOf(r.last)
		return s, nil
	}
	s.c = c
	if err := s.lock(r.opt.Path, r.lim.busy); err != nil {
		s.end()
		if r.sound || isBusy(err) {
			return nil, err
		}
		s.c, r.prev = nil, previousOf(r.last)
		return s, nil
	}
	if err := r.readEnd(c); err != nil {
		if r.sound {
			s.end()
			return nil, err
		}
		r.prev = previousOf(r.last)
	}
	return s, nil
}

// lock folds the write-ahead log and takes the write lock before anybody writes
// to it again.
func (s *sealed) lock(path string, wait time.Duration) error {
	for end := time.Now().Add(wait); ; time.Sleep(2 * time.Millisecond) {
		row, err := s.c.row("PRAGMA wal_checkpoint(TRUNCATE)")
		if err == nil && len(row) > 0 && row[0] == int64(0) {
			if err = s.c.exec("BEGIN IMMEDIATE"); err == nil {
				fi, serr := os.Lstat(path + "-wal")
				if errors.Is(serr, fs.ErrNotExist) || (serr == nil && fi.Size() == 0) {
					return nil
				}
				err = s.c.exec("ROLLBACK")
			}
		}
		if err != nil && !isBusy(err) {
			return classify(err)
		}
		if time.Now().After(end) {
			return unavailable(ReasonBusy, err)
		}
	}
}

// readEnd reads what the new log will name, and signs it when it is sound.
func (r *rotator) readEnd(c *conn) error {
	start, err := c.start()
	if err != nil {
		return err
	}
	tip, ok, err := c.tip()
	if err != nil || !ok || !tip.typed {
		return errors.Join(unavailable(ReasonBroken, nil), err)
	}
	h, err := c.headAt(tip.seq + 1)
	if err != nil {
		return err
	}
	root, err := h.root()
	if err != nil {
		return unavailable(ReasonBroken, err)
	}
	if r.sound {
		// Rows may have come in since the log was verified.
		from := head{}
		if r.last != nil && r.last.Log == start.Log {
			if from, err = c.headAt(r.last.Size); err != nil {
				return err
			}
		}
		for from.size < h.size {
			n, err := c.followFrom(&from, scanBatch)
			if err == nil && n == 0 {
				err = brokenAt(from.size, FindingMissing)
			}
			if err != nil {
				return err
			}
		}
		cp := &Checkpoint{Log: start.Log, Size: h.size, Root: root, Chain: h.chain, Time: r.opt.now()}
		_, err := appendCheckpoint(r.opt.CheckpointFile, cp, r.key, r.lim.busy, func(last *Checkpoint) error {
			if last.Log != start.Log {
				_, err := c.anchoredHead(start, last)
				return err
			}
			if got, err := tlog.TreeHash(last.Size, c); err != nil || got != last.Root {
				return brokenAt(last.Size-1, FindingRewritten)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	r.prev = &Previous{Log: start.Log, Size: h.size, Chain: h.chain, Root: root}
	return nil
}

// create writes the new log under a temporary name.
func (r *rotator) create() (name, log string, h head, err error) {
	f, err := os.CreateTemp(filepath.Dir(r.opt.Path), ".audit-*")
	if err != nil {
		return "", "", h, classify(err)
	}
	name = f.Name()
	if err := f.Close(); err != nil {
		return name, "", h, classify(err)
	}
	c, err := dial(name, readWrite, r.lim)
	if err == nil {
		err = func() error {
			if err := c.exec("BEGIN IMMEDIATE"); err != nil {
				return err
			}
			if err := c.createSchema(); err != nil {
				return err
			}
			var err error
			if log, err = c.begin(&h, r.opt.now().UnixNano(), r.prev); err != nil {
				return err
			}
			if err := c.exec("COMMIT"); err != nil {
				return err
			}
			_, err = c.row("PRAGMA wal_checkpoint(TRUNCATE)")
			return err
		}()
		err = errors.Join(err, c.close())
	}
	for _, side := range []string{"-wal", "-shm"} {
		_ = os.Remove(name + side)
	}
	if err != nil {
		_ = os.Remove(name)
		return name, log, h, classify(err)
	}
	return name, log, h, nil
}

// sign adds the new log's first checkpoint.
func (r *rotator) sign(log string, h head) (*Checkpoint, error) {
	root, err := h.root()
	if err != nil {
		return nil, unavailable(ReasonBroken, err)
	}
	cp := &Checkpoint{Log: log, Size: h.size, Root: root, Chain: h.chain, Time: r.opt.now()}
	return appendCheckpoint(r.opt.CheckpointFile, cp, r.key, r.lim.busy, func(*Checkpoint) error { return nil })
}

// followRotation goes over to the fresh log after another process rotated, once
// or several times. Our own key must have signed the fresh log, and the log we
// had must have ended at our last row or later: its successor's first row says
// so, or the checkpoint that every rotation of a sound log signs last.
func (l *Log) followRotation() error {
	l.drop()
	if l.id == "" {
		return unavailable(ReasonReplaced, nil)
	}
	last, err := lastCheckpoint(l.opt.CheckpointFile, l.key)
	if err != nil {
		return err
	}
	fi, err := inspectStore(l.opt.Path)
	if err != nil {
		return err
	}
	if fi == nil || last == nil {
		return unavailable(ReasonReplaced, nil)
	}
	c, err := dialReader(l.opt.Path, l.lim)
	if err != nil {
		return err
	}
	defer func() { _ = c.close() }()
	if _, err := c.checkSchema(); err != nil {
		return err
	}
	start, err := c.start()
	if err != nil {
		return err
	}
	if last.Log != start.Log || !l.continuedBy(start.Previous) {
		return unavailable(ReasonReplaced, nil)
	}
	if err := l.checkTail(c, last); err != nil {
		return err
	}
	l.file = fi
	return nil
}

// continuedBy reports whether the log we had was put aside with our rows in it.
func (l *Log) continuedBy(p *Previous) bool {
	holds := func(size int64, chain [HashSize]byte) bool {
		return size > l.head.size || (size == l.head.size && chain == l.head.chain)
	}
	if p != nil && p.Log == l.id {
		return holds(p.Size, p.Chain)
	}
	c, err := findCheckpoint(l.opt.CheckpointFile, l.key.public, l.id, func(n int64) bool { return n >= l.head.size })
	return err == nil && c != nil && holds(c.Size, c.Chain)
}
