package regent.program.rpm

import data.regent.lib

# METADATA
# title: "`{raw}` removes system packages."
# custom:
#   id: rpm.removes
#   remedy: "Removing system packages is for the machine's owner."
findings contains lib.blocked("rpm.removes", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "rpm"
	not cmd.help_only
	some o in cmd.options
	o.name in {"-e", "--rebuilddb", "--initdb"}
	not lib.option(cmd.index, "--test")
}

# METADATA
# title: "`{raw}` installs or updates system packages."
# custom:
#   id: rpm.installs
#   remedy: "Let a person install it."
findings contains lib.confirm("rpm.installs", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "rpm"
	not cmd.help_only
	some o in cmd.options
	o.name in {"-i", "-U", "-F", "--import"}
	not lib.option(cmd.index, "-q")
}
