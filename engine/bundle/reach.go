package bundle

import (
	"slices"
	"strings"

	"regent/facts"
)

// Reach returns the modules that can have a say on the input: the core, the
// rooms of the topics and programs in it, and whatever these refer to. Rules of
// every other room cannot fire, because decision.rego asks only for these; a
// check in the bench proves that over a corpus.
func (s *Set) Reach(in *facts.Input) []*Module {
	topics, programs := Present(in)
	return s.reach(func(r Room) bool {
		switch r.Topic {
		case TopicProgram:
			return slices.Contains(programs, r.Program)
		case TopicAdmission:
			return false
		default:
			return slices.Contains(topics, r.Topic)
		}
	})
}

// ReachAdmission returns the modules that can have a say on an admission.
func (s *Set) ReachAdmission() []*Module {
	return s.reach(func(r Room) bool { return r.Topic == TopicAdmission })
}

// ReachLayers returns the modules of every layer and what they refer to. These
// were not checked when the program was built.
func (s *Set) ReachLayers() []*Module {
	return s.reach(func(r Room) bool { return r.Layer != "" })
}

func (s *Set) reach(wanted func(Room) bool) []*Module {
	taken := make([]bool, len(s.Modules))
	var queue []int
	take := func(i int) {
		if !taken[i] {
			taken[i] = true
			queue = append(queue, i)
		}
	}
	for i, m := range s.Modules {
		r, ok := m.Room()
		if !ok {
			r = Room{Layer: m.Layer}
		}
		if isCore(m) || (ok || m.Layer != "") && wanted(r) {
			take(i)
		}
	}
	for len(queue) > 0 {
		m := s.Modules[queue[0]]
		queue = queue[1:]
		refs := m.head().refs
		if m.head().opaque {
			refs = [][]string{nil}
		}
		for _, ref := range refs {
			if isCore(m) && isDispatch(ref) {
				continue
			}
			for i, other := range s.Modules {
				if hasPrefix(ref, other.Package) || hasPrefix(other.Package, ref) {
					take(i)
				}
			}
		}
	}
	var ms []*Module
	for i, m := range s.Modules {
		if taken[i] {
			ms = append(ms, m)
		}
	}
	return ms
}

func isCore(m *Module) bool { return len(m.Package) == 1 && m.Package[0] == "regent" }

// isDispatch reports whether a reference of the core is one that chooses rooms
// by the input: data.regent.<topic>[_], data.regent.program[p], data.layers[_].
func isDispatch(ref []string) bool {
	return len(ref) == 1 && ref[0] == "layers" ||
		len(ref) == 2 && ref[0] == "regent" && slices.Contains(roomTopics(), ref[1])
}

// Mentions reports whether any module's text may name the member that a
// reference into the input ends with. It may say yes too often, never no.
func (s *Set) Mentions(member string) bool {
	for _, m := range s.Modules {
		if m.head().opaque || containsWord(m.Text, member) {
			return true
		}
	}
	return false
}

func containsWord(text, word string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return false
		}
		i += from
		before := i == 0 || !isWordByte(text[i-1])
		after := i+len(word) == len(text) || !isWordByte(text[i+len(word)])
		if before && after {
			return true
		}
		from = i + 1
	}
}

func isWordByte(c byte) bool { return isLetter(c) || c >= '0' && c <= '9' }
