package regent.program.pg_restore

import data.regent.lib

# METADATA
# title: "`{raw}` changes or copies a database."
# custom:
#   id: pg_restore.asks
#   remedy: "Let a person run it."
findings contains lib.confirm("pg_restore.asks", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "pg_restore"
	not cmd.help_only
	not lib.option(cmd.index, "-l")
}
