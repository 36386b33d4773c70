package regent.text.network_redirect

import data.regent.lib

# METADATA
# title: "`{raw}` connects the shell itself to a network address."
# custom:
#   id: text.network_redirect
#   remedy: "Use curl or another client that names what it sends."
findings contains lib.blocked("text.network_redirect", lib.subject(i), i) if {
	some i in input.text.tags.network_redirect
}
