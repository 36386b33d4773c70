package regent.program.wget

import data.regent.lib

# METADATA
# title: "`{raw}` runs a helper or takes options from a file."
# custom:
#   id: wget.asks_helper
#   remedy: "Write the options out."
findings contains lib.confirm("wget.asks_helper", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "wget"
	not cmd.help_only
	some o in cmd.options
	o.name in {"--use-askpass", "--config", "-e"}
}
