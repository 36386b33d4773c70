package regent.program.docker

import data.regent.lib

# METADATA
# title: "`{raw}` starts, stops, builds, fetches or removes containers, images or what they keep."
# custom:
#   id: docker.asks
#   remedy: "Look with ps, logs or inspect, or let a person run it."
findings contains lib.confirm("docker.asks", "commands", i) if some i in asks

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "docker"
	not cmd.help_only
	count(cmd.subcommand) > 0
	not data.regent.settings.commands.docker.listed[lib.sub(cmd.index)]
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "docker"
	not cmd.help_only
	count(cmd.subcommand) == 0
	count(cmd.operands) > 0
}

# METADATA
# title: "`{raw}` gives a container the rights of the machine."
# custom:
#   id: docker.privileged
#   remedy: "Run it without added rights."
findings contains lib.blocked("docker.privileged", "commands", i) if some i in privileged

privileged contains cmd.index if {
	some cmd in input.commands
	cmd.program == "docker"
	not cmd.help_only
	some o in cmd.options
	o.name == "--privileged"
}

privileged contains cmd.index if {
	some cmd in input.commands
	cmd.program == "docker"
	not cmd.help_only
	some o in cmd.options
	o.name == "--cap-add"
	upper(trim_prefix(upper(o.value), "CAP_")) in {"ALL", "SYS_ADMIN", "SYS_MODULE", "SYS_PTRACE", "SYS_RAWIO", "DAC_READ_SEARCH", "BPF"}
}

privileged contains cmd.index if {
	some cmd in input.commands
	cmd.program == "docker"
	not cmd.help_only
	some o in cmd.options
	o.name == "--device"
	not startswith(o.value, "/dev/null")
	not startswith(o.value, "/dev/dri")
}

privileged contains cmd.index if {
	some cmd in input.commands
	cmd.program == "docker"
	not cmd.help_only
	some o in cmd.options
	o.name == "--use-api-socket"
}

# METADATA
# title: "`{raw}` deletes all unused volumes without asking."
# custom:
#   id: docker.prunes_volumes
#   remedy: "List the volumes and let a person choose."
findings contains lib.blocked("docker.prunes_volumes", "commands", i) if some i in prunes_volumes

prunes_volumes contains cmd.index if {
	some cmd in input.commands
	cmd.program == "docker"
	not cmd.help_only
	cmd.subcommand == ["system", "prune"]
	lib.option(cmd.index, "-f")
	lib.option(cmd.index, "-v")
}

prunes_volumes contains cmd.index if {
	some cmd in input.commands
	cmd.program == "docker"
	not cmd.help_only
	cmd.subcommand == ["volume", "prune"]
	lib.option(cmd.index, "-f")
}

# METADATA
# title: "`{command}` mounts {path} of this machine into a container."
# custom:
#   id: docker.mounts
#   remedy: "Mount a folder of the workspace."
findings contains lib.blocked("docker.mounts", "accesses", i) if some i in mounts

mounts contains i if {
	some i, a in input.accesses
	input.commands[a.command].program == "docker"
	a.source == "option"
	a.recursive
	data.regent.settings.commands.docker.never_mounted[a.resolved]
}

mounts contains i if {
	some i, a in input.accesses
	input.commands[a.command].program == "docker"
	a.source == "option"
	a.recursive
	a.resolved == input.workspace.home
}

mounts contains i if {
	some i, a in input.accesses
	input.commands[a.command].program == "docker"
	a.source == "option"
	a.recursive
	a.holds_root
	not startswith(a.resolved, input.workspace.home)
	count(a.segments) < 2
}

mounts contains i if {
	some i, a in input.accesses
	input.commands[a.command].program == "docker"
	a.source == "option"
	a.recursive
	some class in a.classes
	data.regent.settings.commands.credential_classes[class]
}

# METADATA
# title: "`{raw}` lets a container write to the system."
# custom:
#   id: docker.mounts_writable
#   remedy: "Mount it read-only with :ro, or mount a folder of the workspace."
findings contains lib.blocked("docker.mounts_writable", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "docker"
	not cmd.help_only
	some o in cmd.options
	o.name in {"-v", "--mount"}
	regex.match(`^((type=[a-z]+,)?(source|src)=)?/(etc|usr|lib|lib64|bin|sbin|boot|sys|proc|dev|root|var/lib/docker|var/run|run)/`, o.value)
	not regex.match(`:ro(,|$)|,ro(,|$)|,readonly(,|$)|:[a-zA-Z,]*,ro`, o.value)
}
