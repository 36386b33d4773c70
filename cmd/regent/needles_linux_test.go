package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"strings"
	"testing"
)

// window is how many bytes of a secret in a row count as the secret.
const window = 12

// overlap is how far the search of a page goes into the next one, at least as
// long as any needle.
const overlap = 64

// needles are the byte strings that a process must not hold.
type needles struct {
	byHead map[uint64][]needle
	maybe  []uint64 // a bit for each hash of a head
	count  int
}

type needle struct {
	bytes string
	from  string // what it is part of, without its value
}

func newNeedles() *needles {
	return &needles{byHead: map[uint64][]needle{}, maybe: make([]uint64, 1<<18)}
}

//go:norace
func spot(head uint64) (word int, bit uint64) {
	h := head * 0x9E3779B97F4A7C15 >> 40
	return int(h >> 6), 1 << (h & 63)
}

func (n *needles) put(b, from string) {
	head := binary.LittleEndian.Uint64([]byte(b))
	n.byHead[head] = append(n.byHead[head], needle{b, from})
	word, bit := spot(head)
	n.maybe[word] |= bit
	n.count++
}

// add takes the windows of value of which at least eight bytes are random. A
// value that is shorter than a window counts as a whole.
func (n *needles) add(value string, random []bool, from string) {
	size := min(window, len(value))
	for i := 0; i+size <= len(value); i++ {
		sure := 0
		for _, r := range random[i : i+size] {
			if r {
				sure++
			}
		}
		if sure >= 8 {
			n.put(value[i:i+size], from)
		}
	}
}

// in returns where needles stand in b. It looks at every byte of a process, which
// the race detector would make take a minute.
//
//go:norace
func (n *needles) in(b []byte, report func(at int, k needle)) {
	for i := 0; i+8 <= len(b); i++ {
		head := binary.LittleEndian.Uint64(b[i:])
		if word, bit := spot(head); n.maybe[word]&bit == 0 {
			continue
		}
		for _, k := range n.byHead[head] {
			if bytes.HasPrefix(b[i:], []byte(k.bytes)) {
				report(i, k)
			}
		}
	}
}

// memory finds the needles in what a process can write to: heap, stacks, data,
// whatever it mapped. The process is stopped meanwhile. It returns a line for
// each place, with the kind of the needle and never its bytes, and the number
// of bytes that were looked at.
func (n *needles) memory(t *testing.T, pid int) (found []string, looked int) {
	t.Helper()
	maps, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", pid))
	if err != nil {
		t.Fatal(err)
	}
	mem, err := os.Open(fmt.Sprintf("/proc/%d/mem", pid))
	if err != nil {
		t.Skipf("the memory of a child cannot be read here: %v", err)
	}
	defer mem.Close()
	const page = 4096
	zero := make([]byte, page)
	buf := make([]byte, 1<<20+overlap)
	last := int64(-2) // place that was reported, with those that touch it
	for line := range strings.Lines(string(maps)) {
		var lo, hi int64
		var perms string
		if _, err := fmt.Sscanf(line, "%x-%x %s", &lo, &hi, &perms); err != nil || !strings.HasPrefix(perms, "rw") {
			continue
		}
		name := "anonymous"
		if f := strings.Fields(line); len(f) > 5 {
			name = f[5]
		}
		for at := lo; at < hi; at += 1 << 20 {
			size := min(hi-at, int64(len(buf)))
			got, err := mem.ReadAt(buf[:size], at)
			if err != nil && got == 0 {
				continue // a guard page
			}
			for p := 0; p < min(got, 1<<20); p += page {
				if p+page <= got && bytes.Equal(buf[p:p+page], zero) {
					continue // never touched, or cleared
				}
				looked += page
				n.in(buf[p:min(p+page+overlap, got)], func(off int, k needle) {
					if off >= page {
						return // the next page's
					}
					place := at + int64(p+off)
					if place > last+1 {
						found = append(found, fmt.Sprintf("%s %x: %s", name, place, k.from))
					}
					last = place
				})
			}
		}
	}
	return found, looked
}
