package regent.text.control_character

import data.regent.lib

# METADATA
# title: "The text holds control characters that a terminal would obey."
# custom:
#   id: text.control_character
#   remedy: "Take the control characters out."
findings contains lib.confirm("text.control_character", lib.subject(i), i) if {
	some i in input.text.tags.control_character
}
