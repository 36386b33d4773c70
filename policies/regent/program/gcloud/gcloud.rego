package regent.program.gcloud

import data.regent.lib

# METADATA
# title: "`{raw}` changes or fetches something in the cloud."
# custom:
#   id: gcloud.asks
#   remedy: "Use list or describe, or let a person run it."
findings contains lib.confirm("gcloud.asks", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "gcloud"
	not cmd.help_only
	count(cmd.operands) > 0
	not lib.reads_cloud(cmd.index, "gcloud")
}

# METADATA
# title: "`{raw}` prints credentials or the value of a secret."
# custom:
#   id: gcloud.credentials
#   remedy: "Ask a person for what the task needs; the value need not be shown."
findings contains lib.blocked("gcloud.credentials", "commands", i) if some i in credentials

credentials contains cmd.index if {
	some cmd in input.commands
	cmd.program == "gcloud"
	not cmd.help_only
	some w in cmd.operands
	w.value in {"print-access-token", "print-identity-token"}
}

credentials contains cmd.index if {
	some cmd in input.commands
	cmd.program == "gcloud"
	not cmd.help_only
	lib.operand(cmd.index, "secrets")
	lib.operand(cmd.index, "access")
}

credentials contains cmd.index if {
	some cmd in input.commands
	cmd.program == "gcloud"
	not cmd.help_only
	lib.operand(cmd.index, "keys")
	lib.operand(cmd.index, "create")
	lib.operand(cmd.index, "service-accounts")
}

# METADATA
# title: "`{raw}` deletes a project, an account or a bucket with all that is in it."
# custom:
#   id: gcloud.deletes_tree
#   remedy: "Delete the one object that the task names."
findings contains lib.blocked("gcloud.deletes_tree", "commands", i) if some i in deletes_tree

deletes_tree contains cmd.index if {
	some cmd in input.commands
	cmd.program == "gcloud"
	not cmd.help_only
	lib.word(cmd.index, 0) in {"projects", "organizations", "rb"}
	some w in cmd.operands
	w.value in {"delete", "rb"}
}

deletes_tree contains cmd.index if {
	some cmd in input.commands
	cmd.program == "gcloud"
	not cmd.help_only
	lib.word(cmd.index, 0) == "rb"
}

deletes_tree contains cmd.index if {
	some cmd in input.commands
	cmd.program == "gcloud"
	not cmd.help_only
	lib.operand(cmd.index, "buckets")
	lib.operand(cmd.index, "delete")
}

deletes_tree contains cmd.index if {
	some cmd in input.commands
	cmd.program == "gcloud"
	not cmd.help_only
	lib.operand(cmd.index, "rm")
	some o in cmd.options
	o.name in {"-r", "-R", "--recursive", "-a"}
}

deletes_tree contains cmd.index if {
	some cmd in input.commands
	cmd.program == "gcloud"
	not cmd.help_only
	lib.operand(cmd.index, "service-accounts")
	lib.operand(cmd.index, "delete")
}

deletes_tree contains cmd.index if {
	some cmd in input.commands
	cmd.program == "gcloud"
	not cmd.help_only
	lib.operand(cmd.index, "repos")
	lib.operand(cmd.index, "delete")
}
