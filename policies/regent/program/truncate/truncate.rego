package regent.program.truncate

import data.regent.lib

# METADATA
# title: "`{command}` overwrites {path} and nothing keeps what was there."
# custom:
#   id: truncate.overwrites
#   remedy: "Write a new file instead, or let a person confirm."
findings contains lib.confirm("truncate.overwrites", "accesses", i) if {
	some i, a in input.accesses
	input.commands[a.command].program == "truncate"
	a.access == "write"
	a.root != ""
}
