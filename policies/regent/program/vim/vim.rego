package regent.program.vim

import data.regent.lib

# METADATA
# title: "`{raw}` runs a shell command from inside the editor."
# custom:
#   id: vim.escapes
#   remedy: "Edit with sed or write the file instead."
findings contains lib.blocked("vim.escapes", "commands", i) if some i in escapes

escapes contains cmd.index if {
	some cmd in input.commands
	cmd.program == "vim"
	not cmd.help_only
	some c in cmd.code
	c.language == "vim"
	leaves(c.text)
}

escapes contains cmd.index if {
	some cmd in input.commands
	cmd.program == "vim"
	not cmd.help_only
	some w in cmd.operands
	startswith(w.value, "+")
	leaves(substring(w.value, 1, -1))
}

leaves(text) if regex.match(`(^|[|:\n])[ \t]*(silent!?[ \t]+|exe(cute)?[ \t]+["']|%|\.|[0-9,]+|r(ead)?[ \t]*|w(rite)?[ \t]+)*!|\bsystem(list)?[ \t]*\(|\bterm(inal)?\b|\bjob_start\b|\b(lua|py3?|python3?|ruby|perl)\b`, text)

# METADATA
# title: "`{raw}` runs editor commands."
# custom:
#   id: vim.code
#   remedy: "Edit with sed or write the file instead."
findings contains lib.confirm("vim.code", "commands", i) if some i in code

code contains cmd.index if {
	some cmd in input.commands
	cmd.program == "vim"
	not cmd.help_only
	count(cmd.code) > 0
}

code contains cmd.index if {
	some cmd in input.commands
	cmd.program == "vim"
	not cmd.help_only
	some o in cmd.options
	o.name in {"-S", "-s"}
}

code contains cmd.index if {
	some cmd in input.commands
	cmd.program == "vim"
	not cmd.help_only
	some w in cmd.operands
	regex.match(`^\+[^0-9/]`, w.value)
}
