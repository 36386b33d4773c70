package regent.program.nc

import data.regent.lib

# METADATA
# title: "`{raw}` connects a program to the network."
# custom:
#   id: nc.runs
#   remedy: "There is no safe form of this."
findings contains lib.blocked("nc.runs", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "nc"
	not cmd.help_only
	some o in cmd.options
	o.name in {"-e", "-c", "--lua-exec"}
}

# METADATA
# title: "`{raw}` opens a raw connection."
# custom:
#   id: nc.connects
#   remedy: "Use curl for a check of a local service."
findings contains lib.confirm("nc.connects", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "nc"
	not cmd.help_only
	count(cmd.operands) > 0
}

# METADATA
# title: "`{raw}` opens a raw connection."
# custom:
#   id: nc.connects
#   remedy: "Use curl for a check of a local service."
findings contains lib.confirm("nc.connects", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "nc"
	not cmd.help_only
	some o in cmd.options
	o.name == "-l"
}
