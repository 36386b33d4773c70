package regent.program.mvn

import data.regent.lib

# METADATA
# title: "`{raw}` runs a goal that is not on the list of ordinary ones."
# custom:
#   id: mvn.goal
#   remedy: "Use test, build, check or verify, or let a person run it."
findings contains lib.confirm("mvn.goal", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "mvn"
	not cmd.help_only
	some w in cmd.operands
	not data.regent.settings.commands.mvn.targets[regex.replace(w.value, `^.*:`, "")]
}
