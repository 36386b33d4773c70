package audit

import (
	"encoding/binary"
	"errors"
	"math"
	"time"
	"unicode/utf8"
)

// The encoding of a row, version 1: one byte version, one byte kind, then the
// sequence and the time as eight bytes each, then the members in a fixed order,
// each with its length before it. There is exactly one encoding of an entry, so
// the stored bytes are the hashed bytes are the only possible bytes.
const encodingVersion = 1

func (k Kind) byte() byte {
	switch k {
	case KindStart:
		return 's'
	case KindDecision:
		return 'd'
	case KindOutcome:
		return 'o'
	}
	return 0
}

func kindOfByte(b byte) Kind {
	switch b {
	case 's':
		return KindStart
	case 'd':
		return KindDecision
	case 'o':
		return KindOutcome
	}
	return ""
}

var errEncoding = errors.New("record: not a well-formed encoding")

// encode gives the canonical bytes of e.
func encode(e *Entry) []byte {
	n := 32
	for _, s := range e.texts() {
		n += len(*s) + 2
	}
	b := make([]byte, 0, n+len(e.Facts))
	b = append(b, encodingVersion, e.Kind.byte())
	b = binary.BigEndian.AppendUint64(b, uint64(e.Sequence))
	b = binary.BigEndian.AppendUint64(b, uint64(e.Time.UnixNano()))
	if e.Kind == KindStart {
		b = appendField(b, e.Log)
		if p := e.Previous; p != nil {
			b = appendField(b, p.Log)
			b = binary.BigEndian.AppendUint64(b, uint64(p.Size))
			b = append(b, p.Chain[:]...)
			b = append(b, p.Root[:]...)
		}
		return b
	}
	for _, s := range e.texts() {
		b = appendField(b, *s)
	}
	b = appendField(b, e.FactsOmitted)
	return appendField(b, string(e.Facts))
}

func appendField(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// decoder reads fields and remembers the first fault.
type decoder struct {
	b   []byte
	bad bool
}

func (d *decoder) take(n int) []byte {
	if d.bad || n < 0 || n > len(d.b) {
		d.bad = true
		return nil
	}
	v := d.b[:n]
	d.b = d.b[n:]
	return v
}

func (d *decoder) uint64() uint64 {
	v := d.take(8)
	if d.bad {
		return 0
	}
	return binary.BigEndian.Uint64(v)
}

func (d *decoder) field(limit int) string {
	n, w := binary.Uvarint(d.b)
	// A length has one encoding: no padding byte at its end.
	if d.bad || w <= 0 || n > uint64(limit) || (w > 1 && d.b[w-1] == 0) {
		d.bad = true
		return ""
	}
	d.b = d.b[w:]
	v := d.take(int(n))
	if !utf8.Valid(v) {
		d.bad = true
		return ""
	}
	return string(v)
}

// sequenceOf reads the sequence alone, for the scan that does not need the rest.
func sequenceOf(b []byte) (int64, bool) {
	if len(b) < 18 || b[0] != encodingVersion {
		return 0, false
	}
	n := binary.BigEndian.Uint64(b[2:])
	return int64(n), n <= math.MaxInt64
}

// decode is the inverse of encode and takes nothing else.
func decode(b []byte) (Entry, error) {
	if len(b) < 18 || len(b) > maxEncoded || b[0] != encodingVersion {
		return Entry{}, errEncoding
	}
	var e Entry
	if e.Kind = kindOfByte(b[1]); e.Kind == "" {
		return Entry{}, errEncoding
	}
	d := &decoder{b: b[2:]}
	seq := d.uint64()
	e.Sequence = int64(seq)
	e.Time = time.Unix(0, int64(d.uint64())).UTC()
	if seq > math.MaxInt64 {
		return Entry{}, errEncoding
	}
	if e.Kind == KindStart {
		e.Log = d.field(maxField)
		if len(d.b) > 0 {
			p := &Previous{Log: d.field(maxField)}
			size := d.uint64()
			p.Size = int64(size)
			copy(p.Chain[:], d.take(HashSize))
			copy(p.Root[:], d.take(HashSize))
			e.Previous = p
			d.bad = d.bad || size > math.MaxInt64
		}
	} else {
		for _, s := range e.texts() {
			*s = d.field(maxField)
		}
		e.FactsOmitted = d.field(maxField)
		if f := d.field(maxFacts); f != "" {
			e.Facts = []byte(f)
		}
	}
	if d.bad || len(d.b) != 0 {
		return Entry{}, errEncoding
	}
	return e, nil
}
