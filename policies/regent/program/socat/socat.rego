package regent.program.socat

import data.regent.lib

# METADATA
# title: "`{raw}` connects a program to the network."
# custom:
#   id: socat.runs
#   remedy: "There is no safe form of this."
findings contains lib.blocked("socat.runs", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "socat"
	not cmd.help_only
	some w in cmd.operands
	regex.match(`(?i)(^|!!|,)(exec|system|shell)[:,]`, w.value)
}

# METADATA
# title: "`{raw}` opens a raw connection."
# custom:
#   id: socat.connects
#   remedy: "Use curl for a check of a local service."
findings contains lib.confirm("socat.connects", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "socat"
	not cmd.help_only
	count(cmd.operands) > 0
}
