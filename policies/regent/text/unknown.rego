package regent.text.unknown

import data.regent.lib

# METADATA
# title: "The program that `{raw}` runs is only known at run time."
# custom:
#   id: text.dynamic_program
#   remedy: "Write the program's name itself instead of a variable or a substitution."
findings contains lib.confirm("text.dynamic_program", lib.subject(i), i) if {
	input.text.tags.dynamic_program
	some i in input.text.tags.dynamic_program
}

# METADATA
# title: "Nothing is known of the program in `{raw}`."
# custom:
#   id: text.unknown_program
#   remedy: "Use a program that the programs table knows, or have the team describe this one (docs/programs.md)."
findings contains lib.confirm("text.unknown_program", lib.subject(i), i) if {
	input.text.tags.unknown_program
	some i in input.text.tags.unknown_program
}

# METADATA
# title: "`{raw}` takes an option that is only known at run time."
# custom:
#   id: text.unknown_option
#   remedy: "Write the options out."
findings contains lib.confirm("text.unknown_option", lib.subject(i), i) if {
	input.text.tags.unknown_option
	some i in input.text.tags.unknown_option
	not data.regent.settings.commands.inert[input.commands[i].program]
}

# METADATA
# title: "`{raw}` works on something that is only known at run time."
# description: "A path that is only known at run time is judged with the other paths."
# custom:
#   id: text.unknown_operand
#   remedy: "Write the path, host or name out, or give the variable its value in the same text."
findings contains lib.confirm("text.unknown_operand", lib.subject(i), i) if {
	input.text.tags.unknown_operand
	some i in input.text.tags.unknown_operand
	not lib.unknown_path(i)
}

# METADATA
# title: "`{raw}` runs text that is only known at run time."
# custom:
#   id: text.dynamic_text
#   remedy: "Write the commands out instead of evaluating a variable."
findings contains lib.confirm("text.dynamic_text", lib.subject(i), i) if {
	input.text.tags.dynamic_text
	some i in input.text.tags.dynamic_text
}
