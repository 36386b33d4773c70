package regent.program.at

import data.regent.lib

# METADATA
# title: "`{raw}` has a command run later by itself."
# custom:
#   id: at.schedules
#   remedy: "Run it now, or let a person schedule it."
findings contains lib.blocked("at.schedules", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "at"
	not cmd.help_only
	not lib.option(cmd.index, "-l")
	not lib.option(cmd.index, "-V")
	not lib.option(cmd.index, "-c")
}
