package regent.program.gdb

import data.regent.lib

# METADATA
# title: "`{raw}` runs or looks into a program under a debugger."
# custom:
#   id: gdb.attaches
#   remedy: "Let a person debug it."
findings contains lib.confirm("gdb.attaches", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "gdb"
	not cmd.help_only
	true
}
