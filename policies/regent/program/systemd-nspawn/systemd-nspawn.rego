package regent.program["systemd-nspawn"]

import data.regent.lib

# METADATA
# title: "`{raw}` runs a command in a container."
# custom:
#   id: systemd_nspawn.enters
#   remedy: "Let a person run it."
findings contains lib.confirm("systemd_nspawn.enters", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "systemd-nspawn"
	not cmd.help_only
	true
}
