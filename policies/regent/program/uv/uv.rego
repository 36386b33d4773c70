package regent.program.uv

import data.regent.lib

# METADATA
# title: "`{raw}` changes something, or is not known to only read."
# custom:
#   id: uv.asks
#   remedy: "Let a person run it, or use a form that only reads."
findings contains lib.confirm("uv.asks", "commands", i) if some i in asks

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "uv"
	not cmd.help_only
	not data.regent.settings.commands.uv.listed[lib.sub(cmd.index)]
	count(cmd.subcommand) > 0
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "uv"
	not cmd.help_only
	count(cmd.subcommand) == 0
	count(cmd.operands) > 0
}

# METADATA
# title: "`{raw}` installs packages for this run."
# custom:
#   id: uv.extra
#   remedy: "Use what the project lists."
findings contains lib.confirm("uv.extra", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "uv"
	not cmd.help_only
	some o in cmd.options
	o.name in {"--with", "--with-requirements", "--with-editable"}
}

# METADATA
# title: "`{raw}` runs a program in the project's environment."
# custom:
#   id: uv.runs
#   remedy: "Use a test, lint or build tool."
findings contains lib.confirm("uv.runs", "commands", cmd.index) if {
	some cmd in input.commands
	some v in cmd.via
	v == "uv"
	not data.regent.settings.commands.build_tools[cmd.program]
}
