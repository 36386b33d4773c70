package regent.program.dd

import data.regent.lib

# METADATA
# title: "`{command}` overwrites {path} and nothing keeps what was there."
# custom:
#   id: dd.overwrites
#   remedy: "Write a new file instead, or let a person confirm."
findings contains lib.confirm("dd.overwrites", "accesses", i) if {
	some i, a in input.accesses
	input.commands[a.command].program == "dd"
	a.access == "write"
	a.root != ""
}
