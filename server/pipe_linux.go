package server

import (
	"os"

	"golang.org/x/sys/unix"
)

// pipeBytes holds the reply to a read of 64 KiB, which is sent twice, as text
// and as an object.
const pipeBytes = 256 << 10

// widen makes room in the pipe behind our stdout, so that a large reply leaves in
// one go. In a pipe of the usual 64 KiB the writer sleeps until the reader has
// woken, and the reader until the writer has, twice for each such reply. What is
// no pipe, or may not grow, stays as it is.
func widen(f *os.File) {
	c, err := f.SyscallConn()
	if err != nil {
		return
	}
	_ = c.Control(func(fd uintptr) {
		if n, err := unix.FcntlInt(fd, unix.F_GETPIPE_SZ, 0); err == nil && n < pipeBytes {
			_, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, pipeBytes)
		}
	})
}
