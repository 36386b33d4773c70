package audit

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"io/fs"
	"os"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// VerifyOptions says what is verified against what.
type VerifyOptions struct {
	// Path is the database. Its owner and mode are not looked at, so that a copy
	// can be verified anywhere.
	Path string
	// CheckpointFile holds signed checkpoints; "" verifies the rows among
	// themselves only.
	CheckpointFile string
	// Keys are the verifier keys whose signatures count.
	Keys []string
	// Progress, when set, is called now and then.
	Progress func(done, total int64)
	// MaxFindings bounds what is listed; 100 when zero. All are counted.
	MaxFindings int
}

// Finding is one fault of a log.
type Finding struct {
	// Sequence is the row at fault, or the first row that may be.
	Sequence int64 `json:"sequence"`
	// Last is the last row that may be at fault; it equals Sequence when the
	// fault is pinned to one row.
	Last int64       `json:"last"`
	Kind FindingKind `json:"kind"`
	// Checkpoint is the size named by the checkpoint that shows the fault, 0 when
	// the rows show it themselves.
	Checkpoint int64 `json:"checkpoint,omitempty"`
}

// Report is what a verification found.
type Report struct {
	Log string `json:"log"`
	// Size counts all rows, the first one included; Records counts decisions and
	// outcomes.
	Size    int64 `json:"size"`
	Records int64 `json:"records"`
	// Root and Chain are those of all rows.
	Root  tlog.Hash `json:"root"`
	Chain tlog.Hash `json:"chain"`
	// Anchored is how many rows, from the first on, a signed checkpoint covers.
	// The rows from there to Size only agree among themselves.
	Anchored    int64 `json:"anchored"`
	Checkpoints int64 `json:"checkpoints"`
	// Torn counts pieces of the checkpoint file that a crash left unfinished.
	Torn int `json:"torn,omitempty"`
	// Complete is false when the store could not be read to its end.
	Complete bool      `json:"complete"`
	Findings []Finding `json:"findings"`
	// Count is the number of findings, listed or not.
	Count int64 `json:"count"`

	read int64 // checkpoints in the file, of whatever log or key
}

// OK reports that all of the log was read and nothing is wrong with it.
func (r *Report) OK() bool { return r.Complete && r.Count == 0 }

// verifier streams a log in constant memory.
type verifier struct {
	ctx   context.Context
	opt   VerifyOptions
	c     *conn
	h     head
	rep   *Report
	total int64
	prev  *Previous
	seen  walk
	// lost: rows are missing, so the tree cannot be followed any more.
	lost bool
	// over: what follows is no part of the log.
	over bool
	// early stops at the first finding.
	early bool
}

// maxGap is how many missing rows are believed; a row beyond was put there.
const maxGap = 1 << 32

var (
	errEnough = errors.New("verify: enough found")
	errOver   = errors.New("verify: not a row of this log")
)

// Verify reads the whole log and reports every fault, by sequence. The error
// tells why it could not be read at all; what is wrong with it stands in the
// report.
func Verify(ctx context.Context, o VerifyOptions) (Report, error) {
	return verifyAll(ctx, o, false)
}

func verifyAll(ctx context.Context, o VerifyOptions, early bool) (Report, error) {
	rep := Report{Findings: []Finding{}}
	if o.MaxFindings == 0 {
		o.MaxFindings = 100
	}
	c, err := openForReading(o.Path)
	if err != nil {
		return rep, err
	}
	defer func() { _ = c.close() }()
	v := &verifier{ctx: ctx, opt: o, c: c, rep: &rep, early: early}
	err = v.run()
	if errors.Is(err, errEnough) {
		err = nil
	}
	return rep, err
}

// openForReading opens somebody's log: it must be one of ours, whoever owns it.
func openForReading(path string) (*conn, error) {
	fi, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && fi.Size() == 0:
		return nil, unavailable(ReasonAbsent, err)
	case err != nil || !fi.Mode().IsRegular():
		return nil, unavailable(ReasonPermission, err)
	}
	c, err := dialReader(path, limits{busy: DefaultBusyTimeout})
	if err != nil {
		return nil, err
	}
	empty, err := c.checkSchema()
	if err == nil && empty {
		err = unavailable(ReasonAbsent, nil)
	}
	if err != nil {
		return nil, errors.Join(err, c.close())
	}
	return c, nil
}

