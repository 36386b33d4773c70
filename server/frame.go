package server

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// errFrameTooLong says that a line beyond the limit was dropped. Reading goes
// on with the next line.
var errFrameTooLong = errors.New("frame too long")

// frameReader cuts a stream into lines. It never holds more than one line up
// to the limit and one chunk; what is beyond is dropped while it streams.
type frameReader struct {
	in    *bufio.Reader
	limit int
	line  []byte // the start of a line that spans chunks
}

func newFrameReader(r io.Reader) *frameReader {
	return &frameReader{in: bufio.NewReaderSize(r, chunkBytes), limit: MaxFrameBytes}
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
	f.line = nil
	dropped := false
	for {
		chunk, err := f.in.ReadSlice('\n')
		whole := err == nil
		if whole {
			chunk = chunk[:len(chunk)-1]
		} else if !errors.Is(err, bufio.ErrBufferFull) {
			// The stream ends, perhaps inside a line.
			if len(chunk) == 0 && len(f.line) == 0 && !dropped {
				return nil, err
			}
			whole = true
		}
		switch {
		case dropped:
		case whole && len(f.line) == 0:
			if line := trimReturn(chunk); len(line) <= f.limit {
				return bytes.Clone(line), nil
			}
			dropped = true
		case len(f.line)+len(chunk) > f.limit+1: // one more for the '\r'
			dropped, f.line = true, nil
		default:
			f.grow(len(chunk))
			f.line = append(f.line, chunk...)
		}
		if !whole {
			continue
		}
		if line := trimReturn(f.line); !dropped && len(line) <= f.limit {
			return line, nil
		}
		return nil, errFrameTooLong
	}
}

// grow makes room by doubling, but never beyond the limit, where append alone
// would.
func (f *frameReader) grow(n int) {
	need := len(f.line) + n
	if need <= cap(f.line) {
		return
	}
	size := min(max(2*cap(f.line), need), f.limit+1)
	f.line = append(make([]byte, 0, size), f.line...)
}

func trimReturn(line []byte) []byte {
	return bytes.TrimSuffix(line, []byte("\r"))
}
