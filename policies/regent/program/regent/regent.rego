package regent.program.regent

import data.regent.lib

# METADATA
# title: "`{raw}` switches the guard off, approves for a person, or changes what it enforces."
# custom:
#   id: guard.command
#   floor: true
#   remedy: "Only a person approves or changes the guard; regent check and regent explain are free to use."
findings contains lib.blocked("guard.command", "commands", i) if some i in command

command contains cmd.index if {
	some cmd in input.commands
	cmd.program == "regent"
	not cmd.help_only
	count(cmd.subcommand) == 0
	count(cmd.operands) > 0
}

command contains cmd.index if {
	some cmd in input.commands
	cmd.program == "regent"
	not cmd.help_only
	cmd.subcommand[0] == "policy"
	lib.sub(cmd.index) in {"policy sign", "policy init", "policy build"}
}

command contains cmd.index if {
	some cmd in input.commands
	cmd.program == "regent"
	not cmd.help_only
	cmd.subcommand in {["policy"], ["audit"]}
	count(cmd.operands) > 0
}

# METADATA
# title: "`{raw}` starts or exports something of the guard."
# custom:
#   id: regent.asks
#   remedy: "Use regent check, explain or policy test."
findings contains lib.confirm("regent.asks", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "regent"
	not cmd.help_only
	count(cmd.subcommand) > 0
	not data.regent.settings.commands.regent.listed[lib.sub(cmd.index)]
}