func (v *verifier) run() error {
	end, err := v.c.row(selectEnd)
	if err != nil {
		return classify(err)
	}
	if end != nil {
		if n, ok := end[0].(int64); ok {
			v.total = n + 1
		}
	}
	if start, err := v.c.start(); err == nil {
		v.rep.Log, v.prev = start.Log, start.Previous
	} else if ferr := v.find(0, 0, FindingStart, 0); ferr != nil {
		return ferr
	}
	if stray, err := v.c.row(selectStray); err != nil {
		return classify(err)
	} else if stray != nil {
		seq, _ := stray[0].(int64)
		if err := v.find(seq, seq, FindingMoved, 0); err != nil {
			return err
		}
	}
	if v.opt.CheckpointFile != "" {
		if err := v.checkpoints(); err != nil {
			return v.finish(err)
		}
	}
	err = v.scanTo(-1)
	if err == nil {
		err = v.conclude()
	}
	return v.finish(err)
}

func (v *verifier) finish(err error) error {
	v.rep.Size = v.h.size
	v.rep.Records = max(v.h.size-1, 0)
	v.rep.Chain = v.h.chain
	if !v.lost {
		if root, rerr := v.h.root(); rerr == nil {
			v.rep.Root = root
		}
	}
	var e *Error
	if errors.As(err, &e) && (e.Reason == ReasonCorrupt || e.Reason == ReasonIO) {
		return v.find(v.h.size, v.h.size, FindingUnreadable, 0)
	}
	v.rep.Complete = err == nil
	return err
}

func (v *verifier) find(seq, last int64, kind FindingKind, checkpoint int64) error {
	v.rep.Count++
	if len(v.rep.Findings) < v.opt.MaxFindings {
		v.rep.Findings = append(v.rep.Findings, Finding{Sequence: seq, Last: last, Kind: kind, Checkpoint: checkpoint})
	}
	if v.early {
		return errEnough
	}
	return nil
}

// scanTo checks rows until the head has size rows, all of them when size is
// negative. It stops early at the end of the log.
func (v *verifier) scanTo(size int64) error {
	for !v.over && (size < 0 || v.h.size < size) {
		if err := v.ctx.Err(); err != nil {
			return unavailable(ReasonClosed, err)
		}
		limit := int64(scanBatch)
		if size >= 0 {
			limit = min(limit, size-v.h.size)
		}
		var n int64
		err := v.c.each(selectFrom, []driver.Value{v.h.size, limit}, func(row []driver.Value) error {
			s := asStored(row)
			if size >= 0 && s.seq >= size {
				// Rows are missing before it; the gap ends at the checkpoint.
				return v.gap(size)
			}
			n++
			return v.take(s)
		})
		switch {
		case errors.Is(err, errOver):
			v.over = true
		case errors.Is(err, errEnough):
			return err
		case err != nil:
			return classify(err)
		}
		if v.opt.Progress != nil {
			v.opt.Progress(v.h.size, max(v.total, v.h.size))
		}
		if n == 0 {
			return nil
		}
	}
	return nil
}

// gap records that the rows from the head up to seq are missing, and goes on
// behind them.
func (v *verifier) gap(seq int64) error {
	if seq <= v.h.size {
		return nil
	}
	err := v.find(v.h.size, seq-1, FindingMissing, 0)
	v.lost = true
	v.h = head{size: seq, chain: v.h.chain}
	return err
}

// take checks one row and moves the head over it, whatever was found.
func (v *verifier) take(s stored) error {
	if s.seq-v.h.size > maxGap {
		if err := v.find(s.seq, s.seq, FindingMoved, 0); err != nil {
			return err
		}
		return errOver
	}
	broken := false
	if s.seq > v.h.size {
		if err := v.gap(s.seq); err != nil {
			return err
		}
		broken = true
	}
	for _, f := range v.h.examine(s) {
		// After a gap neither the link nor the tree can fit; that is one fault,
		// and it is told already.
		if (broken || v.lost) && (f == FindingUnlinked || f == FindingTree) {
			continue
		}
		if broken && f == FindingChanged && leafFits(s) {
			continue
		}
		if err := v.find(s.seq, s.seq, f, 0); err != nil {
			return err
		}
		break
	}
	v.h.adopt(s)
	return nil
}

