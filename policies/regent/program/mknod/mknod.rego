package regent.program.mknod

import data.regent.lib

# METADATA
# title: "`{raw}` makes a device node."
# custom:
#   id: mknod.device
#   remedy: "A task needs no device nodes."
findings contains lib.blocked("mknod.device", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "mknod"
	not cmd.help_only
	some w in cmd.operands
	w.value in {"b", "c", "u"}
}
