package regent.program["redis-cli"]

import data.regent.lib

# METADATA
# title: "`{raw}` empties a database or stops the server."
# custom:
#   id: redis_cli.empties
#   remedy: "Delete the one key that the task names."
findings contains lib.blocked("redis_cli.empties", "commands", i) if some i in empties

empties contains cmd.index if {
	some cmd in input.commands
	cmd.program == "redis-cli"
	not cmd.help_only
	data.regent.settings.commands["redis-cli"].blocked[upper(cmd.operands[0].value)]
}

empties contains cmd.index if {
	some cmd in input.commands
	cmd.program == "redis-cli"
	not cmd.help_only
	some c in cmd.code
	some line in split(c.text, "\n")
	data.regent.settings.commands["redis-cli"].blocked[upper(split(trim_space(line), " ")[0])]
}

# METADATA
# title: "`{raw}` does more than read keys."
# custom:
#   id: redis_cli.asks
#   remedy: "Use GET, SCAN, TTL or another command that reads."
findings contains lib.confirm("redis_cli.asks", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "redis-cli"
	not cmd.help_only
	count(cmd.operands) > 0
	not data.regent.settings.commands["redis-cli"].reads[upper(cmd.operands[0].value)]
	not data.regent.settings.commands["redis-cli"].blocked[upper(cmd.operands[0].value)]
}

# METADATA
# title: "`{raw}` reads its commands from standard input."
# custom:
#   id: redis_cli.interactive
#   remedy: "Give one command that reads."
findings contains lib.confirm("redis_cli.interactive", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "redis-cli"
	not cmd.help_only
	count(cmd.operands) == 0
	not lib.option(cmd.index, "--stat")
	not lib.option(cmd.index, "--latency")
	not lib.option(cmd.index, "--bigkeys")
	not lib.option(cmd.index, "--memkeys")
	not lib.option(cmd.index, "--hotkeys")
	not lib.option(cmd.index, "--scan")
	not lib.option(cmd.index, "--eval")
}

# METADATA
# title: "`{raw}` runs a script or a stream of commands."
# custom:
#   id: redis_cli.feeds
#   remedy: "Give one command that reads."
findings contains lib.confirm("redis_cli.feeds", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "redis-cli"
	not cmd.help_only
	some o in cmd.options
	o.name in {"--eval", "--pipe", "-x", "-X", "--rdb", "--functions-rdb", "--cluster"}
}
