package regent.program.just

import data.regent.lib

# METADATA
# title: "`{raw}` runs a recipe of the workspace."
# custom:
#   id: just.target
#   remedy: "Use test, build, lint, check, fmt or clean, or let a person run it."
findings contains lib.confirm("just.target", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "just"
	not cmd.help_only
	some w in cmd.operands
	not contains(w.value, "=")
	not data.regent.settings.commands.make.targets[w.value]
}
