package engine

import (
	"reflect"

	"github.com/open-policy-agent/opa/v1/ast"

	"regent/facts"
)

// members are the members of the facts that the compiled policies may look at.
type members struct{ all bool }

func mentioned(*ast.Compiler) *members { return &members{all: true} }

func (m *members) keep(reflect.Type, string) bool { return true }

func (m *members) path(path []string) bool { return true }

var _ = facts.Input{}