// checkpoints walks the checkpoint file and compares each checkpoint of this log
// when the scan reaches it.
func (v *verifier) checkpoints() error {
	var keys []note.Verifier
	for _, k := range v.opt.Keys {
		kv, err := note.NewVerifier(k)
		if err != nil {
			return unavailable(ReasonKey, nil)
		}
		keys = append(keys, kv)
	}
	f, err := os.Open(v.opt.CheckpointFile)
	if err != nil {
		return unavailable(ReasonCheckpoint, err)
	}
	defer func() { _ = f.Close() }()
	known := note.VerifierList(keys...)
	r := newNoteReader(f)
	for {
		msg, err := r.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return unavailable(ReasonCheckpoint, err)
		}
		v.rep.read++
		if err := v.checkpoint(msg, known); err != nil {
			return err
		}
	}
	v.rep.Torn = r.torn
	if r.junk > 0 {
		return v.find(v.rep.Anchored, max(v.h.size-1, 0), FindingCheckpoint, 0)
	}
	return nil
}

// walk is what was seen of a checkpoint file so far.
type walk struct {
	ours, others int64
	previous     bool // one was of the file that the first row names
	rewritten    bool
	longest      int64 // the largest of ours that has no rows
	foreign      int64 // the largest of others
}

// conclude tells what only all of the checkpoints together show.
func (v *verifier) conclude() error {
	if n := v.seen.longest; n > v.h.size {
		if err := v.find(v.h.size, n-1, FindingCut, n); err != nil {
			return err
		}
	}
	if v.seen.ours == 0 && v.seen.others > 0 && !v.seen.previous {
		return v.find(0, 0, FindingForeignLog, v.seen.foreign)
	}
	return nil
}

func (v *verifier) checkpoint(msg []byte, known note.Verifiers) error {
	seen := &v.seen
	c, err := openCheckpoint(msg, known)
	if err != nil {
		kind := FindingCheckpoint
		if errors.Is(err, errSignature) {
			kind = FindingSignature
		}
		return v.find(v.rep.Anchored, max(v.total-1, 0), kind, 0)
	}
	if c.Log != v.rep.Log {
		seen.others++
		seen.foreign = max(seen.foreign, c.Size)
		seen.previous = seen.previous || (v.prev != nil && v.prev.Log == c.Log)
		return nil
	}
	seen.ours++
	if c.Size > v.h.size {
		if err := v.scanTo(c.Size); err != nil {
			return err
		}
	}
	if c.Size > v.h.size {
		seen.longest = max(seen.longest, c.Size)
		return nil
	}
	if v.agrees(&c) {
		v.rep.Checkpoints++
		v.rep.Anchored = max(v.rep.Anchored, c.Size)
		return nil
	}
	if seen.rewritten {
		return nil
	}
	seen.rewritten = true
	return v.find(min(v.rep.Anchored, c.Size-1), c.Size-1, FindingRewritten, c.Size)
}

// agrees compares a checkpoint with the rows before it.
func (v *verifier) agrees(c *Checkpoint) bool {
	if v.lost {
		return false
	}
	if c.Size == v.h.size {
		root, err := v.h.root()
		return err == nil && root == c.Root && v.h.chain == c.Chain
	}
	h, err := v.c.headAt(c.Size)
	if err != nil {
		return false
	}
	root, err := h.root()
	return err == nil && root == c.Root && h.chain == c.Chain
}

// VerifyInBackground checks the rows that Open left out, in constant memory and
// without holding a transaction for long. When they are broken, every later
// append fails. done, when set, is told the end; Close stops the work.
func (l *Log) VerifyInBackground(done func(error)) {
	l.store.Lock()
	defer l.store.Unlock()
	if l.life.Err() != nil || l.id == "" {
		if done != nil {
			l.work.Add(1)
			go func() { defer l.work.Done(); done(nil) }()
		}
		return
	}
	l.work.Add(1)
	go func() {
		defer l.work.Done()
		err := l.verifyRest()
		if done != nil {
			done(err)
		}
	}()
}

func (l *Log) verifyRest() error {
	o := VerifyOptions{Path: l.opt.Path}
	l.store.Lock()
	k := l.key
	l.store.Unlock()
	if _, err := os.Lstat(l.opt.CheckpointFile); err == nil && k != nil {
		o.CheckpointFile, o.Keys = l.opt.CheckpointFile, []string{k.public}
	}
	rep, err := verifyAll(l.life, o, true)
	live := l.life.Err() == nil // else closed meanwhile; nothing was found out
	switch {
	case live && err != nil:
		return l.fail(err)
	case live && len(rep.Findings) > 0:
		return l.fail(brokenAt(rep.Findings[0].Sequence, rep.Findings[0].Kind))
	}
	return nil
}
