package regent.program.unshare

import data.regent.lib

# METADATA
# title: "`{raw}` runs a command in a namespace of its own."
# custom:
#   id: unshare.enters
#   remedy: "Run the command itself."
findings contains lib.confirm("unshare.enters", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "unshare"
	not cmd.help_only
	true
}
