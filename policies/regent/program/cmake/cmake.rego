package regent.program.cmake

import data.regent.lib

# METADATA
# title: "`{raw}` runs more than a build."
# custom:
#   id: cmake.script
#   remedy: "Use cmake -S/-B and cmake --build."
findings contains lib.confirm("cmake.script", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "cmake"
	not cmd.help_only
	some o in cmd.options
	o.name in {"-P", "-E", "--install", "--open", "-C"}
}

# METADATA
# title: "`{raw}` builds a target that is not on the list of ordinary ones."
# custom:
#   id: cmake.foreign_target
#   remedy: "Use the default target, or let a person run it."
findings contains lib.confirm("cmake.foreign_target", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "cmake"
	not cmd.help_only
	some o in cmd.options
	o.name == "--target"
	not data.regent.settings.commands.make.targets[o.value]
}
