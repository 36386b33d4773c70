package regent.program.sqlcmd

import data.regent.lib

# METADATA
# title: "`{raw}` talks to a database."
# custom:
#   id: sqlcmd.client
#   remedy: "Let a person run it."
findings contains lib.confirm("sqlcmd.client", "commands", i) if some i in client

client contains cmd.index if {
	some cmd in input.commands
	cmd.program == "sqlcmd"
	not cmd.help_only
	count(cmd.operands) > 0
}

client contains cmd.index if {
	some cmd in input.commands
	cmd.program == "sqlcmd"
	not cmd.help_only
	some o in cmd.options
	o.name in {"-q", "-Q", "-i", "--queries-file"}
}

# METADATA
# title: "The SQL in `{raw}` drops or truncates."
# custom:
#   id: sqlcmd.drops
#   remedy: "Let a person run it."
findings contains lib.blocked("sqlcmd.drops", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "sqlcmd"
	not cmd.help_only
	some o in cmd.options
	regex.match(`(?i)\b(drop|truncate)\s`, o.value)
}
