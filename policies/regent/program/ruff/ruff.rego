package regent.program.ruff

import data.regent.lib

# METADATA
# title: "`{raw}` changes something, or is not known to only read."
# custom:
#   id: ruff.asks
#   remedy: "Let a person run it, or use a form that only reads."
findings contains lib.confirm("ruff.asks", "commands", i) if some i in asks

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "ruff"
	not cmd.help_only
	not data.regent.settings.commands.ruff.listed[lib.sub(cmd.index)]
	count(cmd.subcommand) > 0
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "ruff"
	not cmd.help_only
	count(cmd.subcommand) == 0
	count(cmd.operands) > 0
}
