package regent.text.code

import data.regent.lib

# METADATA
# title: "The code in `{raw}` deletes, moves or overwrites files outside the workspace."
# custom:
#   id: text.code_destroys
#   remedy: "Delete by name inside the workspace with rm, after asking."
findings contains lib.blocked("text.code_destroys", "commands", i) if {
	input.text.tags.inline_code
	some i in input.text.tags.inline_code
	some c in input.commands[i].code
	some call, on in data.regent.settings.commands.code.destroys
	on
	contains(c.text, call)
	lib.code_reaches_out(c.text)
}

# METADATA
# title: "The code in `{raw}` connects a shell to the network."
# custom:
#   id: text.code_opens_shell
#   remedy: "There is no safe form of this."
findings contains lib.blocked("text.code_opens_shell", "commands", i) if {
	input.text.tags.inline_code
	some i in input.text.tags.inline_code
	some c in input.commands[i].code
	lib.code_holds(c.text, data.regent.settings.commands.code.sockets)
	lib.code_holds(c.text, data.regent.settings.commands.code.shells)
}

# METADATA
# title: "The code in `{raw}` fetches code from the network and runs it."
# custom:
#   id: text.code_runs_fetched
#   remedy: "Fetch it to a file, let a person read it, and run it as a step of its own."
findings contains lib.blocked("text.code_runs_fetched", "commands", i) if {
	input.text.tags.inline_code
	some i in input.text.tags.inline_code
	some c in input.commands[i].code
	lib.code_holds(c.text, data.regent.settings.commands.code.fetches)
	lib.code_holds(c.text, data.regent.settings.commands.code.evaluates)
}

# METADATA
# title: "The code in `{raw}` decodes text and runs it."
# custom:
#   id: text.code_runs_decoded
#   remedy: "Write the code out so that it can be read."
findings contains lib.blocked("text.code_runs_decoded", "commands", i) if {
	input.text.tags.inline_code
	some i in input.text.tags.inline_code
	some c in input.commands[i].code
	lib.code_holds(c.text, data.regent.settings.commands.code.decodes)
	lib.code_holds(c.text, data.regent.settings.commands.code.runs)
}

# METADATA
# title: "The code in `{raw}` reads the whole environment, which may hold credentials."
# custom:
#   id: text.code_prints_environment
#   remedy: "Read one variable by its name."
findings contains lib.confirm("text.code_prints_environment", "commands", i) if {
	input.text.tags.inline_code
	some i in input.text.tags.inline_code
	lib.code_takes_environment(i)
}

# METADATA
# title: "The code in `{raw}` reads a variable whose name says that it holds a credential."
# custom:
#   id: text.code_reads_secret_variable
#   remedy: "Ask a person for what the task needs; the value need not be shown."
findings contains lib.confirm("text.code_reads_secret_variable", "commands", i) if {
	input.text.tags.inline_code
	some i in input.text.tags.inline_code
	some c in input.commands[i].code
	data.regent.settings.commands.code.readable[c.language]
	regex.match(`(?i)(ENVIRON|\$ENV|(^|[^.\w"$])env)\s*(\.|\[\s*")\w*(token|secret|passw|passphrase|pwd|_key|apikey|credential|creds|private|session|cookie|auth|dsn|database_url|_pat\b|connection_string)`, c.text)
}

# METADATA
# title: "The code in `{raw}` names a file that holds credentials."
# custom:
#   id: text.code_reads_credentials
#   remedy: "Leave credential files alone; ask a person for what the task needs."
findings contains lib.blocked("text.code_reads_credentials", "commands", i) if some i in code_reads_credentials

code_reads_credentials contains i if {
	input.text.tags.inline_code
	some i in input.text.tags.inline_code
	some a in input.accesses
	a.command == i
	a.source == "code"
	some class in a.classes
	data.regent.settings.commands.credential_classes[class]
}

code_reads_credentials contains i if {
	input.text.tags.inline_code
	some i in input.text.tags.inline_code
	some c in input.commands[i].code
	lib.code_holds(c.text, data.regent.settings.commands.code.credentials)
}
