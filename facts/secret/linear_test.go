package secret

import "testing"

// work masks text in pieces of size bytes and returns how many bytes were looked
// at by all attempts together, and the most that was held back.
func work(e *Engine, text string, size int) (total, held int) {
	st, w := &state{}, &writer{names: newNames()}
	for i := 0; i < len(text); i += size {
		e.scan(st, []byte(text[i:min(i+size, len(text))]), false, w)
		held = max(held, len(st.held))
	}
	e.scan(st, nil, true, w)
	return st.work, held
}

// Twice the text is twice the work, whatever the text is made of.
func TestWorkIsLinear(t *testing.T) {
	e := engine(t)
	const n = 64 << 10
	one, two := hostile(n), hostile(2*n)
	one["log"], two["log"] = logText(n), logText(2*n)
	for name := range one {
		a, _ := work(e, one[name], len(one[name]))
		b, _ := work(e, two[name], len(two[name]))
		if b > a*21/10+4096 {
			t.Errorf("%s: %d bytes of work for %d, %d for twice as much", name, a, n, b)
		}
	}
}

// However small the pieces are, what is held back is bounded, and so is what is
// looked at again with each piece.
func TestTailsAreBounded(t *testing.T) {
	e := engine(t)
	table := shipped(t)
	bound := table.Engine.SpanBytes + maxOSC
	const n, size = 32 << 10, 64
	for name, text := range hostile(n) {
		a, held := work(e, text, size)
		if held > bound {
			t.Errorf("%s: %d bytes are held, at most %d", name, held, bound)
		}
		b, more := work(e, text+text, size)
		if more > held && more > bound || b > a*21/10+4096 {
			t.Errorf("%s: %d bytes of work, %d for twice as much; held %d, then %d", name, a, b, held, more)
		}
	}
}
