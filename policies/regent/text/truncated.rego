package regent.text.truncated

import data.regent.lib

# METADATA
# title: "The text is too long or too deeply nested to be read to its end."
# custom:
#   id: text.truncated
#   remedy: "Split it into shorter steps."
findings contains lib.confirm("text.truncated", lib.subject(i), i) if {
	some i in input.text.tags.truncated
}
