//go:build unix

package audit

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"time"
)

const noFollow = syscall.O_NOFOLLOW

// ownedByUs reports whether the file belongs to the user of this process, or to
// root, who could replace it anyway.
func ownedByUs(fi fs.FileInfo) bool {
	st, ok := fi.Sys().(*syscall.Stat_t)
	return !ok || st.Uid == 0 || int(st.Uid) == os.Geteuid()
}

// lockFile takes a lock, alone or shared, waiting no longer than wait. The lock
// ends with the file.
func lockFile(f *os.File, alone bool, wait time.Duration) error {
	how := syscall.LOCK_SH
	if alone {
		how = syscall.LOCK_EX
	}
	for end := time.Now().Add(wait); ; time.Sleep(2 * time.Millisecond) {
		err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EWOULDBLOCK) || time.Now().After(end) {
			return err
		}
	}
}
