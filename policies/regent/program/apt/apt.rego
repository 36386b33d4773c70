package regent.program.apt

import data.regent.lib

# METADATA
# title: "`{raw}` removes system packages."
# custom:
#   id: apt.removes
#   remedy: "Removing system packages is for the machine's owner."
findings contains lib.blocked("apt.removes", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "apt"
	not cmd.help_only
	data.regent.settings.commands.apt.removes[lib.sub(cmd.index)]
	not lib.option(cmd.index, "-s")
}

# METADATA
# title: "`{raw}` installs or updates system packages."
# custom:
#   id: apt.asks
#   remedy: "Let a person install it."
findings contains lib.confirm("apt.asks", "commands", i) if some i in asks

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "apt"
	not cmd.help_only
	count(cmd.subcommand) > 0
	not data.regent.settings.commands.apt.listed[lib.sub(cmd.index)]
	not data.regent.settings.commands.apt.removes[lib.sub(cmd.index)]
	not lib.option(cmd.index, "-s")
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "apt"
	not cmd.help_only
	count(cmd.subcommand) == 0
	count(cmd.operands) > 0
}

# METADATA
# title: "`{raw}` removes system packages."
# custom:
#   id: apt.removes_with_option
#   remedy: "Removing system packages is for the machine's owner."
findings contains lib.blocked("apt.removes_with_option", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "apt"
	not cmd.help_only
	some o in cmd.options
	o.name in {"--purge", "--auto-remove", "--allow-remove-essential"}
	not lib.option(cmd.index, "-s")
}
