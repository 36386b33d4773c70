package regent.text.unknown_option

import data.regent.lib

# METADATA
# title: "`{raw}` takes an option that is only known at run time."
# custom:
#   id: text.unknown_option
#   remedy: "Write the options out."
findings contains lib.confirm("text.unknown_option", lib.subject(i), i) if {
	some i in input.text.tags.unknown_option
	not data.regent.settings.commands.inert[input.commands[i].program]
}
