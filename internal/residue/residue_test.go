package residue

import (
	"bytes"
	"fmt"
	"testing"
)

func FuzzLikeTheStandardLibrary(f *testing.F) {
	f.Add([]byte("some text to look at, long enough for words"), byte('k'))
	f.Add([]byte("\x80\x00\x01\xff\x7f\x80\x81\x00\x01"), byte(0x80))
	f.Add([]byte{}, byte(0))
	f.Fuzz(func(t *testing.T, b []byte, c byte) {
		if got, want := IndexByte(b, c), bytes.IndexByte(b, c); got != want {
			t.Errorf("IndexByte(%q, %q) is %d, want %d", b, c, got, want)
		}
		if got := Clone(b); !bytes.Equal(got, b) {
			t.Errorf("Clone(%q) is %q", b, got)
		}
		for cut := range b {
			dst := append(make([]byte, 0, len(b)), b[:cut]...)
			if got := Append(dst, b[cut:]); !bytes.Equal(got, b) {
				t.Errorf("Append(%q, %q) is %q", b[:cut], b[cut:], got)
			}
		}
	})
}

func TestAppendWantsRoom(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("more was written than there is room for")
		}
	}()
	Append(make([]byte, 0, 3), []byte("four"))
}

// BenchmarkClear is what each place that clears pays.
func BenchmarkClear(b *testing.B) {
	for b.Loop() {
		Clear()
	}
}

func BenchmarkWords(b *testing.B) {
	for _, n := range []int{16, 200, 256 << 10} {
		src, dst := bytes.Repeat([]byte("x"), n), make([]byte, 0, n)
		for name, f := range map[string]func(){
			"append":   func() { Append(dst, src) },
			"built-in": func() { dst = append(dst[:0], src...); dst = dst[:0] },
			"index":    func() { IndexByte(src, 'y') },
			"standard": func() { bytes.IndexByte(src, 'y') },
		} {
			b.Run(fmt.Sprint(name, n), func(b *testing.B) {
				b.SetBytes(int64(n))
				for b.Loop() {
					f()
				}
			})
		}
	}
}
