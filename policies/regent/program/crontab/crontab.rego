package regent.program.crontab

import data.regent.lib

# METADATA
# title: "`{raw}` changes what runs by itself at set times."
# custom:
#   id: crontab.writes
#   remedy: "List it with crontab -l; let a person change it."
findings contains lib.blocked("crontab.writes", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "crontab"
	not cmd.help_only
	not lib.option(cmd.index, "-l")
}
