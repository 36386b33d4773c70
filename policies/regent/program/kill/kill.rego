package regent.program.kill

import data.regent.lib

# METADATA
# title: "`{raw}` signals every process, or the first one."
# custom:
#   id: kill.all
#   remedy: "Name the process that the task started."
findings contains lib.blocked("kill.all", "commands", i) if some i in all

all contains cmd.index if {
	some cmd in input.commands
	cmd.program == "kill"
	not cmd.help_only
	lib.option(cmd.index, "-1")
	count(cmd.operands) == 0
}

all contains cmd.index if {
	some cmd in input.commands
	cmd.program == "kill"
	not cmd.help_only
	lib.option(cmd.index, "-1")
	count(cmd.options) > 1
}

all contains cmd.index if {
	some cmd in input.commands
	cmd.program == "kill"
	not cmd.help_only
	some w in cmd.operands
	w.value in {"-1", "1", "0"}
}

# METADATA
# title: "`{raw}` signals processes."
# custom:
#   id: kill.process
#   remedy: "Name a process that the task itself started, and ask."
findings contains lib.confirm("kill.process", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "kill"
	not cmd.help_only
	not lib.option(cmd.index, "-l")
	not lib.option(cmd.index, "-L")
	not lib.signal_zero(cmd.index)
}

# METADATA
# title: "`{raw}` would stop the guard."
# custom:
#   id: guard.stopped_by_kill
#   floor: true
#   remedy: "The guard is stopped by a person only."
findings contains lib.blocked("guard.stopped_by_kill", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "kill"
	not cmd.help_only
	some other in input.commands
	other.program in {"pgrep", "lsof", "fuser", "ps", "systemctl", "grep", "cat"}
	some w in other.operands
	contains(lower(w.value), "regent")
}
