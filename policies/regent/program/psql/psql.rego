package regent.program.psql

import data.regent.lib

# METADATA
# title: "`{raw}` runs an SQL file."
# custom:
#   id: psql.file
#   remedy: "Show the file to a person first."
findings contains lib.confirm("psql.file", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "psql"
	not cmd.help_only
	some o in cmd.options
	o.name == "-f"
}
