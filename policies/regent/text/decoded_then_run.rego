package regent.text.decoded_then_run

import data.regent.lib

# METADATA
# title: "`{raw}` runs text that was decoded just before."
# custom:
#   id: text.decoded_then_run
#   remedy: "Write the commands in plain text."
findings contains lib.blocked("text.decoded_then_run", lib.subject(i), i) if {
	some i in input.text.tags.decoded_then_run
}
