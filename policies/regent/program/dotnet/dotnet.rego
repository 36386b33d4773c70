package regent.program.dotnet

import data.regent.lib

# METADATA
# title: "`{raw}` changes something, or is not known to only read."
# custom:
#   id: dotnet.asks
#   remedy: "Let a person run it, or use a form that only reads."
findings contains lib.confirm("dotnet.asks", "commands", i) if some i in asks

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "dotnet"
	not cmd.help_only
	not data.regent.settings.commands.dotnet.listed[lib.sub(cmd.index)]
	count(cmd.subcommand) > 0
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "dotnet"
	not cmd.help_only
	count(cmd.subcommand) == 0
	count(cmd.operands) > 0
}
