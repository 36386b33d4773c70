package regent.text.piped_program

import data.regent.lib

# METADATA
# title: "`{raw}` runs a program that it reads from a pipe."
# description: "Shell text that is known to the letter is judged as that text."
# custom:
#   id: text.pipes_into_interpreter
#   remedy: "Run the file by its name, so that it can be read first."
findings contains lib.confirm("text.pipes_into_interpreter", lib.subject(i), i) if {
	some i in input.text.tags.pipes_into_interpreter
	not lib.read_whole(i)
}
