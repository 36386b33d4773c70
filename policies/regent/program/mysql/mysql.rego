package regent.program.mysql

import data.regent.lib

# METADATA
# title: "`{raw}` is run from inside the database client."
# custom:
#   id: mysql.escapes
#   remedy: "Run the query alone; run shell commands in the shell."
findings contains lib.blocked("mysql.escapes", "commands", cmd.index) if {
	some cmd in input.commands
	some v in cmd.via
	v == "mysql"
}
