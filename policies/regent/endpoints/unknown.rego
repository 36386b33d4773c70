package regent.endpoints.unknown

import data.regent.lib

# METADATA
# title: "`{command}` reaches a host that is only known at run time."
# custom:
#   id: endpoints.unknown
#   remedy: "Write the host out."
findings contains lib.confirm("endpoints.unknown", "endpoints", i) if {
	some i, e in input.endpoints
	e.known != "static"
	not e.loopback
}
