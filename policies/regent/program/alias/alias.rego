package regent.program.alias

import data.regent.lib

# METADATA
# title: "`{raw}` gives a command another meaning."
# custom:
#   id: alias.defines
#   remedy: "Call the program by its name."
findings contains lib.confirm("alias.defines", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "alias"
	not cmd.help_only
	some w in cmd.operands
	contains(w.value, "=")
}
