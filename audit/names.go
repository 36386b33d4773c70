package audit

import (
	"errors"
	"os"
	"time"
)

// lockNames keeps the names of a store's files as they are while they are being
// opened, and alone while a rotation moves them: SQLite opens the database, its
// write-ahead log and its shared memory by name one after the other, and they
// must be of one store. The lock is a file beside the database; the function
// given back ends it.
func lockNames(path string, alone bool, wait time.Duration) (func(), error) {
	name := path + ".lock"
	if _, err := inspect(name); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR|noFollow, 0o600)
	if err != nil {
		return nil, classify(err)
	}
	return holdLock(f, alone, wait)
}

// lockNamesToRead is lockNames for a reader, who makes no file. Without one that
// it may read, no process of ours rotates here.
func lockNamesToRead(path string, wait time.Duration) (func(), error) {
	f, _ := os.OpenFile(path+".lock", os.O_RDONLY|noFollow, 0)
	if f == nil {
		return func() {}, nil
	}
	return holdLock(f, false, wait)
}

func holdLock(f *os.File, alone bool, wait time.Duration) (func(), error) {
	if err := lockFile(f, alone, wait); err != nil {
		return nil, errors.Join(unavailable(ReasonBusy, err), f.Close())
	}
	return func() { _ = f.Close() }, nil
}
