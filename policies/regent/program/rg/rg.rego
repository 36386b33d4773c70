package regent.program.rg

import data.regent.lib

# METADATA
# title: "`{raw}` runs a program on every file it searches."
# custom:
#   id: rg.preprocessor
#   remedy: "Search the files as they are."
findings contains lib.confirm("rg.preprocessor", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "rg"
	not cmd.help_only
	some o in cmd.options
	o.name in {"--pre", "--hostname-bin"}
}
