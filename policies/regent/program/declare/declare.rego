package regent.program.declare

import data.regent.lib

# METADATA
# title: "`{raw}` exports a variable that decides which code later programs load or run."
# custom:
#   id: declare.takes_over
#   remedy: "Leave it unset, or set it for one command that a person has seen."
findings contains lib.confirm("declare.takes_over", "commands", i) if some i in takes_over

takes_over contains cmd.index if {
	some cmd in input.commands
	cmd.program == "declare"
	not cmd.help_only
	some w in cmd.operands
	data.regent.settings.commands.assignments[split(w.value, "=")[0]]
	contains(w.value, "=")
}

takes_over contains cmd.index if {
	some cmd in input.commands
	cmd.program == "declare"
	not cmd.help_only
	some w in cmd.operands
	contains(w.value, "=")
	strings.any_prefix_match(w.value, {p | some p, on in data.regent.settings.commands.assignment_prefixes; on})
}
