# METADATA
# title: Usage facts for the tests of this directory
package regent.usage_test.fact

# METADATA
# title: An input with some members of its usage changed
usage(change) := {
	"tool": "budget_guard",
	"usage": object.union(
		{
			"counters": [],
			"loop": {"count": 0, "failed": 0, "writes_between": 0},
			"streams": 0,
			"distinct_secrets": 0,
			"invocations": 0,
			"consume": true,
		},
		change,
	),
}

# METADATA
# title: One counter
counter(scope, name, before, after) := {
	"scope": scope,
	"key": "",
	"name": name,
	"before": before,
	"after": after,
	"window_s": 60,
}
