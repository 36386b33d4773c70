package regent.program.pacman

import data.regent.lib

# METADATA
# title: "`{raw}` removes system packages."
# custom:
#   id: pacman.removes
#   remedy: "Removing system packages is for the machine's owner."
findings contains lib.blocked("pacman.removes", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "pacman"
	not cmd.help_only
	some o in cmd.options
	o.name == "-R"
}

# METADATA
# title: "`{raw}` installs or updates system packages."
# custom:
#   id: pacman.installs
#   remedy: "Let a person install it."
findings contains lib.confirm("pacman.installs", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "pacman"
	not cmd.help_only
	some o in cmd.options
	o.name in {"-S", "-U", "-D", "-F"}
}
