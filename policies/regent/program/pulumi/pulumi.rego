package regent.program.pulumi

import data.regent.lib

# METADATA
# title: "`{raw}` changes infrastructure or its state."
# custom:
#   id: pulumi.asks
#   remedy: "Look with a preview and let a person apply it."
findings contains lib.confirm("pulumi.asks", "commands", i) if some i in asks

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "pulumi"
	not cmd.help_only
	not data.regent.settings.commands.pulumi.listed[lib.sub(cmd.index)]
	count(cmd.subcommand) > 0
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "pulumi"
	not cmd.help_only
	count(cmd.subcommand) == 0
	count(cmd.operands) > 0
}

# METADATA
# title: "`{raw}` destroys infrastructure without asking."
# custom:
#   id: pulumi.destroys
#   remedy: "Preview it and let a person apply it."
findings contains lib.blocked("pulumi.destroys", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "pulumi"
	not cmd.help_only
	cmd.subcommand[0] in {"destroy", "down", "remove", "delete", "nuke"}
	some o in cmd.options
	o.name in {"-y", "-f", "--skip-preview"}
}
