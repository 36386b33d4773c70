package secret

import (
	"crypto/rand"
	"crypto/sha256"
)

// Found is a credential in a text, without its value.
type Found struct {
	Class      string
	From, Till int // bytes
}

// Mask returns text with every credential replaced by a placeholder. Numbers
// count within this text: the same value has the same number, and the next call
// starts anew. It keeps nothing, so it serves logs, audit records and errors;
// for numbers that stay the same over calls see [Memory].
func (e *Engine) Mask(text string) string {
	out, _ := e.MaskN(text)
	return out
}

// MaskN is Mask and the number of places that were replaced. After an internal
// fault it returns a single placeholder for the whole text.
func (e *Engine) MaskN(text string) (masked string, replaced int) {
	defer func() {
		if recover() != nil {
			masked, replaced = Withheld, 1
		}
	}()
	w := &writer{names: newNames()}
	own := []byte(text)
	defer clear(own)
	e.scan(&state{}, own, true, w)
	if w.replaced == 0 {
		return text, 0
	}
	return string(w.out), w.replaced
}

// Withheld stands for a text that could not be masked.
const Withheld = "[REDACTED]"

// Detect returns the credentials in text, in order. Facts use it: it says where
// a credential of which class stands, never what it is.
func (e *Engine) Detect(text string) []Found {
	d := &detector{}
	own := []byte(text)
	defer clear(own)
	e.scan(&state{}, own, true, d)
	return d.found
}

// opaque says whether the text of a terminal sequence holds a secret.
func (e *Engine) opaque(text []byte) bool {
	d := &detector{}
	e.scan(&state{}, text, true, d)
	return len(d.found) > 0
}

type detector struct{ found []Found }

func (d *detector) raw([]byte) {}
func (d *detector) mac() *mac  { return &mac{} }
func (d *detector) secret(c *class, _ digest, from, till int) {
	d.found = append(d.found, Found{Class: c.name, From: from, Till: till})
}

// names numbers values by placeholder word.
type names struct {
	key  []byte
	ids  map[name]int
	next map[string]int
}

type name struct {
	word string
	sum  digest
}

func newNames() *names {
	key := make([]byte, sha256.Size)
	rand.Read(key)
	return &names{key: key, ids: map[name]int{}, next: map[string]int{}}
}

func (n *names) mac() *mac { return newMAC(n.key) }

// number returns the number of a value, a new one when it was not seen before.
func (n *names) number(k name) int {
	if id, ok := n.ids[k]; ok {
		return id
	}
	n.next[k.word]++
	n.ids[k] = n.next[k.word]
	return n.next[k.word]
}

// writer builds masked text.
type writer struct {
	*names
	out      []byte
	replaced int
}

func (w *writer) raw(p []byte) { w.out = append(w.out, p...) }

func (w *writer) secret(c *class, sum digest, _, _ int) {
	id := w.number(name{c.placeholder, sum})
	w.out = appendPlaceholder(w.out, c.placeholder, id)
	w.replaced++
}
