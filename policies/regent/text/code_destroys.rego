package regent.text.code_destroys

import data.regent.lib

# METADATA
# title: "The code in `{raw}` deletes, moves or overwrites files outside the workspace."
# custom:
#   id: text.code_destroys
#   remedy: "Delete by name inside the workspace with rm, after asking."
findings contains lib.blocked("text.code_destroys", "commands", i) if {
	some i in input.text.tags.inline_code
	some c in input.commands[i].code
	some call, on in data.regent.settings.commands.code.destroys
	on
	contains(c.text, call)
	lib.code_reaches_out(c.text)
}
