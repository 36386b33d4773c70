package regent.program.composer

import data.regent.lib

# METADATA
# title: "`{raw}` installs, removes or publishes software, or changes its settings."
# custom:
#   id: composer.asks
#   remedy: "Ask a person before changing packages."
findings contains lib.confirm("composer.asks", "commands", i) if some i in asks

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "composer"
	not cmd.help_only
	not data.regent.settings.commands.composer.listed[lib.sub(cmd.index)]
	count(cmd.subcommand) > 0
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "composer"
	not cmd.help_only
	count(cmd.subcommand) == 0
	count(cmd.operands) > 0
}
