package regent.text.fetched_then_run

import data.regent.lib

# METADATA
# title: "`{raw}` runs code that was fetched from the network just before."
# custom:
#   id: text.fetched_then_run
#   remedy: "Fetch it to a file, let a person read it, and run it as a step of its own."
findings contains lib.blocked("text.fetched_then_run", lib.subject(i), i) if {
	some i in input.text.tags.fetched_then_run
}
