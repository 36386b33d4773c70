package regent.program.service

import data.regent.lib

# METADATA
# title: "`{raw}` changes a running service."
# custom:
#   id: service.asks
#   remedy: "Look with status."
findings contains lib.confirm("service.asks", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "service"
	not cmd.help_only
	count(cmd.operands) > 0
	not reads_service(cmd.index)
}

# METADATA
# title: "`{raw}` would stop the guard."
# custom:
#   id: guard.stopped_by_service
#   floor: true
#   remedy: "The guard is stopped by a person only."
findings contains lib.blocked("guard.stopped_by_service", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "service"
	not cmd.help_only
	some w in cmd.operands
	contains(lower(w.value), "regent")
	not reads_service(cmd.index)
}

# METADATA
# title: service i is asked for its state
reads_service(i) if {
	some w in input.commands[i].operands
	w.value in {"status", "list", "ls", "logs", "show", "describe", "jlist", "summary"}
}
