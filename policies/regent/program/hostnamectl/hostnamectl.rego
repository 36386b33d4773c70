package regent.program.hostnamectl

import data.regent.lib

# METADATA
# title: "`{raw}` changes the machine's network, name, time or sessions."
# custom:
#   id: hostnamectl.changes
#   remedy: "Look with show, list or status."
findings contains lib.blocked("hostnamectl.changes", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "hostnamectl"
	not cmd.help_only
	some w in cmd.operands
	data.regent.settings.commands.hostnamectl.writes[w.value]
}
