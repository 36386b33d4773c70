package regent.program.runuser

import data.regent.lib

# METADATA
# title: "`{raw}` opens a shell with another user's rights."
# custom:
#   id: runuser.shell
#   remedy: "Name the one command that needs the privilege."
findings contains lib.blocked("runuser.shell", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "runuser"
	not cmd.help_only
	not lib.option(cmd.index, "-c")
	not lib.option(cmd.index, "--session-command")
	not lib.runs_inner(cmd.index)
}
