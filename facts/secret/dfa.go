package secret

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"regexp/syntax"
	"slices"
)

// dead is the state from which no match can come. State 1 is the start.
const (
	dead  = 0
	start = 1
)

// dfa is an automaton over bytes, anchored where it is started. It is complete
// when it is built and never changes, so it needs no lock.
type dfa struct {
	classOf [256]uint8
	width   int
	next    []uint16 // next[state*width+class]
	accept  []bool
}

func (d *dfa) step(state uint16, b byte) uint16 {
	return d.next[int(state)*d.width+int(d.classOf[b])]
}

// newDFA builds the automaton of re. A pattern byte stands for one byte of
// text: a rune between 0x80 and 0xFF in a class is that byte.
func newDFA(re *syntax.Regexp, bounds Bounds) (*dfa, error) {
	prog, err := syntax.Compile(re.Simplify())
	if err != nil {
		return nil, fmt.Errorf("compile: %w", err)
	}
	if len(prog.Inst) > bounds.Instructions {
		return nil, fmt.Errorf("pattern is slow: %d instructions, at most %d", len(prog.Inst), bounds.Instructions)
	}
	d := &dfa{}
	reps := d.classes(prog)
	b := &builder{prog: prog, d: d, known: map[string]uint16{}, mark: make([]bool, len(prog.Inst)), limit: min(bounds.States, 1<<16-1)}
	b.state(nil) // dead
	b.add(uint32(prog.Start))
	if _, err := b.take(); err != nil {
		return nil, err
	}
	for s := 1; s < len(b.sets); s++ {
		for c, rep := range reps {
			for _, pc := range b.sets[s] {
				in := &prog.Inst[pc]
				if isRune(in) && in.MatchRune(rune(rep)) {
					b.add(in.Out)
				}
			}
			id, err := b.take()
			if err != nil {
				return nil, err
			}
			d.next[s*d.width+c] = id
		}
	}
	return d, nil
}

func isRune(in *syntax.Inst) bool {
	switch in.Op {
	case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
		return true
	}
	return false
}

// classes groups the bytes that no instruction tells apart and returns one byte
// of each group.
func (d *dfa) classes(prog *syntax.Prog) []byte {
	var sig [256]uint64
	distinct := map[string]bool{}
	var id []byte
	for i := range prog.Inst {
		in := &prog.Inst[i]
		if !isRune(in) {
			continue
		}
		id = append(id[:0], byte(in.Op), byte(in.Arg))
		for _, r := range in.Rune {
			id = binary.AppendVarint(id, int64(r))
		}
		if distinct[string(id)] {
			continue
		}
		distinct[string(id)] = true
		bit := bits.RotateLeft64(0x9E3779B97F4A7C15*uint64(len(distinct)), len(distinct))
		for b := range sig {
			if in.MatchRune(rune(b)) {
				sig[b] += bit
			}
		}
	}
	seen := map[uint64]uint8{}
	var reps []byte
	for b := range sig {
		id, ok := seen[sig[b]]
		if !ok {
			id = uint8(len(reps))
			seen[sig[b]] = id
			reps = append(reps, byte(b))
		}
		d.classOf[b] = id
	}
	d.width = len(reps)
	return reps
}

// builder gathers sets of instructions, which are the automaton's states.
type builder struct {
	prog  *syntax.Prog
	d     *dfa
	known map[string]uint16
	sets  [][]uint32
	mark  []bool
	cur   []uint32
	all   []uint32
	limit int
}

// add puts pc and what follows without reading a byte into the current set.
func (b *builder) add(pc uint32) {
	if b.mark[pc] {
		return
	}
	b.mark[pc] = true
	b.all = append(b.all, pc)
	in := &b.prog.Inst[pc]
	switch in.Op {
	case syntax.InstAlt, syntax.InstAltMatch:
		b.add(in.Out)
		b.add(in.Arg)
	case syntax.InstCapture, syntax.InstNop:
		b.add(in.Out)
	case syntax.InstFail:
	default:
		b.cur = append(b.cur, pc)
	}
}

// take turns the current set into a state.
func (b *builder) take() (uint16, error) {
	for _, pc := range b.all {
		b.mark[pc] = false
	}
	b.all = b.all[:0]
	cur := b.cur
	b.cur = b.cur[:0]
	if len(cur) == 0 {
		return dead, nil
	}
	slices.Sort(cur)
	if id, ok := b.known[key(cur)]; ok {
		return id, nil
	}
	if len(b.sets) >= b.limit {
		return dead, fmt.Errorf("pattern is slow: more than %d states", b.limit)
	}
	return b.state(slices.Clone(cur)), nil
}

func (b *builder) state(set []uint32) uint16 {
	id := uint16(len(b.sets))
	b.sets = append(b.sets, set)
	b.known[key(set)] = id
	accept := false
	for _, pc := range set {
		accept = accept || b.prog.Inst[pc].Op == syntax.InstMatch
	}
	b.d.accept = append(b.d.accept, accept)
	b.d.next = append(b.d.next, make([]uint16, b.d.width)...)
	return id
}

func key(set []uint32) string {
	out := make([]byte, 0, 4*len(set))
	for _, pc := range set {
		out = binary.LittleEndian.AppendUint32(out, pc)
	}
	return string(out)
}
