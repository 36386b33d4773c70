package tools

import (
	"sync"

	"regent/tools/api"
)

// wired is a large result that writes itself for the wire: as one object in one
// line of ASCII, and as the same inside a JSON string, in one go.
type wired interface {
	appendWire(once, twice []byte) (o, t []byte)
}

// wireMemory is what such a result is written to. It is used again: as large as
// these are, allocating and collecting them costs more than writing them.
type wireMemory struct{ once, twice []byte }

var wireMemories = sync.Pool{New: func() any { return new(wireMemory) }}

// maxKept is the largest memory that is used again.
const maxKept = 1 << 20

func (m *wireMemory) free() {
	if cap(m.twice) <= maxKept {
		wireMemories.Put(m)
	}
}

func wireReply(v wired, isError bool) api.Reply {
	m := wireMemories.Get().(*wireMemory)
	m.once, m.twice = v.appendWire(m.once[:0], append(m.twice[:0], '"'))
	m.twice = append(m.twice, '"')
	return api.Reply{
		Structured: m.once, IsError: isError,
		Wire: &api.Wire{Text: m.twice, Free: m.free},
	}
}
