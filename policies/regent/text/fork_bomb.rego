package regent.text.fork_bomb

import data.regent.lib

# METADATA
# title: "`{raw}` starts copies of itself without end."
# custom:
#   id: text.fork_bomb
#   remedy: "There is no safe form of this."
findings contains lib.blocked("text.fork_bomb", lib.subject(i), i) if {
	some i in input.text.tags.fork_bomb
}
