package regent.program.make

import data.regent.lib

# METADATA
# title: "`{raw}` builds a target that is not on the list of ordinary ones."
# custom:
#   id: make.target
#   remedy: "Use test, build, lint, check, fmt or clean, or let a person run it."
findings contains lib.confirm("make.target", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "make"
	not cmd.help_only
	not lib.option(cmd.index, "-n")
	some w in cmd.operands
	not contains(w.value, "=")
	not data.regent.settings.commands.make.targets[w.value]
}

# METADATA
# title: "`{command}` takes its rules from {path}."
# custom:
#   id: make.foreign_makefile
#   remedy: "Use the workspace's own makefile."
findings contains lib.confirm("make.foreign_makefile", "accesses", i) if {
	some i, a in input.accesses
	input.commands[a.command].program == "make"
	a.source == "option"
	a.access == "read"
	a.root == ""
}

# METADATA
# title: "`{raw}` gives make rules on the command line."
# custom:
#   id: make.inline_rules
#   remedy: "Write the rule into the makefile."
findings contains lib.confirm("make.inline_rules", "commands", i) if some i in inline_rules

inline_rules contains cmd.index if {
	some cmd in input.commands
	cmd.program == "make"
	not cmd.help_only
	some o in cmd.options
	o.name in {"--eval", "-E"}
}

inline_rules contains cmd.index if {
	some cmd in input.commands
	cmd.program == "make"
	not cmd.help_only
	some o in cmd.options
	o.name == "-f"
	o.value in {"-", "/dev/stdin"}
}

# METADATA
# title: "`{raw}` replaces the shell that runs the recipes."
# custom:
#   id: make.shell
#   remedy: "Leave SHELL as it is."
findings contains lib.confirm("make.shell", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "make"
	not cmd.help_only
	some w in cmd.operands
	regex.match(`^\.?SHELL(FLAGS)?=`, w.value)
}
