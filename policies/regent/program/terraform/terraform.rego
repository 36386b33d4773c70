package regent.program.terraform

import data.regent.lib

# METADATA
# title: "`{raw}` changes infrastructure or its state."
# custom:
#   id: terraform.asks
#   remedy: "Look with terraform plan and let a person apply it."
findings contains lib.confirm("terraform.asks", "commands", i) if some i in asks

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "terraform"
	not cmd.help_only
	not data.regent.settings.commands.terraform.listed[lib.sub(cmd.index)]
	count(cmd.subcommand) > 0
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "terraform"
	not cmd.help_only
	count(cmd.subcommand) == 0
	count(cmd.operands) > 0
}

# METADATA
# title: "`{raw}` destroys infrastructure without asking."
# custom:
#   id: terraform.destroys
#   remedy: "Plan it and let a person apply it."
findings contains lib.blocked("terraform.destroys", "commands", i) if some i in destroys

destroys contains cmd.index if {
	some cmd in input.commands
	cmd.program == "terraform"
	not cmd.help_only
	cmd.subcommand[0] == "destroy"
	some o in cmd.options
	o.name in {"-auto-approve", "-force"}
}

destroys contains cmd.index if {
	some cmd in input.commands
	cmd.program == "terraform"
	not cmd.help_only
	cmd.subcommand[0] == "apply"
	lib.option(cmd.index, "-destroy")
	some o in cmd.options
	o.name == "-auto-approve"
}

# The answer to its question is fed to it.
destroys contains cmd.index if {
	some cmd in input.commands
	cmd.program == "terraform"
	not cmd.help_only
	cmd.subcommand[0] == "destroy"
	cmd.stdin in {"pipe", "heredoc", "file"}
}

destroys contains cmd.index if {
	some cmd in input.commands
	cmd.program == "terraform"
	not cmd.help_only
	cmd.subcommand[0] == "destroy"
	some a in cmd.assignments
	startswith(a.name, "TF_CLI_ARGS")
	contains(a.value, "auto-approve")
}

destroys contains cmd.index if {
	some cmd in input.commands
	cmd.program == "terraform"
	not cmd.help_only
	cmd.subcommand[0] == "run-all"
	lib.operand(cmd.index, "destroy")
}

# METADATA
# title: "`{raw}` prints values that may be secret."
# custom:
#   id: terraform.prints_values
#   remedy: "Leave -json and -raw out."
findings contains lib.confirm("terraform.prints_values", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "terraform"
	not cmd.help_only
	cmd.subcommand[0] in {"output", "show"}
	some o in cmd.options
	o.name in {"-json", "-raw"}
}
