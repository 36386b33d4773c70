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
findings contains lib.confirm("nc.connects", "commands", i) if some i in connects

connects contains cmd.index if {
	some cmd in input.commands
	cmd.program == "nc"
	not cmd.help_only
	count(cmd.operands) > 0
	not loopback(cmd.index)
}

connects contains cmd.index if {
	some cmd in input.commands
	cmd.program == "nc"
	not cmd.help_only
	some o in cmd.options
	o.name == "-l"
}

# METADATA
# title: "`{raw}` connects a shell to the network."
# custom:
#   id: nc.shell
#   remedy: "There is no safe form of this."
findings contains lib.blocked("nc.shell", "commands", i) if some i in shell

shell contains cmd.index if {
	some cmd in input.commands
	cmd.program == "nc"
	not cmd.help_only
	some c in lib.feeders(cmd.index)
	data.regent.settings.commands.shells[input.commands[c].program]
	c in input.text.tags.pipes_into_interpreter
}

shell contains cmd.index if {
	some cmd in input.commands
	cmd.program == "nc"
	not cmd.help_only
	some c in lib.feeders(cmd.index)
	data.regent.settings.commands.shells[input.commands[c].program]
	lib.option(c, "-i")
}

# METADATA
# title: A connection that does not leave this machine
loopback(i) if {
	some e in input.endpoints
	e.command == i
	e.role == "target"
	e.loopback
}
