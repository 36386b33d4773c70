package regent.commands.place

import data.regent.lib

# METADATA
# title: "`{raw}` would run with another user's rights."
# custom:
#   id: commands.privilege
#   remedy: "Do it without raised privilege, or let a person run it."
findings contains lib.confirm("commands.privilege", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.privilege
}

# METADATA
# title: "`{raw}` opens a shell with another user's rights."
# custom:
#   id: commands.privileged_shell
#   remedy: "Name the one command that needs the privilege."
findings contains lib.blocked("commands.privileged_shell", "commands", i) if {
	input.text.tags.interactive
	some i in input.text.tags.interactive
	input.commands[i].privilege
}

# METADATA
# title: "`{raw}` would run on another machine."
# custom:
#   id: commands.remote
#   remedy: "Let a person run it there."
findings contains lib.confirm("commands.remote", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.remote
}

# METADATA
# title: "`{raw}` would run inside a container."
# custom:
#   id: commands.container
#   remedy: "Let a person run it there, or read the logs instead."
findings contains lib.confirm("commands.container", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.container
}

# METADATA
# title: "`{raw}` runs a program that is a file of the workspace or of a temporary tree."
# custom:
#   id: commands.runs_program_of_tree
#   remedy: "Let a person read the file first."
findings contains lib.confirm("commands.runs_program_of_tree", "commands", i) if some i in runs_program_of_tree

# METADATA
# title: "`{raw}` builds, tests or runs what lies outside the workspace, in {cwd}."
# custom:
#   id: commands.builds_elsewhere
#   remedy: "Work in the workspace, or let a person run it there."
findings contains lib.confirm("commands.builds_elsewhere", "commands", cmd.index) if {
	some cmd in input.commands
	data.regent.settings.commands.builds[cmd.program]
	not data.regent.settings.commands.looks[lib.sub(cmd.index)]
	not cmd.help_only
	cmd.cwd != ""
	not strings.any_prefix_match(concat("", [cmd.cwd, "/"]), lib.code_places)
}

runs_program_of_tree contains cmd.index if {
	some cmd in input.commands
	cmd.program_file.root != ""
	not cmd.program_file.wrapper
	not lib.judged_run(cmd.index)
}

runs_program_of_tree contains cmd.index if {
	some cmd in input.commands
	cmd.program_file.below_temp
	not lib.judged_run(cmd.index)
}
