package fsread

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	gopath "path"
	"path/filepath"
	"strings"
	"syscall"

	"regent/facts"
	"regent/facts/path"

	"golang.org/x/sys/unix"
)

// Root is a directory that files may be read from, held open from the start.
// It is safe for concurrent use.
type Root struct {
	dir   *os.Root
	given string // as configured, clean
	path  string // canonical when opened
	dev   uint64
	fs    path.FS
	work  *workers
}

// Open opens a directory for reading from it. The path must be absolute.
func Open(dir string) (*Root, error) {
	if !filepath.IsAbs(dir) {
		return nil, errors.New("open the directory to read from: the path is not absolute")
	}
	fsys := path.OS()
	loc := path.Locate(fsys, "/", dir, false)
	switch {
	case loc.Error != "":
		return nil, fmt.Errorf("open the directory to read from: cannot be resolved (%s)", loc.Error)
	case !loc.Exists || loc.Info.Type != path.TypeDir:
		return nil, errors.New("open the directory to read from: no such directory")
	case loc.Path == "/":
		return nil, errors.New("open the directory to read from: the root of the file system is no sandbox")
	}
	root, err := os.OpenRoot(loc.Path)
	if err != nil {
		return nil, fmt.Errorf("open the directory to read from: %w", unnamed(err))
	}
	info, err := root.Stat(".")
	if err != nil {
		root.Close()
		return nil, fmt.Errorf("look at the directory to read from: %w", unnamed(err))
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok || !same(st, loc) {
		root.Close()
		return nil, errors.New("open the directory to read from: it changed while it was opened")
	}
	return &Root{
		dir: root, given: gopath.Clean(dir), path: loc.Path, dev: loc.Info.Dev,
		fs: fsys, work: newWorkers(maxWorkers),
	}, nil
}

// Close lets go of the directory.
func (r *Root) Close() error { return r.dir.Close() }

// Path is the canonical path of the directory. It is never for the wire.
func (r *Root) Path() string { return r.path }

// Workspace is ws as this directory's facts see it: the directory is the only
// root, and names start from it.
func (r *Root) Workspace(ws facts.Workspace) facts.Workspace {
	ws.Roots, ws.CWD = []string{r.path}, r.path
	return ws
}

// Asked states what the name says by its letters. The disk is not looked at,
// so it tells nothing about what is there.
func (r *Root) Asked(res *path.Resolver, name string) facts.PathUse {
	u := res.Lexical(r.path, r.local(name), facts.AccessRead)
	u.Source, u.Raw = "tool", clip(name)
	return u
}

// local rewrites an absolute name that starts with the directory as it was
// configured, which may go through a link.
func (r *Root) local(name string) string {
	if r.given != r.path && strings.HasPrefix(name, r.given) {
		if rest := name[len(r.given):]; rest == "" || rest[0] == '/' {
			return r.path + rest
		}
	}
	return name
}

// Open resolves a name and opens what it leads to, if that is a regular file
// inside. The error is ErrDenied, or the context's.
func (r *Root) Open(ctx context.Context, name string) (*File, error) {
	return do(ctx, r.work, func() (*File, error) { return r.open(name) }, (*File).Close)
}

// Use opens a name and hands the file, or the error of opening it, to use: both
// on one goroutine beside the caller's, who is let go when ctx ends. The file is
// closed when use returns; what use gives and nobody waits for any more goes to
// drop. The error is the context's, or ErrDenied for a use that panicked.
func Use[T any](ctx context.Context, r *Root, name string, use func(*File, error) T, drop func(T)) (T, error) {
	return do(ctx, r.work, func() (T, error) {
		f, err := r.open(name)
		if err == nil {
			f.here = true
			defer f.Close()
		}
		return use(f, err), nil
	}, func(v T) error { drop(v); return nil })
}

func (r *Root) open(name string) (*File, error) {
	loc := path.Locate(r.fs, r.path, name, false)
	switch {
	case loc.Error != "":
		return nil, deny(loc.Error, nil)
	case !strings.HasPrefix(loc.Path, r.path+"/"):
		return nil, deny(ReasonOutside, nil)
	case !loc.Exists:
		return nil, deny(ReasonMissing, nil)
	case loc.Info.Type != path.TypeFile:
		// Before opening: opening a device alone may have an effect.
		return nil, deny(ReasonNotRegular, nil)
	}
	rel := loc.Path[len(r.path)+1:]
	// Non-blocking, for what may have taken the file's place since.
	f, err := r.dir.OpenFile(rel, os.O_RDONLY|unix.O_NONBLOCK|unix.O_NOCTTY, 0)
	if err != nil {
		return nil, openError(err)
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, deny(ReasonUnreadable, unnamed(err))
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !ok || !info.Mode().IsRegular():
		f.Close()
		return nil, deny(ReasonNotRegular, nil)
	case !same(st, loc):
		f.Close()
		return nil, deny(ReasonSwapped, nil)
	}
	loc.Info.Mode = uint32(st.Mode) & 0o7777 //nolint:unconvert // the widths differ between systems
	loc.Info.Size, loc.Info.NLink, loc.Info.UID = st.Size, int(st.Nlink), st.Uid
	return &File{root: r, f: f, loc: loc, asked: name}, nil
}

// same says whether an open file is the one that was resolved.
func same(st *syscall.Stat_t, loc path.Location) bool {
	dev := uint64(st.Dev) //nolint:unconvert // the widths differ between systems
	return dev == loc.Info.Dev && st.Ino == loc.Info.Ino
}

func openError(err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return deny(ReasonMissing, unnamed(err))
	case errors.Is(err, unix.ENXIO), errors.Is(err, unix.EISDIR):
		return deny(ReasonNotRegular, unnamed(err))
	case errors.Is(err, fs.ErrPermission):
		return deny(path.ErrDenied, unnamed(err))
	}
	return deny(ReasonUnreadable, unnamed(err))
}

// unnamed drops the path from an error.
func unnamed(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// clip cuts a name to what a fact may carry.
func clip(name string) string {
	const limit = 256
	if len(name) > limit {
		name = strings.ToValidUTF8(name[:limit], "")
	}
	return name
}
