package audit

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/mod/sumdb/note"
)

// tailSize is how much of a checkpoint file is read to find the last one. It
// holds several, so that a torn end does not hide the one before.
const tailSize = 4 * maxNote

// lastCheckpoint reads the last whole checkpoint of a file, nil when there is
// none. The cost does not depend on the length of the file.
func lastCheckpoint(path string, k *key) (*Checkpoint, error) {
	fi, err := inspect(path)
	if err != nil || fi == nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY|noFollow, 0)
	if err != nil {
		return nil, classify(err)
	}
	defer func() { _ = f.Close() }()
	return lastIn(f, fi.Size(), k)
}

func lastIn(f io.ReaderAt, size int64, k *key) (*Checkpoint, error) {
	off := max(size-tailSize, 0)
	tail := make([]byte, size-off)
	if _, err := f.ReadAt(tail, off); err != nil && !errors.Is(err, io.EOF) {
		return nil, classify(err)
	}
	var last []byte
	r := newNoteReader(bytes.NewReader(tail))
	for {
		n, err := r.next()
		if err != nil {
			break
		}
		last = n
	}
	if last == nil {
		if size > maxNote || r.junk > 0 {
			return nil, unavailable(ReasonCheckpoint, nil)
		}
		return nil, nil
	}
	if k == nil {
		return nil, unavailable(ReasonKey, nil)
	}
	c, err := openCheckpoint(last, note.VerifierList(k.verifier))
	switch {
	case errors.Is(err, errSignature):
		return nil, unavailable(ReasonKey, nil)
	case err != nil:
		return nil, unavailable(ReasonCheckpoint, nil)
	}
	return &c, nil
}

// errMoved says that the file ends with another checkpoint than the one that was
// looked at.
var errMoved = errors.New("checkpoint: another was added")

// appendCheckpoint adds a signed checkpoint. agree is asked about the one that
// stands last; its error stops the append. A file that already ends with the
// same log at the same size or more is left as it is, and what it ends with is
// returned.
//
// agree may open the store, which waits for a rotation; so it is asked before
// the file is locked, and again when somebody else was quicker.
func appendCheckpoint(path string, c *Checkpoint, k *key, wait time.Duration, agree func(*Checkpoint) error) (*Checkpoint, error) {
	for end := time.Now().Add(wait); ; {
		last, err := lastCheckpoint(path, k)
		if err != nil {
			return nil, err
		}
		if last != nil {
			if err := agree(last); err != nil {
				return nil, err
			}
			if last.Log == c.Log && last.Size >= c.Size {
				return last, nil
			}
		}
		err = appendAfter(path, last, c, k, wait)
		if err == nil {
			return c, nil
		}
		if !errors.Is(err, errMoved) || time.Now().After(end) {
			return nil, classify(err)
		}
	}
}

// appendAfter adds c under the file's lock when the file still ends with last.
func appendAfter(path string, last, c *Checkpoint, k *key, wait time.Duration) error {
	if err := makeDir(path); err != nil {
		return err
	}
	_, statErr := os.Lstat(path)
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|os.O_APPEND|noFollow, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	if err := lockFile(f, true, wait); err != nil {
		return unavailable(ReasonCheckpoint, err)
	}
	fi, err := f.Stat()
	if err != nil {
		return err
	}
	now, err := lastIn(f, fi.Size(), k)
	if err != nil {
		return err
	}
	if (now == nil) != (last == nil) || (now != nil && !bytes.Equal(now.Note, last.Note)) {
		return errMoved
	}
	if err := c.sign(k); err != nil {
		return err
	}
	out := append(bytes.Clone(c.Note), '\n')
	if fi.Size() > 0 {
		end := make([]byte, 1)
		if _, err := f.ReadAt(end, fi.Size()-1); err != nil {
			return err
		}
		if end[0] != '\n' {
			out = append([]byte(tornMark+"\n"), out...)
		}
	}
	if _, err := f.Write(out); err != nil {
		// A part of a note is worth nothing; take it back if that is allowed.
		_ = f.Truncate(fi.Size())
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if errors.Is(statErr, fs.ErrNotExist) {
		return syncDir(filepath.Dir(path))
	}
	return nil
}
