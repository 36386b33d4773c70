package regent.program.mkfs

import data.regent.lib

# METADATA
# title: "`{raw}` changes disks or partitions."
# custom:
#   id: mkfs.disks
#   remedy: "List them with lsblk."
findings contains lib.blocked("mkfs.disks", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "mkfs"
	not cmd.help_only
	not lists_disks(cmd.index)
}

# METADATA
# title: The disk tool only lists
lists_disks(i) if {
	some o in input.commands[i].options
	o.name in {"-l", "--list", "-n", "--detail"}
}

lists_disks(i) if {
	input.commands[i].operands[0].value in {"list", "status", "show", "info", "get"}
}
