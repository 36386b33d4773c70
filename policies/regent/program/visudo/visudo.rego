package regent.program.visudo

import data.regent.lib

# METADATA
# title: "`{raw}` edits who may take privilege."
# custom:
#   id: visudo.edits
#   remedy: "Only the machine's owner edits that."
findings contains lib.blocked("visudo.edits", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "visudo"
	not cmd.help_only
	not lib.option(cmd.index, "-c")
}
