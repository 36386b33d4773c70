package path

import (
	"errors"
	"io/fs"
	"syscall"
)

// FS is the part of a file system that facts need. Names are absolute and
// clean. Errors are, or wrap, syscall error numbers or the errors of io/fs.
type FS interface {
	// Lstat describes the name itself; a link as last component is not
	// followed.
	Lstat(name string) (Info, error)
	// Readlink gives the text of a symbolic link.
	Readlink(name string) (string, error)
	// ReadFile reads a regular file of at most max bytes and does not follow a
	// link as last component. A longer file is ErrTooLarge, anything that is no
	// regular file ErrNotRegular. It is for the few files whose content is a
	// fact (a repository's HEAD, configuration, a script that would be run),
	// never for targets.
	ReadFile(name string, max int64) ([]byte, error)
}

// The words of Info.Type, as in facts.PathUse.Type.
const (
	TypeFile    = "file"
	TypeDir     = "dir"
	TypeSymlink = "symlink"
	TypeFIFO    = "fifo"
	TypeSocket  = "socket"
	TypeDevice  = "device"
	TypeMissing = "missing" // no such name; it says nothing about the parent
	TypeUnknown = "unknown" // not looked at, or of no kind above
)

// Info describes a name.
type Info struct {
	Type     string
	Mode     uint32 // permission bits with set-user-ID, set-group-ID and sticky
	Size     int64
	NLink    int
	Dev, Ino uint64
	UID      uint32
}

// The words of facts.PathUse.Error.
const (
	ErrLoop         = "loop"          // more than 40 links
	ErrDenied       = "denied"        // a directory on the way may not be searched
	ErrTooLong      = "too_long"      // a name of over 255 bytes, or a path of over 4,095
	ErrNotDirectory = "not_directory" // a component before the last, or before a trailing slash, is no directory
	ErrOther        = "other"         // empty word, NUL, input or output error
)

type constError string

func (e constError) Error() string { return string(e) }

const (
	// ErrTooLarge says that a file is longer than the caller wants.
	ErrTooLarge = constError("file is too large")
	// ErrNotRegular says that a name is no regular file.
	ErrNotRegular = constError("not a regular file")
)

// errorWord turns an error of an FS into a word; "" when the name is missing.
func errorWord(err error) (word string, missing bool) {
	switch {
	case errors.Is(err, syscall.ENOENT), errors.Is(err, fs.ErrNotExist):
		return "", true
	case errors.Is(err, syscall.EACCES), errors.Is(err, fs.ErrPermission):
		return ErrDenied, false
	case errors.Is(err, syscall.ENOTDIR):
		return ErrNotDirectory, false
	case errors.Is(err, syscall.ELOOP):
		return ErrLoop, false
	case errors.Is(err, syscall.ENAMETOOLONG):
		return ErrTooLong, false
	}
	return ErrOther, false
}

// nothing is a file system in which no name exists.
type nothing struct{}

func (nothing) Lstat(string) (Info, error)             { return Info{}, fs.ErrNotExist }
func (nothing) Readlink(string) (string, error)        { return "", fs.ErrNotExist }
func (nothing) ReadFile(string, int64) ([]byte, error) { return nil, fs.ErrNotExist }
