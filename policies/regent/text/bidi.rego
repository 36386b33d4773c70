package regent.text.bidi

import data.regent.lib

# METADATA
# title: "The text holds characters that change its reading order, so it shows something else than it does."
# custom:
#   id: text.bidi
#   remedy: "Take the bidirectional control characters out."
findings contains lib.blocked("text.bidi", lib.subject(i), i) if {
	some i in input.text.tags.bidi
}
