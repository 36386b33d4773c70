package regent.program.awk

import data.regent.lib

# METADATA
# title: "An awk program would run `{raw}`."
# custom:
#   id: awk.runs
#   remedy: "Print to standard output and let the shell run what comes next."
findings contains lib.confirm("awk.runs", "commands", cmd.index) if {
	some cmd in input.commands
	some v in cmd.via
	v == "awk"
}

# METADATA
# title: "The awk program in `{command}` writes {path}."
# custom:
#   id: awk.writes
#   remedy: "Print to standard output and let the shell write the file."
findings contains lib.confirm("awk.writes", "accesses", i) if {
	some i, a in input.accesses
	a.source == "code"
	a.access == "write"
	input.commands[a.command].program == "awk"
	not "device_exempt" in a.classes
}

# METADATA
# title: "`{raw}` loads awk extensions."
# custom:
#   id: awk.loads
#   remedy: "Leave the option out."
findings contains lib.confirm("awk.loads", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "awk"
	not cmd.help_only
	some o in cmd.options
	o.name in {"-l", "-i"}
}

# METADATA
# title: "The awk program in `{raw}` takes commands from the network or sends it their output."
# custom:
#   id: awk.opens_shell
#   remedy: "There is no safe form of this."
findings contains lib.blocked("awk.opens_shell", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "awk"
	not cmd.help_only
	some c in cmd.code
	regex.match(`/inet[46]?/(tcp|udp)/`, c.text)
	contains(c.text, "getline")
}
