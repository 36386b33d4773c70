package regent.program.dig

import data.regent.lib

# METADATA
# title: "`{raw}` asks name servers."
# custom:
#   id: dig.asks_servers
#   remedy: "Let a person look it up."
findings contains lib.confirm("dig.asks_servers", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "dig"
	not cmd.help_only
	count(cmd.operands) > 0
}
