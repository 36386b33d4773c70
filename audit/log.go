package audit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"
)

// Defaults of Options.
const (
	DefaultMaxRecords         = 100_000
	DefaultMaxDBBytes         = 64 << 20
	DefaultWALCheckpointBytes = 4 << 20
	DefaultBusyTimeout        = 250 * time.Millisecond
	DefaultCheckpointRows     = 1000
	DefaultCheckpointEvery    = time.Minute

	minDBBytes  = 8192
	minWALBytes = 4096
)

// Options says where a log is and what bounds it. Zero members take the
// defaults above.
type Options struct {
	// Path is the database file. It is made at the first append.
	Path string
	// StateDir holds the signing key and the checkpoint file; the directory of
	// Path when empty. It should not be the directory of Path.
	StateDir string
	// KeyFile and CheckpointFile override their places in StateDir.
	KeyFile        string
	CheckpointFile string

	// MaxRecords bounds the decisions and outcomes in the file.
	MaxRecords int64
	// MaxDBBytes bounds the database, rounded down to pages.
	MaxDBBytes int64
	// WALCheckpointBytes is the size of the write-ahead log at which it must be
	// folded into the database before the next write. It is no exact quota: the
	// transaction that crosses it is written whole.
	WALCheckpointBytes int64
	BusyTimeout        time.Duration

	Capture Capture
	Masker  Masker

	// A checkpoint is signed every CheckpointRows rows, CheckpointEvery after
	// the first row that none covers, and by Close.
	CheckpointRows  int64
	CheckpointEvery time.Duration
	// CheckpointOutput, when set, is given each new checkpoint.
	CheckpointOutput io.Writer
	// CheckpointCommand, when set, is run with each new checkpoint on its
	// standard input. It is no shell text: program first, then its arguments.
	CheckpointCommand []string

	// Warn is told, in one line without paths, of what does not stop the log: a
	// checkpoint that could not be written, a log without an anchor.
	Warn func(line string)

	now func() time.Time // the tests' clock
}

// Log is an open log. Its methods may be called from several goroutines.
type Log struct {
	opt Options
	lim limits

	queue    sync.Mutex // guards the next four
	waiting  []*pending
	leading  bool
	closed   bool
	idle     *sync.Cond
	lastSize int // rows of the last batch, owned by the leader

	store   sync.Mutex // guards the next seven
	w       *conn
	head    head
	id      string
	file    fs.FileInfo
	walFile fs.FileInfo
	key     *key
	owed    owed

	check    sync.Mutex // held while a checkpoint is made
	anchored atomic.Int64
	timer    *time.Timer // guarded by store
	work     sync.WaitGroup
	stop     context.CancelFunc
	life     context.Context
	done     chan struct{} // closed at the end of Close

	broken   atomic.Pointer[Error]
	rowsRead atomic.Int64
}

func (o *Options) fill() (limits, error) {
	set := func(v *int64, def int64) {
		if *v == 0 {
			*v = def
		}
	}
	set(&o.MaxRecords, DefaultMaxRecords)
	set(&o.MaxDBBytes, DefaultMaxDBBytes)
	set(&o.WALCheckpointBytes, DefaultWALCheckpointBytes)
	set(&o.CheckpointRows, DefaultCheckpointRows)
	if o.BusyTimeout == 0 {
		o.BusyTimeout = DefaultBusyTimeout
	}
	if o.CheckpointEvery == 0 {
		o.CheckpointEvery = DefaultCheckpointEvery
	}
	if o.now == nil {
		o.now = time.Now
	}
	if o.MaxRecords < 1 || o.MaxDBBytes < minDBBytes || o.WALCheckpointBytes < minWALBytes ||
		o.CheckpointRows < 1 || o.BusyTimeout < 0 || o.CheckpointEvery < 0 || o.Path == "" {
		return limits{}, unavailable(ReasonLimits, nil)
	}
	if o.StateDir == "" {
		o.StateDir = filepath.Dir(o.Path)
	}
	if o.KeyFile == "" {
		o.KeyFile = filepath.Join(o.StateDir, "audit.key")
	}
	if o.CheckpointFile == "" {
		name, err := CheckpointFile(o.StateDir, o.Path)
		if err != nil {
			return limits{}, err
		}
		o.CheckpointFile = name
	}
	return limits{records: o.MaxRecords, pages: min(o.MaxDBBytes/pageSize, maxPages), wal: o.WALCheckpointBytes, busy: o.BusyTimeout}, nil
}

// CheckpointFile is where the checkpoints of the log at path stand by default:
// one file for each place of a database, so that moving audit_db to a fresh path
// starts a fresh series.
func CheckpointFile(stateDir, path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", unavailable(ReasonIO, err)
	}
	sum := sha256.Sum256([]byte(abs))
	return filepath.Join(stateDir, "audit-"+hex.EncodeToString(sum[:8])+".checkpoints"), nil
}

// Places says where the key and the checkpoints of a log with these options
// stand, for whoever guards or reads them.
func (o Options) Places() (keyFile, checkpointFile string, err error) {
	_, err = o.fill()
	return o.KeyFile, o.CheckpointFile, err
}

