package regent.program.setfacl

import data.regent.lib

# METADATA
# title: "`{raw}` changes who may use files."
# custom:
#   id: setfacl.changes_access
#   remedy: "Leave access lists as they are, or let a person change them."
findings contains lib.confirm("setfacl.changes_access", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "setfacl"
	not cmd.help_only
	count(cmd.operands) > 0
}
