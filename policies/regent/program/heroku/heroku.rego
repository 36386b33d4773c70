package regent.program.heroku

import data.regent.lib

# METADATA
# title: "`{raw}` deploys, or changes something that others use."
# custom:
#   id: heroku.asks
#   remedy: "Let a person deploy."
findings contains lib.confirm("heroku.asks", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "heroku"
	not cmd.help_only
	not data.regent.settings.commands.heroku.listed[lib.sub(cmd.index)]
}

# METADATA
# title: "`{raw}` destroys what is deployed."
# custom:
#   id: heroku.destroys
#   remedy: "Only the owner destroys deployments."
findings contains lib.blocked("heroku.destroys", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "heroku"
	not cmd.help_only
	some w in cmd.operands
	regex.match(`(?i)(^|:)(destroy|apps:destroy|pg:reset|delete-project)$`, w.value)
}
