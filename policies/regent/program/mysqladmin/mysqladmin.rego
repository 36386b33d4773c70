package regent.program.mysqladmin

import data.regent.lib

# METADATA
# title: "`{raw}` administers a database."
# custom:
#   id: mysqladmin.asks
#   remedy: "Look with status or ping."
findings contains lib.confirm("mysqladmin.asks", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "mysqladmin"
	not cmd.help_only
	count(cmd.operands) > 0
	not lib.word(cmd.index, 0) in {"status", "ping", "version", "variables", "processlist", "extended-status"}
}

# METADATA
# title: "`{raw}` drops a database or stops the server."
# custom:
#   id: mysqladmin.drops
#   remedy: "Let a person do it."
findings contains lib.blocked("mysqladmin.drops", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "mysqladmin"
	not cmd.help_only
	some w in cmd.operands
	w.value in {"drop", "shutdown", "flush-privileges", "password"}
}
