package regent.program.uvx

import data.regent.lib

# METADATA
# title: "`{raw}` may fetch a package and run it."
# custom:
#   id: uvx.package
#   remedy: "Use a tool of the project's own environment."
findings contains lib.confirm("uvx.package", "commands", i) if some i in packages

packages contains cmd.index if {
	some cmd in input.commands
	some v in cmd.via
	v == "uvx"
}

packages contains cmd.index if {
	some cmd in input.commands
	cmd.program == "uvx"
	not cmd.help_only
	count(cmd.operands) > 0
}
