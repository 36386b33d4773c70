package audit

import (
	"bytes"
	"database/sql/driver"
	"math/bits"

	"golang.org/x/mod/sumdb/tlog"
)

// FindingKind says what is wrong with a log.
type FindingKind string

const (
	// FindingChanged: the bytes do not give the hash stored with them.
	FindingChanged FindingKind = "changed"
	// FindingUnlinked: the row does not continue the row before it. Either of
	// the two, or a row between them, was touched.
	FindingUnlinked FindingKind = "unlinked"
	// FindingMissing: there is no row with this sequence though later ones are.
	FindingMissing FindingKind = "missing"
	// FindingMoved: the row holds the record of another sequence.
	FindingMoved FindingKind = "moved"
	// FindingRepeated: the row holds the record of an earlier sequence again.
	FindingRepeated FindingKind = "repeated"
	// FindingType: a column holds another type than the one that belongs there.
	FindingType FindingKind = "type"
	// FindingRecord: the bytes are no record.
	FindingRecord FindingKind = "record"
	// FindingTree: the stored tree hashes are not those of the records.
	FindingTree FindingKind = "tree"
	// FindingUnreadable: the store cannot be read at this row.
	FindingUnreadable FindingKind = "unreadable"
	// FindingCut: a checkpoint counts more rows than there are; the sequence is
	// the first that is gone.
	FindingCut FindingKind = "cut"
	// FindingRewritten: the rows agree among themselves and not with a signed
	// checkpoint. The sequence is the first that may have been touched.
	FindingRewritten FindingKind = "rewritten"
	// FindingForeignLog: the checkpoints are of another log than this.
	FindingForeignLog FindingKind = "foreign_log"
	// FindingSignature: a checkpoint is not signed by the key it should be.
	FindingSignature FindingKind = "signature"
	// FindingCheckpoint: a part of the checkpoint file is no checkpoint.
	FindingCheckpoint FindingKind = "checkpoint"
	// FindingStart: the first row does not say which log this is.
	FindingStart FindingKind = "start"
)

// examine checks a row against the head before it and returns every fault,
// plainest first. It does not move the head.
func (h *head) examine(s stored) []FindingKind {
	var f []FindingKind
	if !s.typed || len(s.chain) != HashSize {
		return append(f, FindingType)
	}
	seq, ok := sequenceOf(s.record)
	switch {
	case !ok:
		f = append(f, FindingRecord)
	case seq < s.seq:
		f = append(f, FindingRepeated)
	case seq > s.seq:
		f = append(f, FindingMoved)
	}
	if ok {
		if _, err := decode(s.record); err != nil {
			f = append(f, FindingRecord)
		}
	}
	if kindOf(s.record) == KindStart != (s.seq == 0) {
		f = append(f, FindingStart)
	}
	chain, tree, err := h.next(s.record)
	leafOK := err == nil && leafFits(s)
	if !bytes.Equal(chain[:], s.chain) {
		// The leaf covers the record alone: when it fits, the record is what it
		// was and the link is at fault.
		if leafOK {
			f = append(f, FindingUnlinked)
		} else {
			f = append(f, FindingChanged)
		}
	}
	if err != nil || !bytes.Equal(joinHashes(tree), s.tree) {
		f = append(f, FindingTree)
	}
	return f
}

// leafFits reports whether the record is the one the stored leaf was made of.
func leafFits(s stored) bool {
	leaf := tlog.RecordHash(s.record)
	return len(s.tree) >= HashSize && bytes.Equal(s.tree[:HashSize], leaf[:])
}

func kindOf(record []byte) Kind {
	if len(record) < 2 {
		return ""
	}
	return kindOfByte(record[1])
}

// adopt takes a row's stored hashes as they are, to go on after a fault.
func (h *head) adopt(s stored) {
	var chain [HashSize]byte
	copy(chain[:], s.chain)
	tree := splitHashes(s.tree)
	if w := treeWidth(h.size); len(tree) != w {
		tree = make([]tlog.Hash, w)
	}
	h.advance(chain, tree)
}

// follow checks that the row continues the head, and moves it.
func (h *head) follow(s stored) error {
	if s.typed && s.seq != h.size {
		return brokenAt(h.size, FindingMissing)
	}
	if f := h.examine(s); len(f) > 0 {
		return brokenAt(h.size, f[0])
	}
	h.adopt(s)
	return nil
}

// followFrom checks up to limit rows after the head and moves it over them.
func (c *conn) followFrom(h *head, limit int64) (n int64, err error) {
	err = c.each(selectFrom, []driver.Value{h.size, limit}, func(row []driver.Value) error {
		n++
		return h.follow(asStored(row))
	})
	return n, classify(err)
}

// treeHash reads the stored hash of a complete subtree.
func (c *conn) treeHash(level int, n int64) (tlog.Hash, error) {
	seq := (n+1)<<level - 1
	s, ok, err := c.at(seq)
	if err != nil {
		return tlog.Hash{}, err
	}
	if !ok {
		return tlog.Hash{}, brokenAt(seq, FindingMissing)
	}
	if !s.typed || len(s.tree) != treeWidth(seq)*HashSize || level >= treeWidth(seq) {
		return tlog.Hash{}, brokenAt(seq, FindingType)
	}
	return tlog.Hash(s.tree[level*HashSize:][:HashSize]), nil
}

// ReadHashes implements tlog.HashReader over the stored hashes.
func (c *conn) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	for i, x := range indexes {
		level, n := tlog.SplitStoredHashIndex(x)
		h, err := c.treeHash(level, n)
		if err != nil {
			return nil, err
		}
		out[i] = h
	}
	return out, nil
}

// headAt builds the head after size rows from the stored hashes alone. It costs
// the logarithm of size; whether it is right is for the caller to check against
// a checkpoint.
func (c *conn) headAt(size int64) (head, error) {
	h := head{size: size}
	if size == 0 {
		return h, nil
	}
	last, ok, err := c.at(size - 1)
	if err != nil {
		return head{}, err
	}
	if !ok {
		return head{}, brokenAt(size-1, FindingMissing)
	}
	if !last.typed || len(last.chain) != HashSize {
		return head{}, brokenAt(size-1, FindingType)
	}
	copy(h.chain[:], last.chain)
	for level := range bits.Len64(uint64(size)) {
		if size>>level&1 == 1 {
			if h.edge[level], err = c.treeHash(level, size>>level-1); err != nil {
				return head{}, err
			}
		}
	}
	return h, nil
}

// start reads the first row, which names the log.
func (c *conn) start() (Entry, error) {
	s, ok, err := c.at(0)
	if err != nil {
		return Entry{}, err
	}
	if !ok {
		return Entry{}, brokenAt(0, FindingMissing)
	}
	e, err := decode(s.record)
	if !s.typed || err != nil || e.Kind != KindStart || e.Log == "" {
		return Entry{}, brokenAt(0, FindingStart)
	}
	return e, nil
}
