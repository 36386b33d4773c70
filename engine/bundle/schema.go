package bundle

import (
	"encoding/json"
	"fmt"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Schema returns the JSON Schema of the input document, nil when the bundle
// has none.
func (s *Set) Schema() []byte { return s.schema }

// SetSchema gives the schema to a set that was read without one.
func (s *Set) SetSchema(raw []byte) { s.schema = raw }

func (s *Set) schemas() (*ast.SchemaSet, error) {
	if s.schema == nil {
		return nil, nil
	}
	var v any
	if err := json.Unmarshal(s.schema, &v); err != nil {
		return nil, fmt.Errorf("reading the schema of the input: %w", err)
	}
	set := ast.NewSchemaSet()
	set.Put(ast.SchemaRootRef, v)
	return set, nil
}
