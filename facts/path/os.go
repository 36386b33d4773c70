package path

import (
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// OS is the real file system. It holds no state.
func OS() FS { return osFS{} }

type osFS struct{}

func (osFS) Lstat(name string) (Info, error) {
	var st unix.Stat_t
	if err := ignoringEINTR(func() error { return unix.Lstat(name, &st) }); err != nil {
		return Info{}, err
	}
	return StatInfo(&st), nil
}

// StatInfo describes what a stat call returned.
func StatInfo(st *unix.Stat_t) Info {
	return Info{
		Type:  typeWord(uint32(st.Mode)), //nolint:unconvert // the widths differ between systems
		Mode:  uint32(st.Mode) & 0o7777,  //nolint:unconvert // see Type
		Size:  st.Size,
		NLink: int(st.Nlink),
		Dev:   uint64(st.Dev), //nolint:unconvert // see Type
		Ino:   st.Ino,
		UID:   st.Uid,
	}
}

func typeWord(mode uint32) string {
	switch mode & unix.S_IFMT {
	case unix.S_IFREG:
		return TypeFile
	case unix.S_IFDIR:
		return TypeDir
	case unix.S_IFLNK:
		return TypeSymlink
	case unix.S_IFIFO:
		return TypeFIFO
	case unix.S_IFSOCK:
		return TypeSocket
	case unix.S_IFCHR, unix.S_IFBLK:
		return TypeDevice
	}
	return TypeUnknown
}

func (osFS) Readlink(name string) (string, error) {
	var buf [4096]byte
	var n int
	err := ignoringEINTR(func() (err error) { n, err = unix.Readlink(name, buf[:]); return err })
	if err != nil {
		return "", err
	}
	if n == len(buf) {
		return "", unix.ENAMETOOLONG
	}
	return string(buf[:n]), nil
}

func (osFS) ReadFile(name string, limit int64) ([]byte, error) {
	// Non-blocking, so that a FIFO put there cannot hang the caller.
	fd, err := unix.Open(name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("open: %w", err)
	}
	f := os.NewFile(uintptr(fd), "")
	defer f.Close()
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return nil, fmt.Errorf("stat: %w", err)
	}
	if StatInfo(&st).Type != TypeFile {
		return nil, ErrNotRegular
	}
	if st.Size > limit {
		return nil, ErrTooLarge
	}
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, fmt.Errorf("read: %w", err)
	}
	if int64(len(data)) > limit {
		return nil, ErrTooLarge
	}
	return data, nil
}

func ignoringEINTR(f func() error) error {
	for {
		if err := f(); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}
