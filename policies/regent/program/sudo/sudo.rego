package regent.program.sudo

import data.regent.lib

# METADATA
# title: "`{raw}` opens a shell with another user's rights."
# custom:
#   id: sudo.shell
#   remedy: "Name the one command that needs the privilege."
findings contains lib.blocked("sudo.shell", "commands", i) if some i in shell

shell contains cmd.index if {
	some cmd in input.commands
	cmd.program == "sudo"
	not cmd.help_only
	some o in cmd.options
	o.name in {"-i", "-s"}
	not lib.runs_inner(cmd.index)
}

shell contains cmd.index if {
	some cmd in input.commands
	cmd.program == "sudo"
	not cmd.help_only
	count(cmd.operands) == 0
	not lib.runs_inner(cmd.index)
	not sudo_asks(cmd.index)
}

# METADATA
# title: "`{raw}` would run with another user's rights."
# custom:
#   id: sudo.privilege
#   remedy: "Do it without raised privilege, or let a person run it."
findings contains lib.confirm("sudo.privilege", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "sudo"
	not cmd.help_only
	true
}

# METADATA
# title: sudo only asks what it may do, or keeps its ticket
sudo_asks(i) if {
	some o in input.commands[i].options
	o.name in {"-l", "-v", "-k", "-K", "-V", "-e"}
}
