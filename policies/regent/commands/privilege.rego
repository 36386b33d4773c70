package regent.commands.privilege

import data.regent.lib

# METADATA
# title: "`{raw}` would run with another user's rights."
# custom:
#   id: commands.privilege
#   remedy: "Do it without raised privilege, or let a person run it."
findings contains lib.confirm("commands.privilege", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.privilege
}

# METADATA
# title: "`{raw}` opens a shell with another user's rights."
# custom:
#   id: commands.privileged_shell
#   remedy: "Name the one command that needs the privilege."
findings contains lib.blocked("commands.privileged_shell", "commands", cmd.index) if {
	some i in input.text.tags.interactive
	cmd := input.commands[i]
	cmd.privilege
}
