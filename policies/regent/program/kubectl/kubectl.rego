package regent.program.kubectl

import data.regent.lib

# METADATA
# title: "`{raw}` changes a cluster, or reads more than its state."
# custom:
#   id: kubectl.asks
#   remedy: "Look with get, describe or logs, or try it with --dry-run=server."
findings contains lib.confirm("kubectl.asks", "commands", i) if some i in asks

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "kubectl"
	not cmd.help_only
	count(cmd.subcommand) > 0
	not data.regent.settings.commands.kubectl.listed[lib.sub(cmd.index)]
	not lib.dry_run(cmd.index)
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "kubectl"
	not cmd.help_only
	count(cmd.subcommand) == 0
	count(cmd.operands) > 0
}

# METADATA
# title: "`{raw}` reads secrets of the cluster."
# custom:
#   id: kubectl.secrets
#   remedy: "Ask a person for what the task needs."
findings contains lib.confirm("kubectl.secrets", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "kubectl"
	not cmd.help_only
	cmd.subcommand[0] in {"get", "describe"}
	some w in cmd.operands
	regex.match(`(?i)(^|,)secrets?([./,]|$)`, w.value)
}

# METADATA
# title: "`{raw}` prints the values of secrets."
# custom:
#   id: kubectl.secret_values
#   remedy: "Ask a person for what the task needs; the value need not be shown."
findings contains lib.blocked("kubectl.secret_values", "commands", i) if some i in secret_values

secret_values contains cmd.index if {
	some cmd in input.commands
	cmd.program == "kubectl"
	not cmd.help_only
	cmd.subcommand[0] == "get"
	some w in cmd.operands
	regex.match(`(?i)(^|,)secrets?([./,]|$)`, w.value)
	some o in cmd.options
	o.name in {"-o", "--template"}
	not o.value in {"name", "wide"}
}

secret_values contains cmd.index if {
	some cmd in input.commands
	cmd.program == "kubectl"
	not cmd.help_only
	cmd.subcommand == ["config", "view"]
	some o in cmd.options
	o.name == "--raw"
}

secret_values contains cmd.index if {
	some cmd in input.commands
	cmd.program == "kubectl"
	not cmd.help_only
	cmd.subcommand == ["create", "token"]
}

# METADATA
# title: "`{raw}` deletes a namespace and all that is in it."
# custom:
#   id: kubectl.deletes_namespace
#   remedy: "Delete the one object that the task names."
findings contains lib.blocked("kubectl.deletes_namespace", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "kubectl"
	not cmd.help_only
	cmd.subcommand == ["delete"]
	some w in cmd.operands
	regex.match(`(?i)(^|,)(ns|namespaces?|projects?)([./,]|$)`, w.value)
	not lib.dry_run(cmd.index)
}

# METADATA
# title: "`{raw}` deletes all objects of a kind."
# custom:
#   id: kubectl.deletes_all
#   remedy: "Delete the one object that the task names."
findings contains lib.blocked("kubectl.deletes_all", "commands", i) if some i in deletes_all

deletes_all contains cmd.index if {
	some cmd in input.commands
	cmd.program == "kubectl"
	not cmd.help_only
	cmd.subcommand == ["delete"]
	not lib.dry_run(cmd.index)
	some o in cmd.options
	o.name in {"--all", "-A"}
}

deletes_all contains cmd.index if {
	some cmd in input.commands
	cmd.program == "kubectl"
	not cmd.help_only
	cmd.subcommand == ["delete"]
	not lib.dry_run(cmd.index)
	lib.word(cmd.index, 0) == "all"
}
