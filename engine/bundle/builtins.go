package bundle

import (
	"slices"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"
)

// allowed are the built-in functions that policies may call: pure functions of
// their arguments whose work the evaluation's deadline bounds. Not here: what
// reaches the network, the clock, the environment or files (time zones), what
// draws random numbers, cryptography and certificates, graph search, bit shifts
// and ranges (they run past a deadline), and parsers of large formats.
var allowed = strings.Fields(`
	abs all and any array.concat array.flatten array.reverse array.slice assign
	base64.decode base64.is_valid base64url.decode
	ceil concat contains count div endswith eq equal floor format_int
	glob.match glob.quote_meta gt gte hex.decode
	indexof indexof_n internal.member_2 internal.member_3 internal.print
	internal.template_string internal.test_case intersection
	is_array is_boolean is_null is_number is_object is_set is_string
	json.is_valid json.unmarshal lower lt lte max min minus mul neq
	net.cidr_contains net.cidr_intersects net.cidr_is_valid
	object.filter object.get object.keys object.remove object.subset object.union object.union_n
	or plus print product regex.is_valid regex.match regex.replace regex.split rem replace round
	semver.compare semver.is_valid set_diff sort split sprintf startswith
	strings.any_prefix_match strings.any_suffix_match strings.count strings.replace_n strings.reverse
	substring sum time.parse_duration_ns time.parse_rfc3339_ns to_number
	trim trim_left trim_prefix trim_right trim_space trim_suffix type_name
	union upper urlquery.decode walk
`)

// Capabilities are what policies may use of the language: all of its syntax,
// the allowed built-in functions, and no network.
var Capabilities = sync.OnceValue(func() *ast.Capabilities {
	caps := *ast.CapabilitiesForThisVersion()
	caps.Builtins = slices.DeleteFunc(slices.Clone(caps.Builtins), func(b *ast.Builtin) bool {
		return !slices.Contains(allowed, b.Name)
	})
	caps.AllowNet = []string{}
	return &caps
})

// isBuiltin reports whether OPA knows the function, allowed here or not.
func isBuiltin(name string) bool {
	_, ok := ast.BuiltinMap[name]
	return ok
}
