package regent.endpoints.reach

import data.regent.lib

# METADATA
# title: "`{command}` reaches {host} over the network."
# custom:
#   id: endpoints.reach
#   remedy: "Use what is in the workspace, or let a person fetch it."
findings contains lib.confirm("endpoints.reach", "endpoints", i) if {
	some i, e in input.endpoints
	e.known == "static"
	e.host != ""
	not e.loopback
	e.role in {"target", "proxy", "listen"}
	not lib.git(e.command)
}
