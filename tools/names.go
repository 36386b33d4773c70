package tools

import (
	"sync"

	"regent/engine"
	"regent/facts"
)

// askedNames keeps what follows from the letters of a name alone: an agent that
// polls reads the same file many times. It holds nothing of the disk and nothing
// of a decision.
type askedNames struct {
	mu   sync.Mutex
	of   uint64 // generation of the policy set, whose table names the classes
	kept map[askedKey]*askedName
}

// askedKey is all that differs between two calls that ask for a name.
type askedKey struct{ name, transport, kind, client, version, session string }

type askedName struct {
	use    facts.PathUse
	recall engine.Recall
}

const (
	// maxAskedNames and maxAskedBytes bound the memory: a name in a deep
	// directory has many ancestors.
	maxAskedNames = 256
	maxAskedBytes = 256
)

// asked states what a name says by its letters. What it gives is shared.
func (c *call) asked(t *tables, name string) *askedName {
	root := c.suite.o.Files
	if len(name) > maxAskedBytes {
		return &askedName{use: root.Asked(t.files, name)}
	}
	key := askedKey{name, c.Caller.Transport, c.Caller.Kind, c.Caller.ClientName, c.Caller.ClientVersion, c.Caller.Session}
	n := &c.suite.names
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.of != t.of || n.kept == nil {
		n.of, n.kept = t.of, map[askedKey]*askedName{}
	}
	if a := n.kept[key]; a != nil {
		return a
	}
	if len(n.kept) >= maxAskedNames {
		for old := range n.kept { // any: all cost the same to make again
			delete(n.kept, old)
			break
		}
	}
	a := &askedName{use: root.Asked(t.files, name)}
	n.kept[key] = a
	return a
}
