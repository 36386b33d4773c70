package regent.program["systemd-run"]

import data.regent.lib

# METADATA
# title: "`{raw}` starts a unit that runs apart from this session."
# custom:
#   id: systemd_run.starts
#   remedy: "Run the command itself."
findings contains lib.confirm("systemd_run.starts", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "systemd-run"
	not cmd.help_only
	true
}
