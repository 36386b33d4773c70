package secret

import (
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"

	"regent/internal/residue"
)

// digest identifies a secret's value: a keyed hash whose key never leaves the
// process, so that a weak password cannot be guessed from it.
type digest [sha256.Size]byte

// mac hashes one secret's value. The zero mac hashes nothing.
//
// A hash keeps its input up to a whole block, and a sum copies that block. So
// the value is followed by bytes that push it out before the sum is taken.
type mac struct{ h hash.Hash }

func newMAC(key []byte) *mac { return &mac{hmac.New(sha256.New, key)} }

// Write adds to the value.
func (m *mac) Write(p []byte) {
	if m.h != nil {
		m.h.Write(p)
		residue.Clear()
	}
}

// filler goes behind each value: one byte, so that the block is not empty, then
// a block, which fills it from there on and from the begin. Twice, since the
// one byte may end a block.
var filler [1 + sha256.BlockSize]byte

// wipe leaves nothing of the value in the hash. Only sum may follow.
func (m *mac) wipe() {
	for range 2 {
		m.Write(filler[:1])
		m.Write(filler[1:])
	}
}

// sum ends the value.
func (m *mac) sum() (d digest) {
	m.wipe()
	if m.h != nil {
		m.h.Sum(d[:0])
	}
	return d
}

func (m *mac) clone() (*mac, error) {
	c, ok := m.h.(hash.Cloner)
	if !ok {
		return nil, errors.New("copying the stream: its hash cannot be copied")
	}
	copied, err := c.Clone()
	if err != nil {
		return nil, fmt.Errorf("copying the stream: %w", err)
	}
	return &mac{copied}, nil
}
