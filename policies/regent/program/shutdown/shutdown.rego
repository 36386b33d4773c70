package regent.program.shutdown

import data.regent.lib

# METADATA
# title: "`{raw}` stops or restarts the machine."
# custom:
#   id: shutdown.stops
#   remedy: "Let a person do it."
findings contains lib.blocked("shutdown.stops", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "shutdown"
	not cmd.help_only
	not lib.option(cmd.index, "--show")
}
