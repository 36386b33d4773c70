package server

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// frames reads all and notes what was dropped as "!".
func frames(t *testing.T, r io.Reader) []string {
	t.Helper()
	var got []string
	f := newFrameReader(r)
	for {
		line, err := f.next()
		switch {
		case errors.Is(err, errFrameTooLong):
			got = append(got, "!")
		case err == nil:
			got = append(got, string(line))
		case errors.Is(err, io.EOF):
			return got
		default:
			t.Fatal(err)
		}
	}
}

func TestFrames(t *testing.T) {
	fits := strings.Repeat("x", MaxFrameBytes)
	for name, c := range map[string]struct {
		in   string
		want []string
	}{
		"lines":                      {"a\nb\n", []string{"a", "b"}},
		"carriage returns":           {"a\r\nb\r\r\n", []string{"a", "b\r"}},
		"blank lines":                {"\n\r\n  \n\t\na\n\n", []string{"a"}},
		"no newline at the end":      {"a\nb", []string{"a", "b"}},
		"empty":                      {"", nil},
		"the limit":                  {fits + "\n", []string{fits}},
		"the limit with return":      {fits + "\r\nb\n", []string{fits, "b"}},
		"the limit without newline":  {fits, []string{fits}},
		"one more":                   {fits + "x\nb\n", []string{"!", "b"}},
		"one more and a return":      {fits + "x\r\nb\n", []string{"!", "b"}},
		"one more without newline":   {fits + "x", []string{"!"}},
		"a return that is no end":    {fits + "\rx\nb\n", []string{"!", "b"}},
		"far more":                   {strings.Repeat("y", 5*MaxFrameBytes) + "\nb\n", []string{"!", "b"}},
		"a chunk's length":           {strings.Repeat("z", chunkBytes) + "\nb\n", []string{strings.Repeat("z", chunkBytes), "b"}},
		"a chunk's length less one":  {strings.Repeat("z", chunkBytes-1) + "\nb\n", []string{strings.Repeat("z", chunkBytes-1), "b"}},
		"a return on a chunk's edge": {strings.Repeat("z", chunkBytes-1) + "\r\nb\n", []string{strings.Repeat("z", chunkBytes-1), "b"}},
		"dropped ones are told once": {fits + fits + "\n" + fits + fits + "\nb\n", []string{"!", "!", "b"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := frames(t, strings.NewReader(c.in)); !slices.Equal(got, c.want) {
				t.Errorf("got %d frames %.80q, want %d %.80q", len(got), got, len(c.want), c.want)
			}
			// The same, byte by byte.
			if len(c.in) < 3*chunkBytes {
				if got := frames(t, iotestOneByte{strings.NewReader(c.in)}); !slices.Equal(got, c.want) {
					t.Errorf("byte by byte: got %.80q", got)
				}
			}
		})
	}
}

type iotestOneByte struct{ r io.Reader }

func (o iotestOneByte) Read(p []byte) (int, error) { return o.r.Read(p[:min(1, len(p))]) }

// endless is a line that never ends, of a given length.
type endless struct{ left int }

func (e *endless) Read(p []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	n := min(len(p), e.left)
	for i := range p[:n] {
		p[i] = 'x'
	}
	e.left -= n
	return n, nil
}

// TestFrameMemory holds the promise of the limit and one chunk, twice over
// while a line grows.
func TestFrameMemory(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got := frames(t, &endless{left: 256 << 20})
	runtime.ReadMemStats(&after)
	if !slices.Equal(got, []string{"!"}) {
		t.Fatalf("got %.80q", got)
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 4*MaxFrameBytes {
		t.Errorf("a line of 256 MiB took %d bytes", n)
	}
}

func FuzzFrames(f *testing.F) {
	f.Add([]byte("a\nb\r\n\n"), 8, 4)
	f.Add([]byte("aaaaaaaaaaaaaaaaaaaaaaaa\nb"), 8, 16)
	f.Fuzz(func(t *testing.T, in []byte, limit, chunk int) {
		if limit < 1 || limit > 1<<12 || chunk < 16 || chunk > 1<<12 {
			t.Skip()
		}
		var want []string
		for i, line := range bytes.Split(in, []byte("\n")) {
			if line = bytes.TrimSuffix(line, []byte("\r")); len(line) > limit {
				want = append(want, "!")
			} else if len(bytes.TrimSpace(line)) > 0 {
				want = append(want, string(line))
			}
			_ = i
		}
		r := &frameReader{in: bytes.NewReader(in), limit: limit, chunk: make([]byte, chunk)}
		var got []string
		for {
			line, err := r.next()
			if errors.Is(err, errFrameTooLong) {
				got = append(got, "!")
			} else if err == nil {
				got = append(got, string(line))
			} else {
				break
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("limit %d chunk %d: %q gave %q, want %q", limit, chunk, in, got, want)
		}
	})
}
