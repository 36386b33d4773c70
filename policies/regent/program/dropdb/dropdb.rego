package regent.program.dropdb

import data.regent.lib

# METADATA
# title: "`{raw}` drops a database or a role."
# custom:
#   id: dropdb.drops
#   remedy: "Let a person do it."
findings contains lib.blocked("dropdb.drops", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "dropdb"
	not cmd.help_only
	true
}
