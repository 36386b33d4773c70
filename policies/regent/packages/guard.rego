package regent.packages.guard

import data.regent.lib

# METADATA
# title: "`{raw}` removes the guard."
# custom:
#   id: packages.removes_guard
#   floor: true
#   remedy: "The guard is removed by a person only."
findings contains lib.blocked("packages.removes_guard", "packages", i) if {
	some i, p in input.packages
	p.action == "remove"
	contains(lower(p.name), "regent")
}
