package regent.commands.remote

import data.regent.lib

# METADATA
# title: "`{raw}` would run on another machine."
# custom:
#   id: commands.remote
#   remedy: "Let a person run it there."
findings contains lib.confirm("commands.remote", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.remote
}
