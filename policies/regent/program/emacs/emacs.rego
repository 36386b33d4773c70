package regent.program.emacs

import data.regent.lib

# METADATA
# title: "`{raw}` runs editor code."
# custom:
#   id: emacs.code
#   remedy: "Write the file instead."
findings contains lib.confirm("emacs.code", "commands", i) if some i in code

code contains cmd.index if {
	some cmd in input.commands
	cmd.program == "emacs"
	not cmd.help_only
	count(cmd.code) > 0
}

code contains cmd.index if {
	some cmd in input.commands
	cmd.program == "emacs"
	not cmd.help_only
	some o in cmd.options
	o.name in {"-l", "--script", "-f"}
}
