package regent.program.modprobe

import data.regent.lib

# METADATA
# title: "`{raw}` changes the running kernel."
# custom:
#   id: modprobe.loads
#   remedy: "List modules with lsmod."
findings contains lib.blocked("modprobe.loads", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "modprobe"
	not cmd.help_only
	not lib.option(cmd.index, "-n")
	not lib.option(cmd.index, "-c")
}
