package regent.program.sysctl

import data.regent.lib

# METADATA
# title: "`{raw}` changes a setting of the kernel."
# custom:
#   id: sysctl.writes
#   remedy: "Read it with sysctl NAME."
findings contains lib.blocked("sysctl.writes", "commands", i) if some i in writes

writes contains cmd.index if {
	some cmd in input.commands
	cmd.program == "sysctl"
	not cmd.help_only
	some o in cmd.options
	o.name in {"-w", "-p", "--system"}
}

writes contains cmd.index if {
	some cmd in input.commands
	cmd.program == "sysctl"
	not cmd.help_only
	some w in cmd.operands
	contains(w.value, "=")
}
