package regent.program.history

import data.regent.lib

# METADATA
# title: "`{raw}` erases or rewrites the record of commands."
# custom:
#   id: history.erases
#   remedy: "Leave the history as it is."
findings contains lib.confirm("history.erases", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "history"
	not cmd.help_only
	some o in cmd.options
	o.name in {"-c", "-d", "-w"}
}
