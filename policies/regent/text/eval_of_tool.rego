package regent.text.eval_of_tool

import data.regent.lib

# METADATA
# title: "`{raw}` evaluates what another program prints."
# custom:
#   id: text.eval_of_tool
#   remedy: "Show the program's output first and set what is needed by name."
findings contains lib.confirm("text.eval_of_tool", lib.subject(i), i) if {
	some i in input.text.tags.eval_of_tool
}
