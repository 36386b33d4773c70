package regent.text.dynamic_program

import data.regent.lib

# METADATA
# title: "The program that `{raw}` runs is only known at run time."
# custom:
#   id: text.dynamic_program
#   remedy: "Write the program's name itself instead of a variable or a substitution."
findings contains lib.confirm("text.dynamic_program", lib.subject(i), i) if {
	some i in input.text.tags.dynamic_program
}
