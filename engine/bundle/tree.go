package bundle

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Tree is the merged data document. Data files are kept as text and decoded
// only as far as something is read from them, because a process that answers
// one call needs few of them.
//
// A Tree is safe for concurrent reading once it is built.
type Tree struct {
	mu   sync.Mutex // guards splitting and value caches
	root *node
}

// node is a file (not read yet), raw text (not looked at yet), or an object
// split into kids.
type node struct {
	load func() ([]byte, error)
	raw  []byte
	kids map[string]*node
	file string
	val  ast.Value
}

// NewTree returns an empty data document.
func NewTree() *Tree { return &Tree{root: &node{kids: map[string]*node{}}} }

// mount puts the JSON text of a file at path. Two files may fill different members of one
// object; they may not give one value twice.
func (t *Tree) mount(path []string, f *node) error {
	at := t.root
	for i, name := range path {
		if err := at.split(); err != nil {
			return err
		}
		if at.kids == nil {
			return problem(f.file, 0, "move one of them", "data at %s is not an object in %s, so nothing can be put below it", dotted(path[:i]), at.file)
		}
		next := at.kids[name]
		if next == nil {
			if i == len(path)-1 {
				at.kids[name] = f
				return nil
			}
			next = &node{kids: map[string]*node{}, file: f.file}
			at.kids[name] = next
		}
		at = next
	}
	return at.join(f, path)
}

// join merges an object into an object.
func (n *node) join(o *node, path []string) error {
	if err := n.split(); err != nil {
		return err
	}
	if err := o.split(); err != nil {
		return err
	}
	if n.kids == nil || o.kids == nil {
		return problem(o.file, 0, "give it in one file only", "data at %s is also given in %s", dotted(path), n.file)
	}
	for name, kid := range o.kids {
		have := n.kids[name]
		if have == nil {
			n.kids[name] = kid
			continue
		}
		if err := have.join(kid, append(slices.Clone(path), name)); err != nil {
			return err
		}
	}
	return nil
}

// split decodes one level of an object. Anything else stays text.
func (n *node) split() error {
	if n.load != nil {
		raw, err := n.load()
		if err != nil {
			return fmt.Errorf("reading policy file %s: %w", n.file, err)
		}
		n.raw, n.load = raw, nil
	}
	if n.raw == nil || !bytes.HasPrefix(bytes.TrimLeft(n.raw, " \t\r\n"), []byte("{")) {
		return nil
	}
	members, err := members(n.raw)
	if err != nil {
		return problem(n.file, lineOf(n.raw, err), "correct the JSON text", "reading data: %v", err)
	}
	n.kids = make(map[string]*node, len(members))
	for _, m := range members {
		if n.kids[m.name] != nil {
			return problem(n.file, 0, "keep one of them", "the member %q is given twice in one object", m.name)
		}
		n.kids[m.name] = &node{raw: m.raw, file: n.file}
	}
	n.raw, n.val = nil, nil
	return nil
}

// lineOf turns a JSON error's offset into a line of the text.
func lineOf(raw []byte, err error) int {
	var syn *json.SyntaxError
	if !errors.As(err, &syn) {
		return 0
	}
	at := max(0, min(int(syn.Offset)-1, len(raw)))
	return 1 + bytes.Count(raw[:at], []byte("\n"))
}

// find walks to path. The rest is what lies inside text that is no object.
func (t *Tree) find(path []string) (n *node, rest []string, err error) {
	at := t.root
	for i, name := range path {
		if err := at.split(); err != nil {
			return nil, nil, err
		}
		if at.kids == nil {
			return at, path[i:], nil
		}
		if at = at.kids[name]; at == nil {
			return nil, nil, nil
		}
	}
	return at, nil, nil
}

// Value returns the document at path as policies see it.
func (t *Tree) Value(path []string) (ast.Value, bool, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n, rest, err := t.find(path)
	if err != nil || n == nil {
		return nil, false, err
	}
	v, err := n.value()
	if err != nil {
		return nil, false, err
	}
	for _, name := range rest {
		arr, ok := v.(*ast.Array)
		i, err := strconv.Atoi(name)
		if !ok || err != nil || i < 0 || i >= arr.Len() {
			return nil, false, nil
		}
		v = arr.Elem(i).Value
	}
	return v, true, nil
}

