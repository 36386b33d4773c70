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
		for _, p := range d.parts {
			for _, f := range p.files {
				raw, err := f.read()
				if err != nil {
					raw = []byte("unreadable: " + err.Error())
				}
				fmt.Fprintf(h, "%s\x00%s\x00%d\x00", p.name, f.path, len(raw))
				h.Write(raw)
				io.WriteString(h, "\n") //nolint:errcheck // a hash never fails
			}
		}
		d.text = "sha256:" + hex.EncodeToString(h.Sum(nil))
	})
	return d.text
}
