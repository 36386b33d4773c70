package audit

import (
	"bytes"
	"context"
	"io"
	"os/exec"
	"time"

	"golang.org/x/mod/sumdb/tlog"
)

func timeAt(nano int64) time.Time { return time.Unix(0, nano).UTC() }

// afterCommit signs a checkpoint when one is due, or makes sure that one will
// be.
func (l *Log) afterCommit() {
	l.store.Lock()
	due := l.head.size - l.anchored.Load()
	if due > 0 && due < l.opt.CheckpointRows && l.timer == nil && l.life.Err() == nil {
		l.work.Add(1)
		l.timer = time.AfterFunc(l.opt.CheckpointEvery, func() {
			defer l.work.Done()
			l.store.Lock()
			l.timer = nil
			l.store.Unlock()
			if l.life.Err() == nil {
				_, err := l.Checkpoint(l.life)
				l.warn(err)
			}
		})
	}
	l.store.Unlock()
	if due < l.opt.CheckpointRows || !l.check.TryLock() {
		return
	}
	defer l.check.Unlock()
	if l.life.Err() == nil {
		_, err := l.checkpoint()
		l.warn(err)
	}
}

// Checkpoint signs the log as it stands and gives the checkpoint that now ends
// the checkpoint file. It is one already there when nothing was added since.
func (l *Log) Checkpoint(ctx context.Context) (Checkpoint, error) {
	l.check.Lock()
	defer l.check.Unlock()
	if l.life.Err() != nil || ctx.Err() != nil {
		return Checkpoint{}, unavailable(ReasonClosed, ctx.Err())
	}
	return l.checkpoint()
}

func (l *Log) checkpoint() (Checkpoint, error) {
	if err := l.Err(); err != nil {
		return Checkpoint{}, err
	}
	l.store.Lock()
	h, id, k := l.head, l.id, l.key
	l.store.Unlock()
	if h.size == 0 || id == "" {
		return Checkpoint{}, unavailable(ReasonAbsent, nil)
	}
	if k == nil {
		var err error
		if k, err = makeKey(l.opt.KeyFile); err != nil {
			return Checkpoint{}, err
		}
	}
	root, err := h.root()
	if err != nil {
		return Checkpoint{}, unavailable(ReasonBroken, err)
	}
	c := &Checkpoint{Log: id, Size: h.size, Root: root, Chain: h.chain, Time: l.opt.now()}
	got, err := appendCheckpoint(l.opt.CheckpointFile, c, k, l.lim.busy, func(last *Checkpoint) error {
		return l.agrees(last, id, &h)
	})
	if err != nil {
		return Checkpoint{}, l.fail(err)
	}
	l.anchored.Store(got.Size)
	if got == c {
		l.publish(c.Note)
	}
	return *got, nil
}

// agrees checks that an earlier checkpoint is of the history that is about to be
// signed, so that this process never signs two histories.
func (l *Log) agrees(last *Checkpoint, id string, h *head) error {
	if last.Log == id && last.Size == h.size {
		if root, err := h.root(); err != nil || root != last.Root {
			return brokenAt(last.Size-1, FindingRewritten)
		}
		return nil
	}
	c, err := dialReader(l.opt.Path, l.lim)
	if err != nil {
		return err
	}
	defer func() { _ = c.close() }()
	start, err := c.start()
	if err != nil {
		return err
	}
	if start.Log != id {
		// Rotated since; the rotation signed the rows we had.
		return unavailable(ReasonReplaced, nil)
	}
	if last.Log != id {
		_, err := c.anchoredHead(start, last)
		return err
	}
	root, err := tlog.TreeHash(last.Size, c)
	if err != nil {
		return err
	}
	if root != last.Root {
		return brokenAt(last.Size-1, FindingRewritten)
	}
	return nil
}

const publishTimeout = 10 * time.Second

// publish hands a new checkpoint to the places outside the machine's files. The
// file is written already; what fails here is only told.
func (l *Log) publish(msg []byte) {
	if w := l.opt.CheckpointOutput; w != nil {
		if _, err := w.Write(msg); err != nil {
			l.warn(unavailable(ReasonCheckpoint, err))
		}
	}
	if len(l.opt.CheckpointCommand) == 0 {
		return
	}
	l.work.Add(1)
	go func() {
		defer l.work.Done()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(l.life), publishTimeout)
		defer cancel()
		cmd := exec.CommandContext(ctx, l.opt.CheckpointCommand[0], l.opt.CheckpointCommand[1:]...)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(msg), io.Discard, io.Discard
		cmd.WaitDelay = time.Second
		if err := cmd.Run(); err != nil && l.opt.Warn != nil {
			l.opt.Warn("audit: the checkpoint command failed")
		}
	}()
}

// Close waits for appends under way, signs a last checkpoint and closes the
// store. The log is closed even when an error is returned.
func (l *Log) Close() error {
	l.queue.Lock()
	already := l.closed
	l.closed = true
	for l.leading {
		l.idle.Wait()
	}
	l.queue.Unlock()
	if already {
		<-l.done
		return nil
	}
	defer close(l.done)
	l.stop()
	l.store.Lock()
	if l.timer != nil && l.timer.Stop() {
		l.work.Done()
	}
	l.timer = nil
	due := l.head.size > l.anchored.Load()
	l.store.Unlock()
	var err error
	l.check.Lock()
	if due && l.Err() == nil {
		_, err = l.checkpoint()
	}
	l.check.Unlock()
	l.work.Wait()
	l.store.Lock()
	l.drop()
	l.store.Unlock()
	if isReplaced(err) {
		return nil // put aside by a rotation, which signed it
	}
	return err
}
