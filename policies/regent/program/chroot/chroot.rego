package regent.program.chroot

import data.regent.lib

# METADATA
# title: "`{raw}` runs a command in another root or namespace."
# custom:
#   id: chroot.enters
#   remedy: "Let a person run it."
findings contains lib.confirm("chroot.enters", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "chroot"
	not cmd.help_only
	true
}
