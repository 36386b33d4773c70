package regent.program.pnpm

import data.regent.lib

# METADATA
# title: "`{raw}` installs, publishes or changes more than an ordinary build does."
# custom:
#   id: pnpm.asks
#   remedy: "Ask a person before changing packages."
findings contains lib.confirm("pnpm.asks", "commands", i) if some i in asks

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "pnpm"
	not cmd.help_only
	not data.regent.settings.commands.npm.listed[lib.sub(cmd.index)]
	count(cmd.subcommand) > 0
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "pnpm"
	not cmd.help_only
	count(cmd.subcommand) == 0
	count(cmd.operands) > 0
	not data.regent.settings.commands.npm.scripts[cmd.operands[0].value]
}

# METADATA
# title: "`{raw}` runs a script that is not on the list of ordinary ones."
# custom:
#   id: pnpm.script
#   remedy: "Use test, build, lint, format, typecheck, check, dev or start, or let a person run it."
findings contains lib.confirm("pnpm.script", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "pnpm"
	not cmd.help_only
	cmd.subcommand[0] in {"run", "run-script", "rum", "urn"}
	count(cmd.operands) > 0
	not data.regent.settings.commands.npm.scripts[cmd.operands[0].value]
}

# METADATA
# title: "`{raw}` changes the settings of the package manager."
# custom:
#   id: pnpm.configures
#   remedy: "Leave the settings as they are."
findings contains lib.confirm("pnpm.configures", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "pnpm"
	not cmd.help_only
	cmd.subcommand[0] in {"config", "c", "set", "pkg"}
	cmd.operands[0].value in {"set", "delete", "edit", "fix", "rm"}
}

# METADATA
# title: "`{raw}` may fetch a package and run it."
# custom:
#   id: pnpm.package
#   remedy: "Use a tool that the project has in node_modules/.bin."
findings contains lib.confirm("pnpm.package", "commands", cmd.index) if {
	some cmd in input.commands
	some v in cmd.via
	v == "pnpm"
	not cmd.program_file.wrapper
}

# METADATA
# title: "`{raw}` replaces the shell or the node options that scripts run with."
# custom:
#   id: pnpm.script_shell
#   remedy: "Leave the option out."
findings contains lib.confirm("pnpm.script_shell", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "pnpm"
	not cmd.help_only
	some o in cmd.options
	o.name in {"--script-shell", "--node-options"}
}
