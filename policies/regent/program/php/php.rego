package regent.program.php

import data.regent.lib

# METADATA
# title: "`{raw}` serves files over the network."
# custom:
#   id: php.serves
#   remedy: "Let a person start servers."
findings contains lib.confirm("php.serves", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "php"
	not cmd.help_only
	some o in cmd.options
	o.name == "-S"
}
