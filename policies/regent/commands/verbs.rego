# METADATA
# title: Programs whose verbs and options a table describes
# description: |
#   Most programs do one thing, and what they touch says enough. Some do many
#   under verbs of their own: settings.commands.verbs names for them the verbs
#   that are ordinary (with a list, every other one asks), the phrases and
#   options that ask, and those that nobody may run unasked. A phrase is one to
#   three words from the first on, the last name of a path for the first.
package regent.commands.verbs

import data.regent.lib

# METADATA
# title: "`{raw}` does something that is not on the list of that program's ordinary uses."
# custom:
#   id: commands.verb
#   remedy: "Use a form that builds, tests or only reads, or let a person run it."
findings contains lib.confirm("commands.verb", "commands", i) if some i in asks

asks contains i if {
	some i, table in described
	table.listed
	count(words[i]) > 0
	not lists(table.listed, phrases[i])
}

asks contains i if {
	some i, table in described
	some phrase in phrases[i]
	table.asks[phrase]
}

asks contains i if {
	some i, table in described
	some o in input.commands[i].options
	table.asks[o.name]
}

# METADATA
# title: "`{raw}` throws away data or keys that nothing brings back."
# custom:
#   id: commands.verb_destroys
#   remedy: "Let a person do it."
findings contains lib.blocked("commands.verb_destroys", "commands", i) if some i in destroys

destroys contains i if {
	some i, table in described
	some phrase in phrases[i]
	table.destroys[phrase]
}

destroys contains i if {
	some i, table in described
	some o in input.commands[i].options
	table.destroys[o.name]
}

# METADATA
# title: "`{raw}` switches off what guards an agent, or changes which tools it has."
# custom:
#   id: commands.verb_unguards
#   remedy: "Leave an agent's permissions and servers to a person."
findings contains lib.blocked("commands.verb_unguards", "commands", i) if some i in unguards

unguards contains i if {
	some i, table in described
	some phrase in phrases[i]
	table.unguards[phrase]
}

unguards contains i if {
	some i, table in described
	some o in input.commands[i].options
	table.unguards[o.name]
}

described[i] := table if {
	some i, cmd in input.commands
	table := data.regent.settings.commands.verbs[cmd.program]
	not cmd.help_only
}

words[i] := array.concat(input.commands[i].subcommand, [w.value | some w in input.commands[i].operands]) if some i, _ in described

phrases[i] := {concat(" ", array.slice(array.concat([first], rest), 0, n)) | some n in [1, 2, 3]} if {
	some i, list in words
	first := regex.replace(list[0], `^.*/`, "")
	rest := array.slice(list, 1, 3)
}

lists(listed, mine) if {
	some phrase in mine
	listed[phrase]
}
