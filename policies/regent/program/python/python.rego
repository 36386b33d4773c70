package regent.program.python

import data.regent.lib

# METADATA
# title: "`{raw}` runs a module that is not on the list of ordinary ones."
# custom:
#   id: python.module
#   remedy: "Use pytest, unittest, compileall or venv, or let a person run it."
findings contains lib.confirm("python.module", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "python"
	not cmd.help_only
	some o in cmd.options
	o.name == "-m"
	not data.regent.settings.commands.python.modules[o.value]
	not pip_reads(cmd.index, o.value)
}

# METADATA
# title: The module is pip, asked only to list
pip_reads(i, module) if {
	module == "pip"
	data.regent.settings.commands.pip.listed[input.commands[i].operands[0].value]
}
