package regent.program.install

import data.regent.lib

# METADATA
# title: "`{raw}` installs a program that runs with its owner's or group's rights."
# custom:
#   id: install.set_id
#   remedy: "Use an ordinary mode such as 755."
findings contains lib.blocked("install.set_id", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "install"
	not cmd.help_only
	some o in cmd.options
	o.name == "-m"
	regex.match(`(^0*[2-7][0-7]{3}$)|([+=][rwxXt]*s)`, o.value)
}
