package regent.program.az

import data.regent.lib

# METADATA
# title: "`{raw}` changes or fetches something in the cloud."
# custom:
#   id: az.asks
#   remedy: "Use list or show, or let a person run it."
findings contains lib.confirm("az.asks", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "az"
	not cmd.help_only
	count(cmd.operands) > 0
	not lib.reads_cloud(cmd.index, "az")
}

# METADATA
# title: "`{raw}` prints credentials or the value of a secret."
# custom:
#   id: az.credentials
#   remedy: "Ask a person for what the task needs; the value need not be shown."
findings contains lib.blocked("az.credentials", "commands", i) if some i in credentials

credentials contains cmd.index if {
	some cmd in input.commands
	cmd.program == "az"
	not cmd.help_only
	lib.operand(cmd.index, "get-access-token")
}

credentials contains cmd.index if {
	some cmd in input.commands
	cmd.program == "az"
	not cmd.help_only
	lib.operand(cmd.index, "keyvault")
	lib.operand(cmd.index, "secret")
	some w in cmd.operands
	w.value in {"show", "download"}
}

credentials contains cmd.index if {
	some cmd in input.commands
	cmd.program == "az"
	not cmd.help_only
	lib.operand(cmd.index, "keys")
	lib.operand(cmd.index, "list")
}

credentials contains cmd.index if {
	some cmd in input.commands
	cmd.program == "az"
	not cmd.help_only
	lib.operand(cmd.index, "credential")
	lib.operand(cmd.index, "show")
}

credentials contains cmd.index if {
	some cmd in input.commands
	cmd.program == "az"
	not cmd.help_only
	some w in cmd.operands
	w.value in {"create-for-rbac", "generate-sas", "show-connection-string", "list-keys"}
}

credentials contains cmd.index if {
	some cmd in input.commands
	cmd.program == "az"
	not cmd.help_only
	some o in cmd.options
	o.name == "--expose-token"
}

# METADATA
# title: "`{raw}` deletes a group, an account or a container with all that is in it."
# custom:
#   id: az.deletes_tree
#   remedy: "Delete the one object that the task names."
findings contains lib.blocked("az.deletes_tree", "commands", i) if some i in deletes_tree

deletes_tree contains cmd.index if {
	some cmd in input.commands
	cmd.program == "az"
	not cmd.help_only
	lib.word(cmd.index, 0) == "group"
	lib.word(cmd.index, 1) == "delete"
	lib.option(cmd.index, "-y")
}

deletes_tree contains cmd.index if {
	some cmd in input.commands
	cmd.program == "az"
	not cmd.help_only
	lib.operand(cmd.index, "delete-batch")
}

deletes_tree contains cmd.index if {
	some cmd in input.commands
	cmd.program == "az"
	not cmd.help_only
	lib.word(cmd.index, 0) == "storage"
	lib.word(cmd.index, 1) in {"account", "container"}
	lib.operand(cmd.index, "delete")
}

deletes_tree contains cmd.index if {
	some cmd in input.commands
	cmd.program == "az"
	not cmd.help_only
	lib.word(cmd.index, 0) in {"account", "repos"}
	lib.operand(cmd.index, "delete")
}
