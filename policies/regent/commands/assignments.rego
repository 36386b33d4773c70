package regent.commands.assignments

import data.regent.lib

# METADATA
# title: "`{raw}` sets a variable that makes the program run another one."
# custom:
#   id: commands.assignment_takes_over
#   remedy: "Run the program without the variable."
findings contains lib.blocked("commands.assignment_takes_over", "commands", i) if some i in assignment_takes_over

assignment_takes_over contains cmd.index if {
	some cmd in input.commands
	some a in cmd.assignments
	data.regent.settings.commands.assignments[a.name] == "BLOCKED"
}

assignment_takes_over contains cmd.index if {
	some cmd in input.commands
	some a in cmd.assignments
	a.name in {"GIT_CONFIG_PARAMETERS"}
	lib.config_runs(lower(trim(split(a.value, "=")[0], "'")), a.value)
}

assignment_takes_over contains cmd.index if {
	some cmd in input.commands
	some a in cmd.assignments
	startswith(a.name, "GIT_CONFIG_KEY_")
	lib.config_runs(lower(a.value), "!")
}

# METADATA
# title: "`{raw}` sets a variable that decides which code the program loads."
# custom:
#   id: commands.assignment_changes_lookup
#   remedy: "Run the program without the variable, or say what it loads."
findings contains lib.confirm("commands.assignment_changes_lookup", "commands", i) if some i in assignment_changes_lookup

assignment_changes_lookup contains cmd.index if {
	some cmd in input.commands
	some a in cmd.assignments
	data.regent.settings.commands.assignments[a.name] == "NEEDS_CONFIRMATION"
}

assignment_changes_lookup contains cmd.index if {
	some cmd in input.commands
	some a in cmd.assignments
	strings.any_prefix_match(a.name, {p | some p, on in data.regent.settings.commands.assignment_prefixes; on})
	not data.regent.settings.commands.assignments[a.name]
	not data.regent.settings.commands.harmless_values[a.value]
}

assignment_changes_lookup contains cmd.index if {
	some cmd in input.commands
	some a in cmd.assignments
	data.regent.settings.commands.code_paths[a.name]
	not lib.inside(a.value)
}
