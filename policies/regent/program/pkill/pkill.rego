package regent.program.pkill

import data.regent.lib

# METADATA
# title: "`{raw}` signals processes by name."
# custom:
#   id: pkill.process
#   remedy: "Name a process that the task itself started, and ask."
findings contains lib.confirm("pkill.process", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "pkill"
	not cmd.help_only
	not lib.signal_zero(cmd.index)
}

# METADATA
# title: "`{raw}` signals every process, or all of a user."
# custom:
#   id: pkill.all
#   remedy: "Name the process that the task started."
findings contains lib.blocked("pkill.all", "commands", i) if some i in all_of_them

all_of_them contains cmd.index if {
	some cmd in input.commands
	cmd.program == "pkill"
	not cmd.help_only
	some w in cmd.operands
	regex.match(`^[.*^$]*$`, w.value)
}

all_of_them contains cmd.index if {
	some cmd in input.commands
	cmd.program == "pkill"
	not cmd.help_only
	count(cmd.operands) == 0
	some o in cmd.options
	o.name in {"-u", "-U"}
}

# METADATA
# title: "`{raw}` would stop the guard."
# custom:
#   id: guard.stopped_by_pkill
#   floor: true
#   remedy: "The guard is stopped by a person only."
findings contains lib.blocked("guard.stopped_by_pkill", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "pkill"
	not cmd.help_only
	some w in cmd.operands
	contains(lower(w.value), "regent")
}
