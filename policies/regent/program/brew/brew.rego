package regent.program.brew

import data.regent.lib

# METADATA
# title: "`{raw}` removes system packages."
# custom:
#   id: brew.removes
#   remedy: "Removing system packages is for the machine's owner."
findings contains lib.blocked("brew.removes", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "brew"
	not cmd.help_only
	data.regent.settings.commands.brew.removes[lib.sub(cmd.index)]
	not lib.option(cmd.index, "-s")
}

# METADATA
# title: "`{raw}` installs or updates system packages."
# custom:
#   id: brew.asks
#   remedy: "Let a person install it."
findings contains lib.confirm("brew.asks", "commands", i) if some i in asks

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "brew"
	not cmd.help_only
	count(cmd.subcommand) > 0
	not data.regent.settings.commands.brew.listed[lib.sub(cmd.index)]
	not data.regent.settings.commands.brew.removes[lib.sub(cmd.index)]
	not lib.option(cmd.index, "-s")
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "brew"
	not cmd.help_only
	count(cmd.subcommand) == 0
	count(cmd.operands) > 0
}
