package regent.program.tcpdump

import data.regent.lib

# METADATA
# title: "`{raw}` records network traffic."
# custom:
#   id: tcpdump.captures
#   remedy: "Let a person capture traffic."
findings contains lib.confirm("tcpdump.captures", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "tcpdump"
	not cmd.help_only
	not lib.option(cmd.index, "-r")
}
