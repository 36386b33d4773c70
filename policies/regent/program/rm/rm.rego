package regent.program.rm

import data.regent.lib

# METADATA
# title: "`{raw}` switches off the guard against deleting the file system root."
# custom:
#   id: rm.no_preserve_root
#   remedy: "Name the tree to delete; the option is never needed for one."
findings contains lib.blocked("rm.no_preserve_root", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "rm"
	not cmd.help_only
	some o in cmd.options
	o.name == "--no-preserve-root"
}
