package regent.program.curl

import data.regent.lib

# METADATA
# title: "`{raw}` reads a local file through a URL."
# custom:
#   id: curl.local_file
#   remedy: "Read the file with cat, so that its path is judged."
findings contains lib.confirm("curl.local_file", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "curl"
	not cmd.help_only
	some w in cmd.operands
	regex.match(`(?i)^file:`, w.value)
}

# METADATA
# title: "`{raw}` takes options from a file."
# custom:
#   id: curl.config
#   remedy: "Write the options out."
findings contains lib.confirm("curl.config", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "curl"
	not cmd.help_only
	some o in cmd.options
	o.name == "-K"
}
