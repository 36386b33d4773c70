package regent.endpoints.metadata

import data.regent.lib

# METADATA
# title: "`{command}` reaches the machine's metadata service at {host}, which hands out credentials."
# custom:
#   id: endpoints.metadata
#   remedy: "There is no need for it in a task; ask a person."
findings contains lib.blocked("endpoints.metadata", "endpoints", i) if {
	some i, e in input.endpoints
	"metadata" in e.classes
}
