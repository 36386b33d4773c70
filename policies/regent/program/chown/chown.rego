package regent.program.chown

import data.regent.lib

# METADATA
# title: "`{raw}` changes who owns files."
# custom:
#   id: chown.changes_owner
#   remedy: "Leave owners as they are, or let a person change them."
findings contains lib.confirm("chown.changes_owner", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "chown"
	not cmd.help_only
	count(cmd.operands) > 0
}
