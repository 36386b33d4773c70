package regent.commands.container

import data.regent.lib

# METADATA
# title: "`{raw}` would run inside a container."
# custom:
#   id: commands.container
#   remedy: "Let a person run it there, or read the logs instead."
findings contains lib.confirm("commands.container", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.container
}
