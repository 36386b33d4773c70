package regent.program.go

import data.regent.lib

# METADATA
# title: "`{raw}` installs, generates or changes more than an ordinary build does."
# custom:
#   id: go.asks
#   remedy: "Let a person run it, or use a form that only reads."
findings contains lib.confirm("go.asks", "commands", i) if some i in asks

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "go"
	not cmd.help_only
	not data.regent.settings.commands.go.listed[lib.sub(cmd.index)]
	count(cmd.subcommand) > 0
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "go"
	not cmd.help_only
	count(cmd.subcommand) == 0
	count(cmd.operands) > 0
}

# METADATA
# title: "`{raw}` runs a program that is not part of the workspace."
# custom:
#   id: go.runs_foreign
#   remedy: "Run a package of the workspace: go run ./cmd/name."
findings contains lib.confirm("go.runs_foreign", "commands", i) if some i in runs_foreign

runs_foreign contains cmd.index if {
	some cmd in input.commands
	cmd.program == "go"
	not cmd.help_only
	cmd.subcommand == ["run"]
	cmd.operands[0].value != "."
	not startswith(cmd.operands[0].value, "./")
	not endswith(cmd.operands[0].value, ".go")
}

runs_foreign contains cmd.index if {
	some cmd in input.commands
	cmd.program == "go"
	not cmd.help_only
	cmd.subcommand == ["run"]
	contains(cmd.operands[0].value, "@")
}

runs_foreign contains cmd.index if {
	some cmd in input.commands
	cmd.program == "go"
	not cmd.help_only
	cmd.subcommand == ["run"]
	contains(cmd.operands[0].value, "..")
}

# METADATA
# title: "`{raw}` runs a tool that is not on the list."
# custom:
#   id: go.tool
#   remedy: "Use go tool cover, nm, objdump or pprof."
findings contains lib.confirm("go.tool", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "go"
	not cmd.help_only
	cmd.subcommand == ["tool"]
	count(cmd.operands) > 0
	not data.regent.settings.commands.go.tools[cmd.operands[0].value]
}

# METADATA
# title: "`{raw}` changes Go's settings for the user."
# custom:
#   id: go.env_writes
#   remedy: "Set the variable for one command instead."
findings contains lib.confirm("go.env_writes", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "go"
	not cmd.help_only
	cmd.subcommand == ["env"]
	some o in cmd.options
	o.name in {"-w", "-u"}
}

# METADATA
# title: "`{raw}` clears caches that other projects use."
# custom:
#   id: go.clears_cache
#   remedy: "Leave the caches as they are."
findings contains lib.confirm("go.clears_cache", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "go"
	not cmd.help_only
	cmd.subcommand == ["clean"]
	some o in cmd.options
	o.name in {"-modcache", "-cache", "-fuzzcache"}
}

# METADATA
# title: "`{raw}` hands the build to another program."
# custom:
#   id: go.runs_tool
#   remedy: "Leave the option out."
findings contains lib.confirm("go.runs_tool", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "go"
	not cmd.help_only
	some o in cmd.options
	o.name in {"-toolexec", "-exec", "-vettool"}
}
