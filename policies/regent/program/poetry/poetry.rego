package regent.program.poetry

import data.regent.lib

# METADATA
# title: "`{raw}` changes something, or is not known to only read."
# custom:
#   id: poetry.asks
#   remedy: "Let a person run it, or use a form that only reads."
findings contains lib.confirm("poetry.asks", "commands", i) if some i in asks

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "poetry"
	not cmd.help_only
	not data.regent.settings.commands.poetry.listed[lib.sub(cmd.index)]
	count(cmd.subcommand) > 0
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "poetry"
	not cmd.help_only
	count(cmd.subcommand) == 0
	count(cmd.operands) > 0
}

# METADATA
# title: "`{raw}` runs a program in the project's environment."
# custom:
#   id: poetry.runs
#   remedy: "Use a test, lint or build tool."
findings contains lib.confirm("poetry.runs", "commands", cmd.index) if {
	some cmd in input.commands
	some v in cmd.via
	v == "poetry"
	not data.regent.settings.commands.build_tools[cmd.program]
}
