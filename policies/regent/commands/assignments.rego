package regent.commands.assignments

import data.regent.lib

# METADATA
# title: "`{raw}` sets a variable that makes the program run another one."
# custom:
#   id: commands.assignment_takes_over
#   remedy: "Run the program without the variable."
findings contains lib.blocked("commands.assignment_takes_over", "commands", i) if some i in assignment_takes_over

assignment_takes_over contains a.index if {
	some a in assigned
	word := data.regent.settings.commands.assignments[a.name]
	word == "BLOCKED"
}

assignment_takes_over contains a.index if {
	some a in assigned
	a.name == "GIT_CONFIG_PARAMETERS"
	lib.config_runs(lower(trim(split(a.value, "=")[0], "'")), a.value)
}

assignment_takes_over contains a.index if {
	some a in assigned
	startswith(a.name, "GIT_CONFIG_KEY_")
	lib.config_runs(lower(a.value), "!")
}

# METADATA
# title: "`{raw}` changes a setting of the guard."
# custom:
#   id: guard.variable
#   remedy: "Only a person changes what the guard enforces and records."
findings contains lib.blocked("guard.variable", "commands", a.index) if {
	some a in assigned
	data.regent.settings.commands.guard_variables[a.name]
}

# METADATA
# title: "`{raw}` sets a variable that decides which code the program loads."
# custom:
#   id: commands.assignment_changes_lookup
#   remedy: "Run the program without the variable, or say what it loads."
findings contains lib.confirm("commands.assignment_changes_lookup", "commands", i) if some i in assignment_changes_lookup

assignment_changes_lookup contains a.index if {
	some a in assigned
	word := data.regent.settings.commands.assignments[a.name]
	word == "NEEDS_CONFIRMATION"
	not plain_flags(a.name, a.value)
}

# METADATA
# title: Flags for go that load nothing from elsewhere
# description: GOFLAGS may name another tool (-toolexec, -overlay); these name none.
plain_flags(name, value) if {
	name == "GOFLAGS"
	regex.match(`^(-(mod=(mod|vendor|readonly)|race|v|short|trimpath|count=[0-9]+|p=[0-9]+|timeout=[0-9smh]+|buildvcs=(true|false|auto)|tags=[A-Za-z0-9_,.]+)( +|$))+$`, value)
}

assignment_changes_lookup contains a.index if {
	some a in assigned
	strings.any_prefix_match(a.name, prefixes)
	not data.regent.settings.commands.assignments[a.name]
	not data.regent.settings.commands.harmless_values[a.value]
}

assignment_changes_lookup contains a.index if {
	some a in assigned
	data.regent.settings.commands.code_paths[a.name]
	not lib.inside(a.value)
}

assigned contains {"index": cmd.index, "name": a.name, "value": a.value} if {
	some cmd in input.commands
	some a in cmd.assignments
}

prefixes contains p if some p, true in data.regent.settings.commands.assignment_prefixes
