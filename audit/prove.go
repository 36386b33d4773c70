package audit

import (
	"context"
	"errors"
	"io"
	"os"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// ProofKind says what a proof is of.
type ProofKind string

const (
	// ProofInclusion: the tree holds this record at this place.
	ProofInclusion ProofKind = "inclusion"
	// ProofConsistency: the larger tree begins with the smaller one.
	ProofConsistency ProofKind = "consistency"
)

// Proof can be checked by somebody who has neither the log nor its machine, only
// the key's public half. It shows nothing of the other records.
type Proof struct {
	Kind ProofKind `json:"kind"`
	Log  string    `json:"log"`
	// Sequence and Record are those of an inclusion.
	Sequence int64  `json:"sequence,omitempty"`
	Record   []byte `json:"record,omitempty"`
	// Size and Root are those of the tree; OldSize and OldRoot of the smaller one
	// in a consistency.
	OldSize int64      `json:"old_size,omitempty"`
	OldRoot *tlog.Hash `json:"old_root,omitempty"`
	Size    int64      `json:"size"`
	Root    tlog.Hash  `json:"root"`
	// Hashes is the path of tree hashes.
	Hashes []tlog.Hash `json:"hashes"`
	// Checkpoint and OldCheckpoint are the signed notes for the two sizes, empty
	// when none was signed.
	Checkpoint    string `json:"checkpoint,omitempty"`
	OldCheckpoint string `json:"old_checkpoint,omitempty"`
}

// ErrProof says that a proof does not hold.
var ErrProof = errors.New("audit: the proof does not hold")

// ProveInclusion proves that the log holds the record with this sequence. The
// tree is the first that a checkpoint in checkpointFile covers it with; without
// one it is the whole log, unsigned.
func ProveInclusion(_ context.Context, path, checkpointFile string, k string, seq int64) (Proof, error) {
	c, log, size, err := openTree(path)
	if err != nil {
		return Proof{}, err
	}
	defer func() { _ = c.close() }()
	if seq < 0 || seq >= size {
		return Proof{}, brokenAt(max(seq, 0), FindingMissing)
	}
	p := Proof{Kind: ProofInclusion, Log: log, Sequence: seq, Size: size}
	cp, err := findCheckpoint(checkpointFile, k, log, func(n int64) bool { return n > seq && n <= size })
	if err != nil {
		return Proof{}, err
	}
	if cp != nil {
		p.Size, p.Checkpoint = cp.Size, string(cp.Note)
	}
	s, ok, err := c.at(seq)
	if err != nil || !ok {
		return Proof{}, errors.Join(brokenAt(seq, FindingMissing), err)
	}
	p.Record = s.record
	if p.Root, err = tlog.TreeHash(p.Size, c); err != nil {
		return Proof{}, classify(err)
	}
	if p.Hashes, err = tlog.ProveRecord(p.Size, seq, c); err != nil {
		return Proof{}, classify(err)
	}
	return p, p.holds(brokenAt(seq, FindingTree))
}

// ProveConsistency proves that the log of the larger size begins with the one of
// the smaller; size zero means the log as it is.
func ProveConsistency(_ context.Context, path, checkpointFile string, k string, oldSize, size int64) (Proof, error) {
	c, log, all, err := openTree(path)
	if err != nil {
		return Proof{}, err
	}
	defer func() { _ = c.close() }()
	if size == 0 {
		size = all
	}
	if oldSize < 1 || oldSize > size || size > all {
		return Proof{}, brokenAt(all, FindingMissing)
	}
	p := Proof{Kind: ProofConsistency, Log: log, OldSize: oldSize, Size: size}
	for _, x := range []struct {
		size int64
		into *string
	}{{oldSize, &p.OldCheckpoint}, {size, &p.Checkpoint}} {
		cp, err := findCheckpoint(checkpointFile, k, log, func(n int64) bool { return n == x.size })
		if err != nil {
			return Proof{}, err
		}
		if cp != nil {
			*x.into = string(cp.Note)
		}
	}
	old, err := tlog.TreeHash(oldSize, c)
	if err != nil {
		return Proof{}, classify(err)
	}
	p.OldRoot = &old
	if p.Root, err = tlog.TreeHash(size, c); err != nil {
		return Proof{}, classify(err)
	}
	tp, err := tlog.ProveTree(size, oldSize, c)
	if err != nil {
		return Proof{}, classify(err)
	}
	p.Hashes = tp
	return p, p.holds(brokenAt(oldSize-1, FindingTree))
}

// holds checks a proof that was just made: what is stored may be damaged.
func (p *Proof) holds(otherwise error) error {
	if p.check() != nil {
		return otherwise
	}
	return nil
}

func (p *Proof) check() error {
	var err error
	switch {
	case p.Size < 1 || len(p.Hashes) > 64:
		return ErrProof
	case p.Kind == ProofInclusion && p.Sequence >= 0 && p.Sequence < p.Size:
		if seq, ok := sequenceOf(p.Record); !ok || seq != p.Sequence {
			return ErrProof
		}
		err = tlog.CheckRecord(p.Hashes, p.Size, p.Root, p.Sequence, tlog.RecordHash(p.Record))
	case p.Kind == ProofConsistency && p.OldRoot != nil && p.OldSize >= 1 && p.OldSize <= p.Size:
		err = tlog.CheckTree(p.Hashes, p.Size, p.Root, p.OldSize, *p.OldRoot)
	default:
		return ErrProof
	}
	if err != nil {
		return ErrProof
	}
	return nil
}

// Check checks the proof against the verifier key. It needs nothing else. The
// result is the proved record of an inclusion, the zero Entry of a consistency.
func (p *Proof) Check(k string) (Entry, error) {
	if err := p.check(); err != nil {
		return Entry{}, err
	}
	v, err := note.NewVerifier(k)
	if err != nil {
		return Entry{}, unavailable(ReasonKey, nil)
	}
	signed := func(msg string, size int64, root tlog.Hash) bool {
		c, err := openCheckpoint([]byte(msg), note.VerifierList(v))
		return err == nil && c.Log == p.Log && c.Size == size && c.Root == root
	}
	if !signed(p.Checkpoint, p.Size, p.Root) {
		return Entry{}, ErrProof
	}
	if p.Kind == ProofConsistency {
		if !signed(p.OldCheckpoint, p.OldSize, *p.OldRoot) {
			return Entry{}, ErrProof
		}
		return Entry{}, nil
	}
	e, err := decode(p.Record)
	if err != nil {
		return Entry{}, ErrProof
	}
	return e, nil
}

// openTree opens a log to read its tree.
func openTree(path string) (c *conn, log string, size int64, err error) {
	if c, err = openForReading(path); err != nil {
		return nil, "", 0, err
	}
	start, err := c.start()
	if err == nil {
		var tip stored
		var ok bool
		if tip, ok, err = c.tip(); err == nil && ok {
			return c, start.Log, tip.seq + 1, nil
		}
	}
	return nil, "", 0, errors.Join(classify(err), c.close())
}

// findCheckpoint gives the first checkpoint of the log whose size is wanted.
func findCheckpoint(file, k, log string, want func(size int64) bool) (*Checkpoint, error) {
	if file == "" {
		return nil, nil
	}
	v, err := note.NewVerifier(k)
	if err != nil {
		return nil, unavailable(ReasonKey, nil)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, unavailable(ReasonCheckpoint, err)
	}
	defer func() { _ = f.Close() }()
	for r := newNoteReader(f); ; {
		msg, err := r.next()
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		if err != nil {
			return nil, unavailable(ReasonCheckpoint, err)
		}
		if c, err := openCheckpoint(msg, note.VerifierList(v)); err == nil && c.Log == log && want(c.Size) {
			return &c, nil
		}
	}
}
