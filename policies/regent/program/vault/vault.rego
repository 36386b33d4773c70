package regent.program.vault

import data.regent.lib

# METADATA
# title: "`{raw}` reads or changes a store of secrets."
# custom:
#   id: vault.asks
#   remedy: "Ask a person for what the task needs."
findings contains lib.confirm("vault.asks", "commands", i) if some i in asks

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "vault"
	not cmd.help_only
	not data.regent.settings.commands.vault.listed[lib.sub(cmd.index)]
	count(cmd.subcommand) > 0
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "vault"
	not cmd.help_only
	count(cmd.subcommand) == 0
	count(cmd.operands) > 0
}

# METADATA
# title: "`{raw}` prints secrets."
# custom:
#   id: vault.reads
#   remedy: "Ask a person for what the task needs; the value need not be shown."
findings contains lib.blocked("vault.reads", "commands", i) if some i in reads

reads contains cmd.index if {
	some cmd in input.commands
	cmd.program == "vault"
	not cmd.help_only
	count(cmd.operands) > 0
	data.regent.settings.commands.vault.reads[lib.word(cmd.index, 0)]
}

reads contains cmd.index if {
	some cmd in input.commands
	cmd.program == "vault"
	not cmd.help_only
	some o in cmd.options
	o.name == "-w"
	lib.word(cmd.index, 0) in {"find-generic-password", "find-internet-password"}
}
