package audit

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"modernc.org/sqlite"
)

// Backup copies the log at path to a new file while others go on writing, and
// verifies the copy. It copies the last committed state, what is still in the
// write-ahead log included; copying the database file alone would lose that.
// A file at dst is never overwritten.
func Backup(ctx context.Context, path, dst string) (Report, error) {
	c, err := openForReading(path)
	if err != nil {
		return Report{}, err
	}
	defer func() { _ = c.close() }()
	f, err := os.OpenFile(dst, os.O_CREATE|os.O_EXCL|os.O_RDWR|noFollow, 0o600)
	if err != nil {
		return Report{}, classify(err)
	}
	rep, err := copyTo(ctx, c, f)
	if err != nil {
		_ = os.Remove(dst)
	}
	// SQLite's own files beside the copy hold nothing once it is closed.
	for _, side := range []string{"-wal", "-shm", "-journal"} {
		if rerr := os.Remove(dst + side); rerr != nil && !errors.Is(rerr, fs.ErrNotExist) {
			err = errors.Join(err, classify(rerr))
		}
	}
	return rep, err
}

func copyTo(ctx context.Context, c *conn, f *os.File) (Report, error) {
	defer func() { _ = f.Close() }()
	src, ok := c.c.(interface {
		NewBackup(dst string) (*sqlite.Backup, error)
	})
	if !ok {
		return Report{}, unavailable(ReasonIO, nil)
	}
	uri, err := fileURI(f.Name(), nil)
	if err != nil {
		return Report{}, err
	}
	b, err := src.NewBackup(uri)
	if err != nil {
		return Report{}, classify(err)
	}
	// One step: with several, a busy writer would make it start over for ever.
	_, serr := b.Step(-1)
	if err := errors.Join(serr, b.Finish()); err != nil {
		return Report{}, classify(err)
	}
	if err := errors.Join(f.Sync(), syncDir(filepath.Dir(f.Name()))); err != nil {
		return Report{}, classify(err)
	}
	rep, err := Verify(ctx, VerifyOptions{Path: f.Name()})
	if err == nil && !rep.OK() && len(rep.Findings) > 0 {
		// The copy is as true as the original; the fault is there too.
		return rep, nil
	}
	return rep, err
}
