package regent.text.dynamic_text

import data.regent.lib

# METADATA
# title: "`{raw}` runs text that is only known at run time."
# custom:
#   id: text.dynamic_text
#   remedy: "Write the commands out instead of evaluating a variable."
findings contains lib.confirm("text.dynamic_text", lib.subject(i), i) if {
	some i in input.text.tags.dynamic_text
}