// PublicKey reads the verifier key of the log with these options, "" when no key
// was made yet. It is what a reader elsewhere needs, and no secret.
func PublicKey(o Options) (string, error) {
	if _, err := o.fill(); err != nil {
		return "", err
	}
	k, err := loadKey(o.KeyFile)
	if k == nil || err != nil {
		return "", err
	}
	return k.public, nil
}

// Open checks the log at o.Path and gets ready to append. A log that is not
// there yet is no error; it is made at the first append.
//
// The file is opened read-only and no write lock is taken. Checked are the
// schema, the last signed checkpoint against the tree and the chain, and every
// row after it. VerifyInBackground checks the rest.
func Open(ctx context.Context, o Options) (*Log, error) {
	lim, err := o.fill()
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, unavailable(ReasonClosed, err)
	}
	l := &Log{opt: o, lim: lim, owed: owed{}, done: make(chan struct{})}
	l.idle = sync.NewCond(&l.queue)
	l.life, l.stop = context.WithCancel(context.WithoutCancel(ctx))
	if err := l.inspect(); err != nil {
		l.stop()
		return nil, classify(err)
	}
	return l, nil
}

// inspect is the cheap check at the start.
func (l *Log) inspect() error {
	k, err := loadKey(l.opt.KeyFile)
	if err != nil {
		return err
	}
	last, err := lastCheckpoint(l.opt.CheckpointFile, k)
	if err != nil {
		return err
	}
	l.key = k
	fi, err := inspectStore(l.opt.Path)
	if err != nil {
		return err
	}
	if fi == nil && last != nil {
		// Between the two names of a rotation there is no file for a moment.
		unlock, err := lockNamesToRead(l.opt.Path, l.lim.busy)
		if err != nil {
			return err
		}
		unlock()
		if fi, err = inspectStore(l.opt.Path); err != nil {
			return err
		}
	}
	if fi == nil || fi.Size() == 0 {
		if last != nil {
			return unavailable(ReasonMissing, nil)
		}
		return nil
	}
	l.file = fi
	c, err := dialReader(l.opt.Path, l.lim)
	if err != nil {
		return err
	}
	defer func() {
		l.rowsRead.Add(c.rows)
		_ = c.close()
	}()
	return l.checkTail(c, last)
}

// checkTail checks what follows the last checkpoint and takes the result as the
// state to append to.
func (l *Log) checkTail(c *conn, last *Checkpoint) error {
	if pages, err := c.value("PRAGMA page_count"); err != nil {
		return classify(err)
	} else if n, ok := pages.(int64); !ok || n > l.lim.pages {
		return unavailable(ReasonOversized, nil)
	}
	empty, err := c.checkSchema()
	if err != nil {
		return err
	}
	if empty {
		if last != nil {
			return unavailable(ReasonMissing, nil)
		}
		return nil
	}
	start, err := c.start()
	if err != nil {
		return err
	}
	h, err := c.anchoredHead(start, last)
	if err != nil {
		return err
	}
	if last == nil && l.opt.Warn != nil {
		l.opt.Warn("audit: no checkpoint anchors the log; all of it was checked")
	}
	for {
		n, err := c.followFrom(&h, scanBatch)
		if err != nil {
			return err
		}
		if n < scanBatch {
			break
		}
	}
	l.head, l.id = h, start.Log
	l.anchored.Store(0)
	if last != nil && last.Log == start.Log {
		l.anchored.Store(last.Size)
	}
	return nil
}

// anchoredHead gives the head at the checkpoint when it agrees with the rows.
// Without a checkpoint of this log, all rows are still to be checked.
func (c *conn) anchoredHead(start Entry, last *Checkpoint) (head, error) {
	if last == nil {
		return head{}, nil
	}
	if last.Log != start.Log {
		// After a rotation that was cut short, the last checkpoint is the old
		// file's, which the first row names.
		p := start.Previous
		if p != nil && p.Log == last.Log && p.Size >= last.Size && (p.Size > last.Size || p.Chain == last.Chain) {
			return head{}, nil
		}
		return head{}, brokenAt(0, FindingForeignLog)
	}
	tip, ok, err := c.tip()
	if err != nil {
		return head{}, err
	}
	if !ok || tip.seq+1 < last.Size {
		return head{}, brokenAt(tip.seq+1, FindingCut)
	}
	h, err := c.headAt(last.Size)
	if err != nil {
		return head{}, err
	}
	root, err := h.root()
	if err != nil {
		return head{}, err
	}
	if root != last.Root || h.chain != last.Chain {
		return head{}, brokenAt(last.Size-1, FindingRewritten)
	}
	return h, nil
}

// fail marks the log as broken for good: it answers every append with err.
func (l *Log) fail(err error) error {
	err = classify(err)
	var e *Error
	if errors.As(err, &e) {
		switch e.Reason {
		case ReasonBroken, ReasonCorrupt, ReasonSchema, ReasonForeign, ReasonMissing:
			l.broken.CompareAndSwap(nil, e)
		}
	}
	return err
}

func (l *Log) warn(err error) {
	// A log that a rotation put aside was signed by the rotation.
	if err != nil && !isReplaced(err) && l.opt.Warn != nil {
		l.opt.Warn(classify(err).Error())
	}
}

// Err gives the fault that closed the log to appends, nil when there is none.
func (l *Log) Err() error {
	if e := l.broken.Load(); e != nil {
		return e
	}
	return nil
}
