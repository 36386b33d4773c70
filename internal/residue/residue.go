// Package residue is for work on secrets that must leave nothing where no
// variable is: in the processor's registers.
//
// Copying and searching text usually goes through vector registers, which keep
// the last bytes until they are used again, and which the Go runtime and the
// kernel save, in memory that nobody clears, whenever they interrupt the work.
// [Append] and [IndexByte] do without vector registers. [Clear] is for what
// cannot: it makes the time short in which an interruption would save a piece of
// a secret, and cannot make it nothing.
//
// It is not for what variables hold; the clear built-in does that.
package residue

import (
	"encoding/binary"
	"math/bits"
)

// size is a copy that passes through all sixteen vector registers at once.
const size = 256

// length is a variable, so that the compiler does not unroll the copy.
var length = size

// Clear overwrites the registers that copying uses.
//
//go:noinline
func Clear() {
	var from, to [size]byte
	copy(to[:length], from[:length])
}

// Append is append with room made before: it panics when dst has none.
func Append(dst, src []byte) []byte {
	n := len(dst)
	dst = dst[:n+len(src)]
	to := dst[n:]
	for len(src) >= 8 && len(to) >= 8 {
		binary.LittleEndian.PutUint64(to, binary.LittleEndian.Uint64(src))
		to, src = to[8:], src[8:]
	}
	for ; len(src) > 0; to, src = to[1:], src[1:] {
		to[0] = src[0]
	}
	return dst
}

// Clone is a copy.
func Clone(src []byte) []byte { return Append(make([]byte, 0, len(src)), src) }

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// IndexByte is what bytes.IndexByte is.
func IndexByte(b []byte, c byte) int {
	same := ones * uint64(c)
	i := 0
	for ; i+8 <= len(b); i += 8 {
		x := binary.LittleEndian.Uint64(b[i:]) ^ same
		if hit := (x - ones) &^ x & highs; hit != 0 {
			return i + bits.TrailingZeros64(hit)/8
		}
	}
	for ; i < len(b); i++ {
		if b[i] == c {
			return i
		}
	}
	return -1
}
