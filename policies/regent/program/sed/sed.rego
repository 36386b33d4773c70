package regent.program.sed

import data.regent.lib

# METADATA
# title: "A sed script would run `{raw}`."
# custom:
#   id: sed.runs
#   remedy: "Use sed only to change text."
findings contains lib.confirm("sed.runs", "commands", cmd.index) if {
	some cmd in input.commands
	some v in cmd.via
	v == "sed"
}

# METADATA
# title: "The sed script in `{command}` writes {path}."
# custom:
#   id: sed.writes
#   remedy: "Write with a redirect instead."
findings contains lib.confirm("sed.writes", "accesses", i) if {
	some i, a in input.accesses
	a.source == "code"
	a.access == "write"
	input.commands[a.command].program == "sed"
	not "device_exempt" in a.classes
}
