package regent.program.hostname

import data.regent.lib

# METADATA
# title: "`{raw}` changes the machine's name."
# custom:
#   id: hostname.sets
#   remedy: "Print it with hostname alone."
findings contains lib.blocked("hostname.sets", "commands", i) if some i in sets

sets contains cmd.index if {
	some cmd in input.commands
	cmd.program == "hostname"
	not cmd.help_only
	count(cmd.operands) > 0
}

sets contains cmd.index if {
	some cmd in input.commands
	cmd.program == "hostname"
	not cmd.help_only
	some o in cmd.options
	o.name == "-F"
}
