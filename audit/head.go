package audit

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"math/bits"

	"golang.org/x/mod/sumdb/tlog"
)

// HashSize is the size of every hash in the log.
const HashSize = sha256.Size

// chainDomain separates the chain's hashes from all others over the same bytes.
const chainDomain = "regent audit chain v1\x00"

// chainHash is the hash of a row: the domain, then the hash of the row before
// and the stored bytes, each with its length.
func chainHash(prev [HashSize]byte, record []byte) [HashSize]byte {
	b := make([]byte, 0, len(chainDomain)+8+HashSize+8+len(record))
	b = append(b, chainDomain...)
	b = binary.BigEndian.AppendUint64(b, HashSize)
	b = append(b, prev[:]...)
	b = binary.BigEndian.AppendUint64(b, uint64(len(record)))
	b = append(b, record...)
	return sha256.Sum256(b)
}

// head is the state of a log after its first size rows: the chain's end and the
// right edge of the Merkle tree. It is all that is needed to add or to check
// the next row, so a scan runs in constant memory. The zero head is an empty
// log.
type head struct {
	size  int64
	chain [HashSize]byte
	// edge[l] is the hash of the complete subtree of 2^l leaves that ends the
	// tree at that level; it counts only when bit l of size is set.
	edge [64]tlog.Hash
}

var errEdge = errors.New("tree: a hash left of the edge was asked for")

// ReadHashes implements tlog.HashReader for the hashes on the right edge.
func (h *head) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	for i, x := range indexes {
		level, n := tlog.SplitStoredHashIndex(x)
		if h.size>>level&1 == 0 || n != h.size>>level-1 {
			return nil, errEdge
		}
		out[i] = h.edge[level]
	}
	return out, nil
}

// next gives the chain hash and the tree hashes that row number h.size has when
// its bytes are record.
func (h *head) next(record []byte) ([HashSize]byte, []tlog.Hash, error) {
	tree, err := tlog.StoredHashesForRecordHash(h.size, tlog.RecordHash(record), h)
	return chainHash(h.chain, record), tree, err
}

// advance takes the row with these hashes as the new end.
func (h *head) advance(chain [HashSize]byte, tree []tlog.Hash) {
	h.chain = chain
	h.edge[len(tree)-1] = tree[len(tree)-1]
	h.size++
}

// push adds a record.
func (h *head) push(record []byte) (chain [HashSize]byte, tree []tlog.Hash, err error) {
	chain, tree, err = h.next(record)
	if err == nil {
		h.advance(chain, tree)
	}
	return chain, tree, err
}

// root is the root of the tree over all rows.
func (h *head) root() (tlog.Hash, error) { return tlog.TreeHash(h.size, h) }

// treeWidth is the number of tree hashes that row seq completes.
func treeWidth(seq int64) int { return bits.TrailingZeros64(uint64(seq)+1) + 1 }

func joinHashes(hs []tlog.Hash) []byte {
	b := make([]byte, 0, len(hs)*HashSize)
	for i := range hs {
		b = append(b, hs[i][:]...)
	}
	return b
}

func splitHashes(b []byte) []tlog.Hash {
	hs := make([]tlog.Hash, len(b)/HashSize)
	for i := range hs {
		copy(hs[i][:], b[i*HashSize:])
	}
	return hs
}
