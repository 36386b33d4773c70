package regent.program.gradle

import data.regent.lib

# METADATA
# title: "`{raw}` runs a task that is not on the list of ordinary ones."
# custom:
#   id: gradle.task
#   remedy: "Use test, build, check or verify, or let a person run it."
findings contains lib.confirm("gradle.task", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "gradle"
	not cmd.help_only
	some w in cmd.operands
	task := regex.replace(w.value, `^.*:`, "")
	not data.regent.settings.commands.gradle.targets[task]
	not regex.match(`^(assemble|compile|test|lint|check)[A-Z]\w*$`, task)
}

# METADATA
# title: "`{raw}` runs a script of its own before the build."
# custom:
#   id: gradle.init_script
#   remedy: "Leave the init script out."
findings contains lib.confirm("gradle.init_script", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "gradle"
	not cmd.help_only
	some o in cmd.options
	o.name == "-I"
}
