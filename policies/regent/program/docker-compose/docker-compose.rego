package regent.program["docker-compose"]

import data.regent.lib

# METADATA
# title: "`{raw}` starts, stops, builds, fetches or removes containers, images or what they keep."
# custom:
#   id: docker_compose.asks
#   remedy: "Look with ps, logs or inspect, or let a person run it."
findings contains lib.confirm("docker_compose.asks", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "docker-compose"
	not cmd.help_only
	count(cmd.subcommand) > 0
	not data.regent.settings.commands.docker.listed[concat(" ", ["compose", lib.sub(cmd.index)])]
}

# METADATA
# title: "`{raw}` starts, stops, builds, fetches or removes containers, images or what they keep."
# custom:
#   id: docker_compose.asks
#   remedy: "Look with ps, logs or inspect, or let a person run it."
findings contains lib.confirm("docker_compose.asks", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "docker-compose"
	not cmd.help_only
	count(cmd.subcommand) == 0
	count(cmd.operands) > 0
}
