package regent.program.bun

import data.regent.lib

# METADATA
# title: "`{raw}` installs, publishes or changes more than an ordinary build does."
# custom:
#   id: bun.asks
#   remedy: "Ask a person before changing packages."
findings contains lib.confirm("bun.asks", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "bun"
	not cmd.help_only
	count(cmd.subcommand) > 0
	not data.regent.settings.commands.bun.listed[lib.sub(cmd.index)]
}

# METADATA
# title: "`{raw}` runs a script that is not on the list of ordinary ones."
# custom:
#   id: bun.script
#   remedy: "Use test, build, lint, format, typecheck, check, dev or start, or let a person run it."
findings contains lib.confirm("bun.script", "commands", i) if some i in script

script contains cmd.index if {
	some cmd in input.commands
	cmd.program == "bun"
	not cmd.help_only
	cmd.subcommand[0] == "run"
	count(cmd.operands) > 0
	not data.regent.settings.commands.npm.scripts[cmd.operands[0].value]
}

script contains cmd.index if {
	some cmd in input.commands
	cmd.program == "bun"
	not cmd.help_only
	count(cmd.subcommand) == 0
	count(cmd.operands) > 0
	not data.regent.settings.commands.npm.scripts[cmd.operands[0].value]
}
