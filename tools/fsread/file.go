package fsread

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"

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
}

// Result is the text of a file.
type Result struct {
	// ResolvedPath is the canonical path below the directory.
	ResolvedPath string
	Content      string
	// BytesRead counts the bytes decoded; a character that the limit cut in
	// two is not among them.
	BytesRead int
	// Truncated: the file is longer than the limit.
	Truncated bool
}

// Fact states what was opened.
func (f *File) Fact(res *path.Resolver) facts.PathUse {
	u := res.At(f.loc, facts.AccessRead)
	u.Source, u.Opened, u.Raw = "tool", true, clip(f.asked)
	u.ForeignDevice = f.loc.Info.Dev != f.root.dev
	return u
}

// Close lets go of the file.
func (f *File) Close() error { return f.f.Close() }

// Read reads at most limit bytes from the start and decodes them. The error is
// ErrDenied, an *EncodingError, or the context's. It may be called once. When
// the context ends it, the file is closed in its own time; Close may be called
// all the same.
func (f *File) Read(ctx context.Context, c Codec, limit int) (Result, error) {
	limit = min(max(limit, 1), MaxBytes)
	return do(ctx, f.root.work, func() (Result, error) { return f.read(ctx, c, limit) }, func(Result) error { return nil })
}

func (f *File) read(ctx context.Context, c Codec, limit int) (Result, error) {
	data, err := readUpTo(ctx, f.f, f.loc.Info.Size, limit+1)
	if err != nil {
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
		return Result{}, err
	}
	return Result{
		// A link may lead to a name that is no text.
		ResolvedPath: strings.ToValidUTF8(f.loc.Path[len(f.root.path)+1:], "\uFFFD"),
		Content:      text, BytesRead: used, Truncated: cut,
	}, nil
}

// readUpTo reads until most bytes or the end, whichever comes first. The size
// is a hint: files grow, and some claim to be empty.
func readUpTo(ctx context.Context, r io.Reader, size int64, most int) ([]byte, error) {
	const smallest = 512
	// One byte more than the size, so that the end shows without growing.
	buf := make([]byte, 0, min(most, int(min(max(size, smallest), int64(most)))+1))
	for len(buf) < most {
		if len(buf) == cap(buf) {
			grown := make([]byte, len(buf), min(most, 2*cap(buf)))
			copy(grown, buf)
			buf = grown
		}
		n, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		switch {
		case errors.Is(err, io.EOF):
			return buf, nil
		case err != nil:
			return nil, err
		case ctx.Err() != nil:
			return nil, ctx.Err()
		}
	}
	return buf, nil
}
