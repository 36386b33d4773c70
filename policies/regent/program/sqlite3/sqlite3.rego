package regent.program.sqlite3

import data.regent.lib

# METADATA
# title: "`{raw}` is run from inside the database client."
# custom:
#   id: sqlite3.escapes
#   remedy: "Run the query alone; run shell commands in the shell."
findings contains lib.blocked("sqlite3.escapes", "commands", cmd.index) if {
	some cmd in input.commands
	some v in cmd.via
	v == "sqlite3"
}
