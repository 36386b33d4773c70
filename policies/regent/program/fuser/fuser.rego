package regent.program.fuser

import data.regent.lib

# METADATA
# title: "`{raw}` kills whatever uses the file or port."
# custom:
#   id: fuser.kills
#   remedy: "Look first who uses it, and stop what the task started by its process id."
findings contains lib.confirm("fuser.kills", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "fuser"
	not cmd.help_only
	lib.option(cmd.index, "-k")
}
