package secret

import "slices"

// prefilter finds where keywords stand: three bytes are looked up in a bit set,
// and only where they fit are the keywords with that beginning compared.
type prefilter struct {
	fold  [256]uint8 // byte → small number, letters without case; 0: in no keyword
	width int
	bits  []uint64 // by three numbers
	one   [256]bool
	two   []bool // by two numbers
	index []uint16
	lists [][]keyword
}

// keyword is a literal with the classes that it stands for.
type keyword struct {
	text  string // lower case, except for wrapped ones
	exact bool   // compare case too
	uses  []use
}

// use says how a class is tried at a keyword.
type use struct {
	class *class
	// wrap is 0 for plain text; else the keyword is base64 of the class's
	// literal and wrap-1 is the number of bytes before it in its triple.
	wrap int
}

func newPrefilter(words []keyword) *prefilter {
	f := &prefilter{width: 1}
	for _, k := range words {
		for i := range len(k.text) {
			b := lower(k.text[i])
			if f.fold[b] == 0 {
				f.fold[b] = uint8(f.width)
				f.width++
			}
		}
	}
	for b := byte('a'); b <= 'z'; b++ {
		f.fold[b-'a'+'A'] = f.fold[b]
	}
	n := f.width * f.width * f.width
	f.bits = make([]uint64, n/64+1)
	f.two = make([]bool, f.width*f.width)
	f.index = make([]uint16, n)
	f.lists = [][]keyword{nil}
	for _, k := range words {
		a, b, c := int(f.fold[k.text[0]]), int(f.fold[k.text[1]]), int(f.fold[k.text[2]])
		i := (a*f.width+b)*f.width + c
		f.bits[i/64] |= 1 << (i % 64)
		f.two[a*f.width+b] = true
		if f.index[i] == 0 {
			f.index[i] = uint16(len(f.lists))
			f.lists = append(f.lists, nil)
		}
		f.lists[f.index[i]] = append(f.lists[f.index[i]], k)
	}
	for b := range f.one {
		if v := int(f.fold[b]); v != 0 {
			f.one[b] = slices.Contains(f.two[v*f.width:(v+1)*f.width], true)
		}
	}
	return f
}

// next returns the first place at or after i where a keyword may begin, and the
// keywords that begin with its three bytes. At the end of text it returns the
// first place from which on too few bytes are left to tell.
func (f *prefilter) next(text []byte, i int) (int, []keyword) {
	n, w := len(text), f.width
	for ; i+2 < n; i++ {
		c := int(f.fold[text[i+2]])
		if c == 0 {
			i += 2
			continue
		}
		k := (int(f.fold[text[i]])*w+int(f.fold[text[i+1]]))*w + c
		if f.bits[k/64]&(1<<(k%64)) != 0 {
			return i, f.lists[f.index[k]]
		}
	}
	for ; i < n; i++ {
		if i+1 == n && f.one[text[i]] {
			break
		}
		if i+1 < n && f.two[int(f.fold[text[i]])*w+int(f.fold[text[i+1]])] {
			break
		}
	}
	return i, nil
}

// at compares k with the text at i. more is true when the text ends before the
// keyword does and fits so far.
func (k *keyword) at(text []byte, i int) (ok, more bool) {
	rest := text[i:]
	n := min(len(rest), len(k.text))
	for j := range n {
		b := rest[j]
		if !k.exact {
			b = lower(b)
		}
		if b != k.text[j] {
			return false, false
		}
	}
	return n == len(k.text), n < len(k.text)
}

func lower(b byte) byte {
	if b >= 'A' && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}
