package regent.text.recursive_function

import data.regent.lib

# METADATA
# title: "`{raw}` calls a function that calls itself."
# custom:
#   id: text.recursive_function
#   remedy: "Write the loop out."
findings contains lib.confirm("text.recursive_function", lib.subject(i), i) if {
	some i in input.text.tags.recursive_function
}
