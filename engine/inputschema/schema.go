// Package inputschema generates policies/schemas/input.json, the JSON Schema of
// the input document, from the Go types in facts.
//
// It is for `go generate ./policies` and for the test that finds drift, and not
// part of the binary.
//
// The schema is written so that OPA's type checker and other validators read it
// alike: every object is closed and lists its members, enums are plain, nothing
// is referred to by pointer (OPA resolves such references anew for every use).
package inputschema

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/invopop/jsonschema"

	"regent/facts"
)

// Generate returns the schema as indented text.
func Generate() ([]byte, error) {
	r := jsonschema.Reflector{
		Anonymous:      true,
		DoNotReference: true,
		ExpandedStruct: true,
	}
	s := r.Reflect(&facts.Input{})
	s.Version = ""
	s.Title = "Input document of Regent's policies"
	s.Description = "Generated from package facts. Do not edit: go generate ./policies"
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(s); err != nil {
		return nil, fmt.Errorf("encoding the schema: %w", err)
	}
	return b.Bytes(), nil
}
