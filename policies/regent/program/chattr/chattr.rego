package regent.program.chattr

import data.regent.lib

# METADATA
# title: "`{raw}` changes attributes of files."
# custom:
#   id: chattr.changes_attributes
#   remedy: "Leave the attributes as they are."
findings contains lib.confirm("chattr.changes_attributes", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "chattr"
	not cmd.help_only
	count(cmd.operands) > 0
}
