package regent.program.doas

import data.regent.lib

# METADATA
# title: "`{raw}` opens a shell with another user's rights."
# custom:
#   id: doas.shell
#   remedy: "Name the one command that needs the privilege."
findings contains lib.blocked("doas.shell", "commands", i) if some i in shell

shell contains cmd.index if {
	some cmd in input.commands
	cmd.program == "doas"
	not cmd.help_only
	some o in cmd.options
	o.name == "-s"
}

shell contains cmd.index if {
	some cmd in input.commands
	cmd.program == "doas"
	not cmd.help_only
	count(cmd.operands) == 0
	not lib.runs_inner(cmd.index)
}
