package regent.program.enable

import data.regent.lib

# METADATA
# title: "`{raw}` changes the shell's own commands."
# custom:
#   id: enable.loads
#   remedy: "Leave the shell's commands as they are."
findings contains lib.confirm("enable.loads", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "enable"
	not cmd.help_only
	some o in cmd.options
	o.name in {"-f", "-d", "-n"}
}
