package regent.program.dpkg

import data.regent.lib

# METADATA
# title: "`{raw}` removes system packages."
# custom:
#   id: dpkg.removes
#   remedy: "Removing system packages is for the machine's owner."
findings contains lib.blocked("dpkg.removes", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "dpkg"
	not cmd.help_only
	some o in cmd.options
	o.name in {"-r", "-P", "--force-all", "--clear-selections"}
}

# METADATA
# title: "`{raw}` installs or configures system packages."
# custom:
#   id: dpkg.installs
#   remedy: "Let a person install it."
findings contains lib.confirm("dpkg.installs", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "dpkg"
	not cmd.help_only
	some o in cmd.options
	o.name in {"-i", "--unpack", "--configure", "--set-selections", "--add-architecture", "--remove-architecture"}
}
