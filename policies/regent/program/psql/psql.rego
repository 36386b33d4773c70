package regent.program.psql

import data.regent.lib

# METADATA
# title: "`{raw}` is run from inside the database client."
# custom:
#   id: psql.escapes
#   remedy: "Run the query alone; run shell commands in the shell."
findings contains lib.blocked("psql.escapes", "commands", cmd.index) if {
	some cmd in input.commands
	some v in cmd.via
	v == "psql"
}

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
