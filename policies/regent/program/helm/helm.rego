package regent.program.helm

import data.regent.lib

# METADATA
# title: "`{raw}` changes releases or charts, or prints values."
# custom:
#   id: helm.asks
#   remedy: "Look with list, status or template, or try it with --dry-run."
findings contains lib.confirm("helm.asks", "commands", i) if some i in asks

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "helm"
	not cmd.help_only
	count(cmd.subcommand) > 0
	not data.regent.settings.commands.helm.listed[lib.sub(cmd.index)]
	not lib.dry_run(cmd.index)
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "helm"
	not cmd.help_only
	count(cmd.subcommand) == 0
	count(cmd.operands) > 0
}
