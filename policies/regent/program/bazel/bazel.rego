package regent.program.bazel

import data.regent.lib

# METADATA
# title: "`{raw}` changes something, or is not known to only read."
# custom:
#   id: bazel.asks
#   remedy: "Let a person run it, or use a form that only reads."
findings contains lib.confirm("bazel.asks", "commands", i) if some i in asks

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "bazel"
	not cmd.help_only
	not data.regent.settings.commands.bazel.listed[lib.sub(cmd.index)]
	count(cmd.subcommand) > 0
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "bazel"
	not cmd.help_only
	count(cmd.subcommand) == 0
	count(cmd.operands) > 0
}
