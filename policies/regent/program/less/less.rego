package regent.program.less

import data.regent.lib

# METADATA
# title: "`{raw}` writes what it shows to a file."
# custom:
#   id: less.log_file
#   remedy: "Use a redirect."
findings contains lib.confirm("less.log_file", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "less"
	not cmd.help_only
	some o in cmd.options
	o.name in {"-o", "-O"}
}

# METADATA
# title: "`{raw}` runs a shell command from inside the pager."
# custom:
#   id: less.escapes
#   remedy: "Run the command itself."
findings contains lib.blocked("less.escapes", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "less"
	not cmd.help_only
	some w in cmd.operands
	regex.match(`^\+.*[!|]`, w.value)
}
