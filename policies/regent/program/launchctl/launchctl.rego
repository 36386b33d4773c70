package regent.program.launchctl

import data.regent.lib

# METADATA
# title: "`{raw}` changes a running service."
# custom:
#   id: launchctl.asks
#   remedy: "Look with launchctl list."
findings contains lib.confirm("launchctl.asks", "commands", i) if some i in asks

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "launchctl"
	not cmd.help_only
	not data.regent.settings.commands.launchctl.listed[lib.sub(cmd.index)]
	count(cmd.subcommand) > 0
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "launchctl"
	not cmd.help_only
	count(cmd.subcommand) == 0
	count(cmd.operands) > 0
}

# METADATA
# title: "`{raw}` changes what starts by itself."
# custom:
#   id: launchctl.persists
#   remedy: "That is for the machine's owner."
findings contains lib.blocked("launchctl.persists", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "launchctl"
	not cmd.help_only
	data.regent.settings.commands.launchctl.persists[lib.sub(cmd.index)]
}
