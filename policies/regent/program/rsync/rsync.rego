package regent.program.rsync

import data.regent.lib

# METADATA
# title: "`{raw}` deletes at the destination what the source does not have."
# custom:
#   id: rsync.deletes
#   remedy: "Try it with --dry-run and show a person the list."
findings contains lib.confirm("rsync.deletes", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "rsync"
	not cmd.help_only
	some o in cmd.options
	o.name in {"--delete", "--del", "--delete-before", "--delete-during", "--delete-after", "--delete-delay", "--delete-excluded", "--delete-missing-args", "--remove-source-files"}
	not lib.option(cmd.index, "-n")
}

# METADATA
# title: "`{raw}` would delete everything in the workspace that the source does not have."
# custom:
#   id: rsync.empties_root
#   remedy: "Copy into a directory below the workspace, or leave --delete out."
findings contains lib.blocked("rsync.empties_root", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "rsync"
	not cmd.help_only
	some o in cmd.options
	startswith(o.name, "--del")
	not lib.option(cmd.index, "-n")
	some a in input.accesses
	a.command == cmd.index
	a.access == "write"
	a.is_root
}

# METADATA
# title: "`{raw}` serves files over the network."
# custom:
#   id: rsync.daemon
#   remedy: "Let a person start servers."
findings contains lib.confirm("rsync.daemon", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "rsync"
	not cmd.help_only
	some o in cmd.options
	o.name == "--daemon"
}
