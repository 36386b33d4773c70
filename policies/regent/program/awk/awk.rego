package regent.program.awk

import data.regent.lib

# METADATA
# title: "The awk program in `{raw}` runs commands or writes files."
# custom:
#   id: awk.runs_or_writes
#   remedy: "Print to standard output and let the shell write the file."
findings contains lib.confirm("awk.runs_or_writes", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "awk"
	not cmd.help_only
	some c in cmd.code
	c.language == "awk"
	regex.match(`\bsystem[ \t]*\(|\bprintf?\b[^;}\n|>]*>|\bprintf?\b[^;}\n|]*\|[ \t]*["&a-z(]|\|&?[ \t]*getline|\bgetline\b[^;}\n]*<|@load|@include`, c.text)
}

# METADATA
# title: "`{raw}` loads awk extensions."
# custom:
#   id: awk.loads
#   remedy: "Leave the option out."
findings contains lib.confirm("awk.loads", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "awk"
	not cmd.help_only
	some o in cmd.options
	o.name in {"-l", "-i"}
}
