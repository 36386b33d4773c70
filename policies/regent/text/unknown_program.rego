package regent.text.unknown_program

import data.regent.lib

# METADATA
# title: "Nothing is known of the program in `{raw}`."
# custom:
#   id: text.unknown_program
#   remedy: "Use a program that the programs table knows, or have the team describe this one (docs/programs.md)."
findings contains lib.confirm("text.unknown_program", lib.subject(i), i) if {
	some i in input.text.tags.unknown_program
}
