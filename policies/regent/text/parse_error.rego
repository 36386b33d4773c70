package regent.text.parse_error

import data.regent.lib

# METADATA
# title: "The shell could not read the text to its end."
# custom:
#   id: text.parse_error
#   remedy: "Correct the syntax: an open quote, a missing word such as done or fi, or a doubled operator."
findings contains lib.confirm("text.parse_error", lib.subject(i), i) if {
	some i in input.text.tags.parse_error
}
