package regent.program.ansible

import data.regent.lib

# METADATA
# title: "`{raw}` changes other machines."
# custom:
#   id: ansible.runs
#   remedy: "Try it with --syntax-check or --list-tasks."
findings contains lib.confirm("ansible.runs", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "ansible"
	not cmd.help_only
	not lib.option(cmd.index, "--syntax-check")
	not lib.option(cmd.index, "--list-hosts")
	not lib.option(cmd.index, "--list-tasks")
	not lib.option(cmd.index, "--list-tags")
}
