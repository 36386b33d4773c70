package bundle

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"sync"
)

// digest names a set by everything that was read for it: the parts in order
// (shipped, layers by authority, settings), the files of a part by path. It is
// computed when first asked for; a process that answers one call may never ask.
type digest struct {
	parts []digestPart
	once  sync.Once
	text  string
}

type digestPart struct {
	name  string
	files []file
}

func (d *digest) add(name string, files []file) {
	d.parts = append(d.parts, digestPart{name, files})
}

// String is "sha256:" and hex.
func (d *digest) String() string {
	d.once.Do(func() {
		h := sha256.New()
		buf := make([]byte, 32<<10)
		for _, p := range d.parts {
			for _, f := range p.files {
				fmt.Fprintf(h, "%s\x00%s\x00", p.name, f.path)
				n, err := f.hash(h, buf)
				if err != nil {
					fmt.Fprintf(h, "unreadable: %v", err)
				}
				fmt.Fprintf(h, "\x00%d\n", n)
			}
		}
		d.text = "sha256:" + hex.EncodeToString(h.Sum(nil))
	})
	return d.text
}

// hash writes the file's content to h, through a small buffer when it is not in
// memory anyway.
func (f file) hash(h io.Writer, buf []byte) (int64, error) {
	if f.open == nil {
		raw, err := f.read()
		if err != nil {
			return 0, err
		}
		n, err := h.Write(raw)
		return int64(n), err
	}
	r, err := f.open()
	if err != nil {
		return 0, err
	}
	defer r.Close()
	return io.CopyBuffer(h, onlyReader{r}, buf)
}

// onlyReader hides other methods, so that the buffer is used.
type onlyReader struct{ io.Reader }
