// Package policies holds the default bundle: Rego rules, their data, and the
// schema of the input document. There is no logic in Go here.
package policies

import "embed"

// FS is the shipped bundle: regent/… and schemas/input.json.
//
//go:embed regent schemas/input.json
var FS embed.FS

//go:generate go test regent/engine/inputschema -update
