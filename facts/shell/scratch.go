package shell

import (
	"sync"

	"regent/facts"
	"regent/facts/path"
)

// scratch is the memory that one extraction works in and the next one uses
// again. What the facts hold is never made of it: a fact outlives the call.
type scratch struct {
	pieces slab[piece]
	fields slab[field]
	opts   slab[optValue]
	places slab[int]
	frames slab[frame]
	states slab[state]
	calls  slab[invocation]
	pends  slab[pending]
	inputs slab[input]
	sinks  slab[sink]

	run      run
	parsed   parsed
	cwd      [1]place
	meta     []meta
	accesses []facts.PathUse

	search  []searchDir
	lookups map[lookup]facts.ProgramFile

	names map[string]struct{}
	over  path.Overlay
	stamp uint64 // of the newest change of variables, functions or aliases
}

var scratches = sync.Pool{New: func() any {
	return &scratch{names: map[string]struct{}{}, lookups: map[lookup]facts.ProgramFile{}}
}}

// mostKept bounds the lists that are kept from one text to the next.
const mostKept = 512

// again empties a list for the next text.
func again[T any](list []T) []T {
	if cap(list) > mostKept {
		return nil
	}
	clear(list)
	return list[:0]
}

// emptied is again for a map.
func emptied[K comparable, V any](m map[K]V) map[K]V {
	if len(m) > mostKept {
		return map[K]V{}
	}
	clear(m)
	return m
}

// release clears what was used and hands it to another extraction.
func (m *scratch) release() {
	m.pieces.reset()
	m.fields.reset()
	m.opts.reset()
	m.places.reset()
	m.frames.reset()
	m.states.reset()
	m.calls.reset()
	m.pends.reset()
	m.inputs.reset()
	m.sinks.reset()
	m.meta = again(m.meta)
	m.accesses = again(m.accesses)
	m.search = again(m.search)
	m.lookups, m.names = emptied(m.lookups), emptied(m.names)
	m.over.Reset(nil)
	scratches.Put(m)
}

// lit is a text of one exact piece.
func (m *scratch) lit(s string) text {
	if s == "" {
		return nil
	}
	t := m.pieces.take(1)
	t[0].s = s
	return t
}

// A slab hands out values of one type from blocks that are used again. Beyond
// slabBlocks blocks it makes small ones that nobody keeps, so that a text that
// means to use up memory can have it collected.
type slab[T any] struct {
	blocks [][]T
	at     int
	loose  []T
}

const (
	slabFirst  = 16 // values in the first block; each further one has twice as many
	slabBlocks = 6
	slabLoose  = 32
)

// take gives n zero values next to one another. Appending to them copies.
func (s *slab[T]) take(n int) []T {
	for ; s.at < len(s.blocks); s.at++ {
		if out, ok := carve(&s.blocks[s.at], n); ok {
			return out
		}
	}
	if n > slabFirst<<slabBlocks/4 {
		return make([]T, n)
	}
	if len(s.blocks) < slabBlocks {
		s.blocks = append(s.blocks, make([]T, 0, max(n, slabFirst<<len(s.blocks))))
		out, _ := carve(&s.blocks[s.at], n)
		return out
	}
	out, ok := carve(&s.loose, n)
	if !ok {
		if n > slabLoose/2 {
			return make([]T, n)
		}
		s.loose = make([]T, 0, slabLoose)
		out, _ = carve(&s.loose, n)
	}
	return out
}

func carve[T any](b *[]T, n int) ([]T, bool) {
	from := len(*b)
	to := from + n
	if to > cap(*b) {
		return nil, false
	}
	*b = (*b)[:to]
	return (*b)[from:to:to], true
}

// one gives a zero value.
func (s *slab[T]) one() *T { return &s.take(1)[0] }

func (s *slab[T]) reset() {
	for i := range s.blocks[:min(s.at+1, len(s.blocks))] {
		clear(s.blocks[i])
		s.blocks[i] = s.blocks[i][:0]
	}
	s.at, s.loose = 0, nil
}

// A stock cuts the short lists of facts out of longer ones: as many
// allocations as there are sizes, not as there are commands.
type stock[T any] struct {
	left  []T
	made  int
	first int // what the first allocation has room for
}

const stockMost = 64

// list gives an empty list with room for n values.
func (s *stock[T]) list(n int) []T {
	if cap(s.left)-len(s.left) < n {
		s.made = max(n, min(max(2*s.made, s.first), stockMost))
		s.left = make([]T, 0, s.made)
	}
	out, _ := carve(&s.left, n)
	return out[:0]
}

// stocks are the lists that commands carry.
type stocks struct {
	options stock[facts.Option]
	words   stock[facts.Word]
}
