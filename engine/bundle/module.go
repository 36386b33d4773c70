package bundle

import (
	"slices"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Module is one policy file.
type Module struct {
	Path    string   // as messages name it
	Package []string // without "data"
	Text    string
	Layer   string // "" for the shipped bundle

	line  int // of the package clause
	head  func() header
	parse sync.Once
	tree  *ast.Module
	notes []Note
	err   error
}

func newModule(path, text, layer string) *Module {
	h := scan(text, true)
	return &Module{
		Path: path, Text: text, Layer: layer, Package: h.pkg, line: h.line,
		head: sync.OnceValue(func() header { return scan(text, false) }),
	}
}

// Parsed parses the module with its METADATA, once.
func (m *Module) Parsed() (*ast.Module, error) {
	m.parse.Do(func() {
		if m.tree, m.err = parseModule(m, true); m.err == nil {
			m.notes = notesOf(m)
		}
	})
	return m.tree, m.err
}

// Notes are what METADATA says of the module's rules. They are nil when the
// module does not parse.
func (m *Module) Notes() []Note {
	if _, err := m.Parsed(); err != nil {
		return nil
	}
	return m.notes
}

func parseModule(m *Module, annotations bool) (*ast.Module, error) {
	return parseText(m.Path, m.Text, annotations)
}

func parseText(path, text string, annotations bool) (*ast.Module, error) {
	return ast.ParseModuleWithOpts(path, text, ast.ParserOptions{
		Capabilities:      Capabilities(),
		ProcessAnnotation: annotations,
		RegoVersion:       ast.RegoV1,
	})
}

// Room says where decision.rego reaches a module's rules from.
type Room struct {
	Layer   string // "" for the shipped bundle
	Topic   string // a member of the input document, "program" or "admission"
	Program string // for Topic "program"
}

// Room returns the module's room. ok is false for the core and for modules that
// rooms import.
func (m *Module) Room() (r Room, ok bool) {
	rest := m.Package
	switch {
	case len(rest) >= 2 && rest[0] == "regent":
		rest = rest[1:]
	case len(rest) >= 4 && rest[0] == "layers" && rest[2] == "rules":
		r.Layer, rest = rest[1], rest[3:]
	default:
		return Room{}, false
	}
	if len(rest) != 2 || !slices.Contains(roomTopics(), rest[0]) {
		return Room{}, false
	}
	r.Topic = rest[0]
	if r.Topic == TopicProgram {
		r.Program = rest[1]
	}
	return r, true
}

// Topics that are not members of the input document.
const (
	TopicProgram   = "program"   // chosen by input.text.programs
	TopicAdmission = "admission" // asked by data.regent.admit
)

var roomTopics = sync.OnceValue(func() []string {
	return append(Topics(), TopicProgram, TopicAdmission)
})

func hasPrefix(path, prefix []string) bool {
	return len(path) >= len(prefix) && slices.Equal(path[:len(prefix)], prefix)
}

func packageName(path []string) string {
	var b strings.Builder
	for i, p := range path {
		switch {
		case i == 0:
			b.WriteString(p)
		case ast.IsVarCompatibleString(p):
			b.WriteString("." + p)
		default:
			b.WriteString("[" + ast.String(p).String() + "]")
		}
	}
	return b.String()
}
