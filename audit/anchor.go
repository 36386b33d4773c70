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

// appendCheckpoint adds a signed checkpoint under the file's lock. agree is
// asked about the one that stands last; its error stops the append. A file that
// already ends with the same log at the same size or more is left as it is, and
// what it ends with is returned.
func appendCheckpoint(path string, c *Checkpoint, k *key, wait time.Duration, agree func(*Checkpoint) error) (*Checkpoint, error) {
	if _, err := inspect(path); err != nil {
		return nil, err
	}
	if err := makeDir(path); err != nil {
		return nil, err
	}
	_, statErr := os.Lstat(path)
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|os.O_APPEND|noFollow, 0o600)
	if err != nil {
		return nil, classify(err)
	}
	defer func() { _ = f.Close() }()
	if err := lockFile(f, wait); err != nil {
		return nil, unavailable(ReasonCheckpoint, err)
	}
	fi, err := f.Stat()
	if err != nil {
		return nil, classify(err)
	}
	last, err := lastIn(f, fi.Size(), k)
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
	if err := c.sign(k); err != nil {
		return nil, err
	}
	out := append(bytes.Clone(c.Note), '\n')
	if fi.Size() > 0 {
		end := make([]byte, 1)
		if _, err := f.ReadAt(end, fi.Size()-1); err != nil {
			return nil, classify(err)
		}
		if end[0] != '\n' {
			out = append([]byte(tornMark+"\n"), out...)
		}
	}
	if _, err := f.Write(out); err != nil {
		// A part of a note is worth nothing; take it back if that is allowed.
		_ = f.Truncate(fi.Size())
		return nil, classify(err)
	}
	if err := f.Sync(); err != nil {
		return nil, classify(err)
	}
	if errors.Is(statErr, fs.ErrNotExist) {
		return c, syncDir(filepath.Dir(path))
	}
	return c, nil
}
