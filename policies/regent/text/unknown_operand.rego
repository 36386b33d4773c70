package regent.text.unknown_operand

import data.regent.lib

# METADATA
# title: "`{raw}` works on something that is only known at run time."
# description: "A path that is only known at run time is judged with the other paths."
# custom:
#   id: text.unknown_operand
#   remedy: "Write the path, host or name out, or give the variable its value in the same text."
findings contains lib.confirm("text.unknown_operand", lib.subject(i), i) if {
	some i in input.text.tags.unknown_operand
	not lib.unknown_path(i)
}
