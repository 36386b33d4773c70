package audit

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// inspect looks at a file that must be the owner's alone: regular, no link,
// mode 0600, in a directory that others cannot write to. It gives nil when the
// file is not there.
func inspect(path string) (fs.FileInfo, error) {
	dir := filepath.Dir(path)
	di, err := os.Lstat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, classify(err)
	}
	if !di.IsDir() {
		return nil, unavailable(ReasonSymlink, nil)
	}
	if di.Mode().Perm()&0o022 != 0 || !ownedByUs(di) {
		return nil, unavailable(ReasonMode, nil)
	}
	fi, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, classify(err)
	}
	if !fi.Mode().IsRegular() {
		return nil, unavailable(ReasonSymlink, nil)
	}
	if fi.Mode().Perm()&0o077 != 0 || !ownedByUs(fi) {
		return nil, unavailable(ReasonMode, nil)
	}
	return fi, nil
}

// inspectStore looks at a database and the files SQLite keeps beside it.
func inspectStore(path string) (fs.FileInfo, error) {
	fi, err := inspect(path)
	if err != nil {
		return nil, err
	}
	for _, side := range []string{"-wal", "-shm", "-journal"} {
		if _, err := inspect(path + side); err != nil {
			return nil, err
		}
	}
	return fi, nil
}

// makeDir makes the directory of path, closed to others.
func makeDir(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return classify(err)
	}
	return nil
}

// createFile makes an empty file, never through a link and never over another,
// and makes its name durable. A file that is there already is fine.
func createFile(path string) error {
	if err := makeDir(path); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR|noFollow, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return classify(err)
	}
	if err := errors.Join(f.Chmod(0o600), f.Close()); err != nil {
		return classify(err)
	}
	return syncDir(filepath.Dir(path))
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return classify(err)
	}
	if err := errors.Join(d.Sync(), d.Close()); err != nil {
		return classify(err)
	}
	return nil
}

// writeOnce writes a new file that is complete or not there at all. It reports
// false when the name is taken.
func writeOnce(path string, data []byte) (bool, error) {
	if err := makeDir(path); err != nil {
		return false, err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return false, classify(err)
	}
	defer func() { _ = os.Remove(f.Name()) }()
	_, werr := f.Write(data)
	if err := errors.Join(werr, f.Chmod(0o600), f.Sync(), f.Close()); err != nil {
		return false, classify(err)
	}
	if err := os.Link(f.Name(), path); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return false, nil
		}
		return false, classify(err)
	}
	return true, syncDir(filepath.Dir(path))
}
