package regent.program.journalctl

import data.regent.lib

# METADATA
# title: "`{raw}` removes or moves the machine's log."
# custom:
#   id: journalctl.erases
#   remedy: "Read the log with -n or --since."
findings contains lib.confirm("journalctl.erases", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "journalctl"
	not cmd.help_only
	some o in cmd.options
	strings.any_prefix_match(o.name, {"--vacuum", "--rotate", "--flush", "--relinquish"})
}
