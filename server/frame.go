package server

import (
	"bytes"
	"errors"
	"io"

	"regent/internal/residue"
)

// errFrameTooLong says that a line beyond the limit was dropped. Reading goes
// on with the next line.
var errFrameTooLong = errors.New("frame too long")

// frameReader cuts a stream into lines. It never holds more than one line up
// to the limit and one chunk; what is beyond is dropped while it streams.
//
// A line may hold what must not stay in memory. What was taken out of the chunk
// is cleared there, so that the line that [frameReader.next] gives is the only
// copy, and its owner can clear it.
type frameReader struct {
	in    io.Reader
	limit int
	chunk []byte
	r, w  int    // chunk[r:w] is read and not taken
	err   error  // of in, to be told when the chunk is taken
	line  []byte // the start of a line that spans chunks
}

func newFrameReader(r io.Reader) *frameReader {
	return &frameReader{in: r, limit: MaxFrameBytes, chunk: make([]byte, chunkBytes)}
}

// next returns a line without its end, in memory of its own. A last line needs
// no newline. Blank lines are skipped.
func (f *frameReader) next() ([]byte, error) {
	for {
		line, err := f.read()
		if err == nil && len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		return line, err
	}
}

func (f *frameReader) read() ([]byte, error) {
	dropped := false
	for {
		part, ended := f.take()
		if len(part) == 0 && !ended && f.err != nil {
			// The stream ends, perhaps inside a line.
			if len(f.line) == 0 && !dropped {
				return nil, f.err
			}
			ended = true
		}
		if !dropped {
			dropped = !f.keep(part)
		}
		forget(part) // the next read may wait for long
		if !ended {
			continue
		}
		line := trimReturn(f.line)
		f.line = nil
		if dropped || len(line) > f.limit {
			clear(line)
			return nil, errFrameTooLong
		}
		return line, nil
	}
}

// take gives what is read of a line, in the chunk, and whether the line ends
// there. It gives nothing when the stream ends.
func (f *frameReader) take() (part []byte, ended bool) {
	for f.r == f.w && f.err == nil {
		f.r = 0
		f.w, f.err = f.in.Read(f.chunk)
	}
	part = f.chunk[f.r:f.w]
	if i := residue.IndexByte(part, '\n'); i >= 0 {
		f.r += i + 1
		return part[:i], true
	}
	f.r = f.w
	return part, false
}

// keep adds to the line; false when it is too long, and then it is gone.
func (f *frameReader) keep(part []byte) bool {
	if len(f.line)+len(part) > f.limit+1 { // one more for the '\r'
		clear(f.line)
		f.line = nil
		return false
	}
	f.grow(len(part))
	f.line = residue.Append(f.line, part)
	return true
}

// grow makes room by doubling, but never beyond the limit, where append alone
// would.
func (f *frameReader) grow(n int) {
	need := len(f.line) + n
	if need <= cap(f.line) {
		return
	}
	size := need // a line that one read brought is not to grow
	if len(f.line) > 0 {
		size = min(max(2*cap(f.line), need), f.limit+1)
	}
	longer := residue.Append(make([]byte, 0, size), f.line)
	clear(f.line)
	f.line = longer
}

// forget clears a frame and what reading it left in registers.
func forget(frame []byte) {
	clear(frame)
	residue.Clear()
}

func trimReturn(line []byte) []byte {
	return bytes.TrimSuffix(line, []byte("\r"))
}
