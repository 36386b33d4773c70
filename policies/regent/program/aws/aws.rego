package regent.program.aws

import data.regent.lib

# METADATA
# title: "`{raw}` changes or fetches something in the cloud."
# custom:
#   id: aws.asks
#   remedy: "Use describe-, list- or get- calls, or let a person run it."
findings contains lib.confirm("aws.asks", "commands", i) if some i in asks

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "aws"
	not cmd.help_only
	count(cmd.subcommand) == 0
	count(cmd.operands) > 1
	not lib.option(cmd.index, "--dry-run")
	not strings.any_prefix_match(cmd.operands[1].value, {p | some p, on in data.regent.settings.commands.aws.reads; on})
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "aws"
	not cmd.help_only
	cmd.subcommand[0] == "s3"
	lib.sub(cmd.index) != "s3 ls"
	not lib.option(cmd.index, "--dryrun")
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "aws"
	not cmd.help_only
	count(cmd.subcommand) == 0
	count(cmd.operands) == 1
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "aws"
	not cmd.help_only
	some w in cmd.operands
	w.known != "static"
}

# METADATA
# title: "`{raw}` prints credentials or the value of a secret."
# custom:
#   id: aws.credentials
#   remedy: "Ask a person for what the task needs; the value need not be shown."
findings contains lib.blocked("aws.credentials", "commands", i) if some i in credentials

credentials contains cmd.index if {
	some cmd in input.commands
	cmd.program == "aws"
	not cmd.help_only
	data.regent.settings.commands.aws.credentials[concat(" ", [lib.word(cmd.index, 0), lib.word(cmd.index, 1)])]
}

credentials contains cmd.index if {
	some cmd in input.commands
	cmd.program == "aws"
	not cmd.help_only
	lib.word(cmd.index, 0) == "ssm"
	startswith(lib.word(cmd.index, 1), "get-parameter")
	some o in cmd.options
	o.name == "--with-decryption"
}

credentials contains cmd.index if {
	some cmd in input.commands
	cmd.program == "aws"
	not cmd.help_only
	lib.word(cmd.index, 0) == "configure"
	lib.word(cmd.index, 1) == "get"
	regex.match(`(?i)(secret|token|_key)`, cmd.operands[2].value)
}

# METADATA
# title: "`{raw}` deletes a bucket, repository or account with all that is in it."
# custom:
#   id: aws.deletes_tree
#   remedy: "Delete the one object that the task names."
findings contains lib.blocked("aws.deletes_tree", "commands", i) if some i in deletes_tree

deletes_tree contains cmd.index if {
	some cmd in input.commands
	cmd.program == "aws"
	not cmd.help_only
	cmd.subcommand == ["s3", "rb"]
}

deletes_tree contains cmd.index if {
	some cmd in input.commands
	cmd.program == "aws"
	not cmd.help_only
	cmd.subcommand == ["s3", "rm"]
	not lib.option(cmd.index, "--dryrun")
	some o in cmd.options
	o.name == "--recursive"
}

deletes_tree contains cmd.index if {
	some cmd in input.commands
	cmd.program == "aws"
	not cmd.help_only
	data.regent.settings.commands.aws.deletes[concat(" ", [lib.word(cmd.index, 0), lib.word(cmd.index, 1)])]
}
