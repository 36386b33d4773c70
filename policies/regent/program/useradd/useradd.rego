package regent.program.useradd

import data.regent.lib

# METADATA
# title: "`{raw}` changes accounts of the machine."
# custom:
#   id: useradd.accounts
#   remedy: "Only the machine's owner changes accounts."
findings contains lib.blocked("useradd.accounts", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "useradd"
	not cmd.help_only
	true
}
