package regent.program.dnf

import data.regent.lib

# METADATA
# title: "`{raw}` removes system packages."
# custom:
#   id: dnf.removes
#   remedy: "Removing system packages is for the machine's owner."
findings contains lib.blocked("dnf.removes", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "dnf"
	not cmd.help_only
	data.regent.settings.commands.dnf.removes[lib.sub(cmd.index)]
	not lib.option(cmd.index, "-s")
}

# METADATA
# title: "`{raw}` installs or updates system packages."
# custom:
#   id: dnf.asks
#   remedy: "Let a person install it."
findings contains lib.confirm("dnf.asks", "commands", i) if some i in asks

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "dnf"
	not cmd.help_only
	count(cmd.subcommand) > 0
	not data.regent.settings.commands.dnf.listed[lib.sub(cmd.index)]
	not data.regent.settings.commands.dnf.removes[lib.sub(cmd.index)]
	not lib.option(cmd.index, "-s")
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "dnf"
	not cmd.help_only
	count(cmd.subcommand) == 0
	count(cmd.operands) > 0
}
