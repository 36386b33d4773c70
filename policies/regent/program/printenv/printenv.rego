package regent.program.printenv

import data.regent.lib

# METADATA
# title: "`{raw}` prints the whole environment, which may hold credentials."
# custom:
#   id: printenv.all
#   remedy: "Print one variable by its name: printenv NAME."
findings contains lib.confirm("printenv.all", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "printenv"
	not cmd.help_only
	count(cmd.operands) == 0
}

# METADATA
# title: "`{raw}` prints a variable whose name says that it holds a credential."
# custom:
#   id: printenv.secret_name
#   remedy: "Ask a person for what the task needs; the value need not be shown."
findings contains lib.confirm("printenv.secret_name", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "printenv"
	not cmd.help_only
	some w in cmd.operands
	regex.match(`(?i)(token|secret|passw|passphrase|pwd$|_key|^key|apikey|credential|cred$|creds|private|session|cookie|auth|dsn|database_url|_pat$|^pat$|connection_string)`, w.value)
}

# METADATA
# title: "`{raw}` prints a variable that is only known at run time."
# custom:
#   id: printenv.unknown_name
#   remedy: "Write the name out."
findings contains lib.confirm("printenv.unknown_name", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "printenv"
	not cmd.help_only
	some w in cmd.operands
	w.known != "static"
}
