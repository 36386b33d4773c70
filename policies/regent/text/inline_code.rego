package regent.text.inline_code

import data.regent.lib

# METADATA
# title: "`{raw}` runs {program} code that stands in the command itself."
# custom:
#   id: text.inline_code
#   remedy: "Put the code into a file of the workspace and let a person see it."
findings contains lib.confirm("text.inline_code", "commands", i) if {
	some i in input.text.tags.inline_code
	some c in input.commands[i].code
	not data.regent.settings.commands.code.readable[c.language]
}
