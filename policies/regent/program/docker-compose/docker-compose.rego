package regent.program["docker-compose"]

import data.regent.lib

# METADATA
# title: "`{raw}` starts, stops, builds, fetches or removes containers, images or what they keep."
# custom:
#   id: docker_compose.asks
#   remedy: "Look with ps, logs or inspect, or let a person run it."
findings contains lib.confirm("docker_compose.asks", "commands", i) if some i in asks

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "docker-compose"
	not cmd.help_only
	count(cmd.subcommand) > 0
	not data.regent.settings.commands.docker.listed[concat(" ", ["compose", lib.sub(cmd.index)])]
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "docker-compose"
	not cmd.help_only
	count(cmd.subcommand) == 0
	count(cmd.operands) > 0
}

# METADATA
# title: "`{command}` mounts {path} of this machine into a container."
# custom:
#   id: docker_compose.mounts
#   remedy: "Mount a folder of the workspace."
findings contains lib.blocked("docker_compose.mounts", "accesses", i) if some i in mounts

mounts contains i if {
	some i, a in input.accesses
	input.commands[a.command].program == "docker-compose"
	a.source == "option"
	a.recursive
	data.regent.settings.commands.docker.never_mounted[a.resolved]
}

mounts contains i if {
	some i, a in input.accesses
	input.commands[a.command].program == "docker-compose"
	a.source == "option"
	a.recursive
	a.resolved == input.workspace.home
}

mounts contains i if {
	some i, a in input.accesses
	input.commands[a.command].program == "docker-compose"
	a.source == "option"
	a.recursive
	a.holds_root
	not startswith(a.resolved, input.workspace.home)
	count(a.segments) < 2
}

mounts contains i if {
	some i, a in input.accesses
	input.commands[a.command].program == "docker-compose"
	a.source == "option"
	a.recursive
	some class in a.classes
	data.regent.settings.commands.credential_classes[class]
}

# METADATA
# title: "`{raw}` lets a container write to the system."
# custom:
#   id: docker_compose.mounts_writable
#   remedy: "Mount it read-only with :ro, or mount a folder of the workspace."
findings contains lib.blocked("docker_compose.mounts_writable", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "docker-compose"
	not cmd.help_only
	some o in cmd.options
	o.name in {"-v", "--mount"}
	regex.match(`^((type=[a-z]+,)?(source|src)=)?/(etc|usr|lib|lib64|bin|sbin|boot|sys|proc|dev|root|var/lib/docker|var/run|run)/`, o.value)
	not regex.match(`:ro(,|$)|,ro(,|$)|,readonly(,|$)|:[a-zA-Z,]*,ro`, o.value)
}
