package regent.program.su

import data.regent.lib

# METADATA
# title: "`{raw}` opens a shell with another user's rights."
# custom:
#   id: su.shell
#   remedy: "Name the one command that needs the privilege."
findings contains lib.blocked("su.shell", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "su"
	not cmd.help_only
	not lib.option(cmd.index, "-c")
	not lib.option(cmd.index, "--session-command")
}
