package regent.text.interactive

import data.regent.lib

# METADATA
# title: "`{raw}` would wait for more input."
# custom:
#   id: text.interactive
#   remedy: "Give the program its script, query or command."
findings contains lib.confirm("text.interactive", lib.subject(i), i) if {
	some i in input.text.tags.interactive
}
