package regent.program.prisma

import data.regent.lib

# METADATA
# title: "`{raw}` changes a database or its schema."
# custom:
#   id: prisma.asks
#   remedy: "Use generate, validate or migrate status."
findings contains lib.confirm("prisma.asks", "commands", i) if some i in asks

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "prisma"
	not cmd.help_only
	not data.regent.settings.commands.prisma.listed[lib.sub(cmd.index)]
	count(cmd.subcommand) > 0
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "prisma"
	not cmd.help_only
	count(cmd.subcommand) == 0
	count(cmd.operands) > 0
}

# METADATA
# title: "`{raw}` empties the database."
# custom:
#   id: prisma.resets
#   remedy: "Make a migration and let a person apply it."
findings contains lib.blocked("prisma.resets", "commands", i) if some i in resets

resets contains cmd.index if {
	some cmd in input.commands
	cmd.program == "prisma"
	not cmd.help_only
	cmd.subcommand == ["migrate", "reset"]
}

resets contains cmd.index if {
	some cmd in input.commands
	cmd.program == "prisma"
	not cmd.help_only
	cmd.subcommand == ["db", "push"]
	some o in cmd.options
	o.name == "--force-reset"
}
