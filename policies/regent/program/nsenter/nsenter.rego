package regent.program.nsenter

import data.regent.lib

# METADATA
# title: "`{raw}` runs a command in the namespaces of another process."
# custom:
#   id: nsenter.enters
#   remedy: "Let a person run it."
findings contains lib.confirm("nsenter.enters", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "nsenter"
	not cmd.help_only
	true
}
