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

// lockFile takes an exclusive lock, waiting no longer than wait. The lock ends
// with the file.
func lockFile(f *os.File, wait time.Duration) error {
	for end := time.Now().Add(wait); ; time.Sleep(2 * time.Millisecond) {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EWOULDBLOCK) || time.Now().After(end) {
			return err
		}
	}
}
