package regent.program.asdf

import data.regent.lib

# METADATA
# title: "`{raw}` installs, removes or publishes software, or changes its settings."
# custom:
#   id: asdf.asks
#   remedy: "Ask a person before changing packages."
findings contains lib.confirm("asdf.asks", "commands", i) if some i in asks

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "asdf"
	not cmd.help_only
	not data.regent.settings.commands.asdf.listed[lib.sub(cmd.index)]
	count(cmd.subcommand) > 0
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "asdf"
	not cmd.help_only
	count(cmd.subcommand) == 0
	count(cmd.operands) > 0
}
