package regent.program.git

import data.regent.lib

# METADATA
# title: "`{raw}` names a program that git would run to reach the remote."
# custom:
#   id: git.transport
#   remedy: "Use an https or ssh address and no program of your own."
findings contains lib.blocked("git.transport", "commands", i) if some i in transport

transport contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	some o in cmd.options
	o.name in {"--upload-pack", "--receive-pack", "--exec"}
	cmd.subcommand[0] in {"fetch", "pull", "ls-remote", "push", "clone", "archive"}
}

transport contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	some w in cmd.operands
	cmd.subcommand[0] in {"fetch", "pull", "ls-remote", "push", "clone", "remote", "submodule"}
	regex.match(`^(ext|fd)::`, w.value)
}

transport contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	some o in cmd.options
	o.name == "--remote"
	regex.match(`^(ext|fd)::`, o.value)
}

# METADATA
# title: "`{raw}` sets a git setting that makes git run a program."
# custom:
#   id: git.config_runs
#   remedy: "Leave hooks, helpers, aliases and ssh commands as they are."
findings contains lib.blocked("git.config_runs", "commands", i) if some i in config_runs

config_runs contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	some o in cmd.options
	o.name == "-c"
	lib.config_runs(lower(split(o.value, "=")[0]), trim_prefix(o.value, concat("", [split(o.value, "=")[0], "="])))
}

config_runs contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "config"
	config_writes(cmd.index)
	lib.config_runs(lower(cmd.operands[0].value), cmd.operands[1].value)
}

config_runs contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "config"
	config_writes(cmd.index)
	data.regent.settings.commands.git.runs[lower(cmd.operands[0].value)]
}

config_runs contains cmd.index if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	some o in cmd.options
	o.name == "--config-env"
	lib.config_runs(lower(split(o.value, "=")[0]), "!")
}

# METADATA
# title: "`{raw}` changes where or how git connects for this command."
# custom:
#   id: git.config_reaches
#   remedy: "Leave the setting out."
findings contains lib.confirm("git.config_reaches", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	some o in cmd.options
	o.name in {"-c", "--config-env"}
	strings.any_prefix_match(lower(o.value), {p | some p, on in data.regent.settings.commands.git.reaches; on})
}

# METADATA
# title: "`{raw}` writes git settings."
# custom:
#   id: git.config_writes
#   remedy: "Pass it for one command with -c, or let a person set it."
findings contains lib.confirm("git.config_writes", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] == "config"
	config_writes(cmd.index)
}

# METADATA
# title: "`{raw}` takes git's own programs from another place."
# custom:
#   id: git.exec_path
#   remedy: "Leave the option out."
findings contains lib.confirm("git.exec_path", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	some o in cmd.options
	o.name == "--exec-path"
	o.value != ""
}

# METADATA
# title: "`{raw}` prints credentials that git keeps."
# custom:
#   id: git.credential
#   remedy: "Let git use them by itself."
findings contains lib.blocked("git.credential", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "git"
	not cmd.help_only
	cmd.subcommand[0] in {"credential", "credential-store", "credential-cache"}
	lib.operand(cmd.index, ["fill", "get"][_])
}

# METADATA
# title: git config i writes
config_writes(i) if {
	some o in input.commands[i].options
	o.name in {"--add", "--replace-all", "--unset", "--unset-all", "--rename-section", "--remove-section", "-e"}
}

config_writes(i) if {
	input.commands[i].subcommand[1] in {"set", "unset", "rename-section", "remove-section", "edit"}
}

config_writes(i) if {
	count(input.commands[i].subcommand) == 1
	count(input.commands[i].operands) > 1
	not config_reads(i)
}

config_reads(i) if {
	some o in input.commands[i].options
	o.name in {"--get", "--get-all", "--get-regexp", "--get-urlmatch", "--get-color", "--get-colorbool", "-l"}
}
