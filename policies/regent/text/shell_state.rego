package regent.text.shell_state

import data.regent.lib

# METADATA
# title: "`{raw}` changes how the shell finds the programs that follow."
# custom:
#   id: text.shell_state
#   remedy: "Call the program by its full path, or leave PATH, aliases and hashes as they are."
findings contains lib.confirm("text.shell_state", lib.subject(i), i) if {
	some i in input.text.tags.shell_state
}
