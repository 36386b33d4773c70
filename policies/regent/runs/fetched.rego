package regent.runs.fetched

import data.regent.lib

# METADATA
# title: "`{raw}` runs {path}, which the same text fetched from the network."
# custom:
#   id: runs.fetched
#   remedy: "Fetch it, let a person read it, and run it as a step of its own."
findings contains lib.blocked("runs.fetched", "runs", i) if {
	some i, r in input.runs
	r.fetched
}
