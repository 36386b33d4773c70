package regent.program.setcap

import data.regent.lib

# METADATA
# title: "`{raw}` gives a program privileges of the kernel."
# custom:
#   id: setcap.grants
#   remedy: "A task needs no capabilities; ask a person."
findings contains lib.blocked("setcap.grants", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "setcap"
	not cmd.help_only
	count(cmd.operands) > 0
}
