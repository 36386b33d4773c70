package regent.text.shell

import data.regent.lib

# METADATA
# title: "`{raw}` connects the shell itself to a network address."
# custom:
#   id: text.network_redirect
#   remedy: "Use curl or another client that names what it sends."
findings contains lib.blocked("text.network_redirect", lib.subject(i), i) if {
	input.text.tags.network_redirect
	some i in input.text.tags.network_redirect
}

# METADATA
# title: "The text starts copies of itself without end."
# custom:
#   id: text.fork_bomb
#   remedy: "There is no safe form of this."
findings contains lib.blocked("text.fork_bomb", lib.subject(i), i) if {
	input.text.tags.fork_bomb
	some i in input.text.tags.fork_bomb
}

# METADATA
# title: "`{raw}` changes how the shell finds the programs that follow."
# custom:
#   id: text.shell_state
#   remedy: "Call the program by its full path, or leave PATH, aliases and hashes as they are."
findings contains lib.confirm("text.shell_state", lib.subject(i), i) if {
	input.text.tags.shell_state
	some i in input.text.tags.shell_state
	not forgets(i)
}

# METADATA
# title: A call that only makes the shell look for its programs again
forgets(i) if {
	input.commands[i].program == "hash"
	count(input.commands[i].operands) == 0
}

# METADATA
# title: "`{raw}` prints the whole environment, which may hold credentials."
# custom:
#   id: text.prints_environment
#   remedy: "Print one variable by its name: printenv NAME."
findings contains lib.confirm("text.prints_environment", lib.subject(i), i) if {
	input.text.tags.prints_environment
	some i in input.text.tags.prints_environment
}

# METADATA
# title: "The text calls a function that calls itself."
# custom:
#   id: text.recursive_function
#   remedy: "Write the loop out."
findings contains lib.confirm("text.recursive_function", lib.subject(i), i) if {
	input.text.tags.recursive_function
	some i in input.text.tags.recursive_function
}
