package regent.program.pkexec

import data.regent.lib

# METADATA
# title: "`{raw}` opens a shell with another user's rights."
# custom:
#   id: pkexec.shell
#   remedy: "Name the one command that needs the privilege."
findings contains lib.blocked("pkexec.shell", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "pkexec"
	not cmd.help_only
	count(cmd.operands) == 0
	not lib.runs_inner(cmd.index)
}
