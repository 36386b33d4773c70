package regent.program.node

import data.regent.lib

# METADATA
# title: "`{raw}` runs a script that is not on the list of ordinary ones."
# custom:
#   id: node.script
#   remedy: "Use test, build, lint, format, typecheck, check, dev or start."
findings contains lib.confirm("node.script", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "node"
	not cmd.help_only
	some o in cmd.options
	o.name == "--run"
	not data.regent.settings.commands.npm.scripts[o.value]
}

# METADATA
# title: "`{raw}` loads code before the program."
# custom:
#   id: node.loads
#   remedy: "Leave the option out."
findings contains lib.confirm("node.loads", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "node"
	not cmd.help_only
	some o in cmd.options
	o.name in {"-r", "--import", "--loader"}
}
