package regent.program.date

import data.regent.lib

# METADATA
# title: "`{raw}` changes the machine's clock."
# custom:
#   id: date.sets
#   remedy: "Print a date with date -d."
findings contains lib.blocked("date.sets", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "date"
	not cmd.help_only
	some o in cmd.options
	o.name == "-s"
}
