package regent.text.runs

import data.regent.lib

# METADATA
# title: "`{raw}` runs a program that it reads from a pipe."
# description: "Shell text that is known to the letter is judged as that text."
# custom:
#   id: text.pipes_into_interpreter
#   remedy: "Run the file by its name, so that it can be read first."
findings contains lib.confirm("text.pipes_into_interpreter", lib.subject(i), i) if {
	input.text.tags.pipes_into_interpreter
	some i in input.text.tags.pipes_into_interpreter
	not lib.read_whole(i)
}

# METADATA
# title: "`{raw}` runs text that was decoded just before."
# custom:
#   id: text.decoded_then_run
#   remedy: "Write the commands in plain text."
findings contains lib.blocked("text.decoded_then_run", lib.subject(i), i) if some i in decoded_then_run

decoded_then_run contains i if {
	input.text.tags.decoded_then_run
	some i in input.text.tags.decoded_then_run
}

decoded_then_run contains i if {
	input.text.tags.dynamic_text
	some i in input.text.tags.dynamic_text
	decoded_by_code(i)
}

decoded_then_run contains i if {
	input.text.tags.pipes_into_interpreter
	some i in input.text.tags.pipes_into_interpreter
	decoded_by_code(i)
}

# METADATA
# title: What command i runs comes out of code that decodes
decoded_by_code(i) if {
	some j in lib.feeders(i)
	some c in input.commands[j].code
	lib.code_holds(c.text, data.regent.settings.commands.code.decodes)
}

# METADATA
# title: "`{raw}` runs code that was fetched from the network just before."
# custom:
#   id: text.fetched_then_run
#   remedy: "Fetch it to a file, let a person read it, and run it as a step of its own."
findings contains lib.blocked("text.fetched_then_run", lib.subject(i), i) if {
	input.text.tags.fetched_then_run
	some i in input.text.tags.fetched_then_run
}

# METADATA
# title: "`{raw}` evaluates what another program prints."
# custom:
#   id: text.eval_of_tool
#   remedy: "Show the program's output first and set what is needed by name."
findings contains lib.confirm("text.eval_of_tool", lib.subject(i), i) if {
	input.text.tags.eval_of_tool
	some i in input.text.tags.eval_of_tool
}

# METADATA
# title: "`{raw}` would wait for more input."
# custom:
#   id: text.interactive
#   remedy: "Give the program its script, query or command."
findings contains lib.confirm("text.interactive", lib.subject(i), i) if {
	input.text.tags.interactive
	some i in input.text.tags.interactive
}

# METADATA
# title: "`{raw}` runs code that stands in the command itself."
# custom:
#   id: text.inline_code
#   remedy: "Put the code into a file of the workspace and let a person see it."
findings contains lib.confirm("text.inline_code", "commands", i) if {
	input.text.tags.inline_code
	some i in input.text.tags.inline_code
	some c in input.commands[i].code
	not data.regent.settings.commands.code.readable[c.language]
}
