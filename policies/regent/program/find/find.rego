package regent.program.find

import data.regent.lib

# METADATA
# title: "`{raw}` asks on the terminal before each step."
# custom:
#   id: find.asks
#   remedy: "Use -print to list the files first."
findings contains lib.confirm("find.asks", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "find"
	not cmd.help_only
	some o in cmd.options
	o.name in {"-ok", "-okdir"}
}
