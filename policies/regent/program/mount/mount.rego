package regent.program.mount

import data.regent.lib

# METADATA
# title: "`{raw}` changes which file systems are mounted."
# custom:
#   id: mount.changes
#   remedy: "List them with mount or findmnt."
findings contains lib.blocked("mount.changes", "commands", i) if some i in changes

changes contains cmd.index if {
	some cmd in input.commands
	cmd.program == "mount"
	not cmd.help_only
	count(cmd.operands) > 0
}

changes contains cmd.index if {
	some cmd in input.commands
	cmd.program == "mount"
	not cmd.help_only
	some o in cmd.options
	o.name in {"-a", "-o", "-B", "-R", "-M", "-L", "-U", "-w", "-r"}
}