func (n *node) value() (ast.Value, error) {
	if n.val != nil {
		return n.val, nil
	}
	if n.load != nil {
		if err := n.split(); err != nil {
			return nil, err
		}
		return n.value()
	}
	if n.kids == nil {
		v, err := ast.ValueFromReader(bytes.NewReader(n.raw))
		if err != nil {
			return nil, problem(n.file, lineOf(n.raw, err), "correct the JSON text", "reading data: %v", err)
		}
		n.val = v
		return v, nil
	}
	pairs := make([][2]*ast.Term, 0, len(n.kids))
	for _, name := range n.names() {
		v, err := n.kids[name].value()
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, [2]*ast.Term{ast.StringTerm(name), ast.NewTerm(v)})
	}
	n.val = ast.NewObject(pairs...)
	return n.val, nil
}

// Has reports whether anything stands at path.
func (t *Tree) Has(path []string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	n, rest, err := t.find(path)
	return err == nil && n != nil && len(rest) == 0
}

// May reports whether something stands at path, or may: text that is no object
// and a file that cannot be read count as yes.
func (t *Tree) May(path []string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	n, _, err := t.find(path)
	return err != nil || n != nil
}

// JSON returns the document at path as text.
func (t *Tree) JSON(path []string) ([]byte, bool, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n, rest, err := t.find(path)
	if err != nil || n == nil || len(rest) > 0 {
		return nil, false, err
	}
	if n.load != nil {
		if err := n.split(); err != nil {
			return nil, false, err
		}
	}
	if n.raw != nil {
		return n.raw, true, nil
	}
	raw, err := n.text(nil)
	return raw, err == nil, err
}

func (n *node) text(b []byte) ([]byte, error) {
	if n.load != nil {
		if err := n.split(); err != nil {
			return nil, err
		}
	}
	if n.kids == nil {
		return append(b, n.raw...), nil
	}
	b = append(b, '{')
	for i, name := range n.names() {
		if i > 0 {
			b = append(b, ',')
		}
		key, _ := json.Marshal(name)
		b = append(b, key...)
		b = append(b, ':')
		var err error
		if b, err = n.kids[name].text(b); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}

// Names lists the members of the object at path without decoding them.
func (t *Tree) Names(path []string) ([]string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n, rest, err := t.find(path)
	if err != nil || n == nil || len(rest) > 0 {
		return nil, err
	}
	if err := n.split(); err != nil {
		return nil, err
	}
	return n.names(), nil
}

func (n *node) names() []string {
	names := make([]string, 0, len(n.kids))
	for name := range n.kids {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// check reads everything, so that a fault in a file that no call has needed yet
// is found when the set is opened. Between two members it lets readers in: a
// server checks behind its start.
func (t *Tree) check() error { return t.checkAt(nil, 2) }

func (t *Tree) checkAt(path []string, levels int) error {
	t.mu.Lock()
	n, rest, err := t.find(path)
	if err == nil && n != nil && len(rest) == 0 {
		err = n.split()
	}
	var names []string
	if n != nil && n.kids != nil {
		names = n.names()
	}
	if err != nil || n == nil || levels == 0 || n.kids == nil {
		if err == nil && n != nil {
			err = n.check()
		}
		t.mu.Unlock()
		return err
	}
	t.mu.Unlock()
	for _, name := range names {
		if err := t.checkAt(append(slices.Clone(path), name), levels-1); err != nil {
			return err
		}
	}
	return nil
}

func (n *node) check() error {
	if err := n.split(); err != nil {
		return err
	}
	if n.kids == nil {
		if n.val == nil && !json.Valid(n.raw) {
			_, err := ast.ValueFromReader(bytes.NewReader(n.raw))
			return problem(n.file, lineOf(n.raw, err), "correct the JSON text", "reading data: %v", err)
		}
		return nil
	}
	for _, name := range n.names() {
		if err := n.kids[name].check(); err != nil {
			return err
		}
	}
	return nil
}

func dotted(path []string) string {
	if len(path) == 0 {
		return "data"
	}
	return "data." + strings.Join(path, ".")
}

// Decode reads the document at a dotted or slashed path into a Go value.
func (t *Tree) Decode(path string, into any) error {
	parts := strings.FieldsFunc(path, func(r rune) bool { return r == '/' })
	raw, ok, err := t.JSON(parts)
	if err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("reading %s: %w", dotted(parts), ErrNoData)
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("reading %s: %w", dotted(parts), err)
	}
	return nil
}

// ErrNoData says that the data document has nothing at the path.
var ErrNoData = errors.New("no such data")
