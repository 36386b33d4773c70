package fsread

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"syscall"

	"regent/facts"
	"regent/facts/path"
)

// MaxBytes is the most that one call may ask for.
const MaxBytes = 1 << 20

// File is an open regular file inside a Root. Close it.
type File struct {
	root  *Root
	f     *os.File
	loc   path.Location
	asked string
	here  bool // the caller is beside whoever waits; see Use
}

// Result is the text of a file.
type Result struct {
	// ResolvedPath is the canonical path below the directory.
	ResolvedPath string
	// Content may stand in memory that is used again; see Release.
	Content string
	// BytesRead counts the bytes decoded; a character that the limit cut in
	// two is not among them.
	BytesRead int
	// Truncated: the file is longer than the limit.
	Truncated bool

	buffer *[]byte
}

// Release gives the memory of Content back, which must not be looked at
// afterwards. Who keeps Content does not call it.
func (r *Result) Release() {
	if r.buffer != nil {
		buffers.Put(r.buffer)
	}
	*r = Result{}
}

// buffers are for the bytes of files: a text as large as an agent reads them is
// worth more than the rest of a call to allocate and to collect.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// Fact states what was opened.
func (f *File) Fact(res *path.Resolver) facts.PathUse {
	loc := f.loc
	loc.Info.Dev = 0 // compared here with the directory that is held, not with its name
	u := res.At(loc, facts.AccessRead)
	u.Source, u.Opened, u.Raw = "tool", true, clip(f.asked)
	u.ForeignDevice = f.loc.Info.Dev != f.root.dev
	return u
}

// Info is what the open file said of itself.
func (f *File) Info() path.Info { return f.loc.Info }

// Is says whether the file is the one that st describes, by device and inode.
func (f *File) Is(st *syscall.Stat_t) bool { return same(st, f.loc) }

// Close lets go of the file.
func (f *File) Close() error { return f.f.Close() }

// Read reads at most limit bytes from the start and decodes them. The error is
// ErrDenied, an *EncodingError, or the context's. It may be called once. When
// the context ends it, the file is closed in its own time; Close may be called
// all the same.
func (f *File) Read(ctx context.Context, c Codec, limit int) (Result, error) {
	limit = min(max(limit, 1), MaxBytes)
	if f.here {
		return f.read(ctx, c, limit)
	}
	return do(ctx, f.root.work, func() (Result, error) { return f.read(ctx, c, limit) }, func(r Result) error { r.Release(); return nil })
}

func (f *File) read(ctx context.Context, c Codec, limit int) (Result, error) {
	buffer := buffers.Get().(*[]byte)
	data, err := readUpTo(ctx, f.f, (*buffer)[:0], f.loc.Info.Size, limit+1)
	*buffer = data[:0]
	if err != nil {
		buffers.Put(buffer)
		if ctx.Err() != nil {
			return Result{}, ctx.Err()
		}
		return Result{}, deny(ReasonUnreadable, unnamed(err))
	}
	cut := len(data) > limit
	if cut {
		data = data[:limit]
	}
	text, used, err := c.Decode(data, cut)
	if err != nil {
		buffers.Put(buffer)
		return Result{}, err
	}
	return Result{
		// A link may lead to a name that is no text.
		ResolvedPath: strings.ToValidUTF8(f.loc.Path[len(f.root.path)+1:], "\uFFFD"),
		Content:      text, BytesRead: used, Truncated: cut, buffer: buffer,
	}, nil
}

// readUpTo reads until most bytes or the end, whichever comes first, into buf
// while it has room. The size is a hint: files grow, and some claim to be empty.
func readUpTo(ctx context.Context, r io.Reader, buf []byte, size int64, most int) ([]byte, error) {
	const smallest = 512
	// One byte more than the size, so that the end shows without growing.
	if room := min(most, int(min(max(size, smallest), int64(most)))+1); cap(buf) < room {
		buf = make([]byte, 0, room)
	}
	for len(buf) < most {
		if len(buf) == cap(buf) {
			grown := make([]byte, len(buf), min(most, 2*cap(buf)))
			copy(grown, buf)
			buf = grown
		}
		n, err := r.Read(buf[len(buf):min(cap(buf), most)])
		buf = buf[:len(buf)+n]
		switch {
		case errors.Is(err, io.EOF):
			return buf, nil
		case err != nil:
			return buf, err
		case ctx.Err() != nil:
			return buf, ctx.Err()
		}
	}
	return buf, nil
}
