package regent.commands.project_tool

import data.regent.lib

# METADATA
# title: "`{raw}` runs a program that is a file of the workspace or of a temporary tree."
# custom:
#   id: commands.runs_program_of_tree
#   remedy: "Let a person read the file first."
findings contains lib.confirm("commands.runs_program_of_tree", "commands", i) if some i in runs_program_of_tree

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
