package regent.program.systemctl

import data.regent.lib

# METADATA
# title: "`{raw}` changes a running service."
# custom:
#   id: systemctl.asks
#   remedy: "Look with systemctl status."
findings contains lib.confirm("systemctl.asks", "commands", i) if some i in asks

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "systemctl"
	not cmd.help_only
	count(cmd.subcommand) > 0
	not data.regent.settings.commands.systemctl.listed[lib.sub(cmd.index)]
	not data.regent.settings.commands.systemctl.blocked[lib.sub(cmd.index)]
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "systemctl"
	not cmd.help_only
	count(cmd.subcommand) == 0
	count(cmd.operands) > 0
}

# METADATA
# title: "`{raw}` installs a service, changes what starts by itself, or stops the machine."
# custom:
#   id: systemctl.persists
#   remedy: "That is for the machine's owner."
findings contains lib.blocked("systemctl.persists", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "systemctl"
	not cmd.help_only
	data.regent.settings.commands.systemctl.blocked[lib.sub(cmd.index)]
}

# METADATA
# title: "`{raw}` would stop the guard."
# custom:
#   id: guard.stopped_by_systemctl
#   floor: true
#   remedy: "The guard is stopped by a person only."
findings contains lib.blocked("guard.stopped_by_systemctl", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "systemctl"
	not cmd.help_only
	some w in cmd.operands
	contains(lower(w.value), "regent")
	not data.regent.settings.commands.systemctl.listed[lib.sub(cmd.index)]
}
