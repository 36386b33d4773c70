package regent.program.npx

import data.regent.lib

# METADATA
# title: "`{raw}` may fetch a package and run it."
# custom:
#   id: npx.package
#   remedy: "Use a tool that the project has in node_modules/.bin."
findings contains lib.confirm("npx.package", "commands", cmd.index) if {
	some cmd in input.commands
	some v in cmd.via
	v == "npx"
	not cmd.program_file.wrapper
}

# METADATA
# title: "`{raw}` fetches the package that it names."
# custom:
#   id: npx.named_package
#   remedy: "Use a tool that the project has in node_modules/.bin."
findings contains lib.confirm("npx.named_package", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "npx"
	not cmd.help_only
	some o in cmd.options
	o.name in {"-p", "-c"}
}
