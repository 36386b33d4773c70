package regent.program.chmod

import data.regent.lib

# METADATA
# title: "`{raw}` lets every user of the machine write."
# custom:
#   id: chmod.world_writable
#   remedy: "Give the mode that is needed, such as u+w or 644."
findings contains lib.confirm("chmod.world_writable", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "chmod"
	not cmd.help_only
	not lib.option(cmd.index, "--reference")
	regex.match(`(^[0-7]*[2367]$)|((^|,)([ugo]*[oa][ugoa]*)[-+=]?[+=][rxXst]*w)`, cmd.operands[0].value)
}

# METADATA
# title: "`{raw}` changes the mode of a whole tree."
# custom:
#   id: chmod.recursive
#   remedy: "Name the files."
findings contains lib.confirm("chmod.recursive", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "chmod"
	not cmd.help_only
	some o in cmd.options
	o.name == "-R"
}

# METADATA
# title: "`{raw}` sets the user or group that a program runs as."
# custom:
#   id: chmod.set_id
#   remedy: "Use an ordinary mode such as 755."
findings contains lib.blocked("chmod.set_id", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "chmod"
	not cmd.help_only
	not lib.option(cmd.index, "--reference")
	regex.match(`(^0*[2-7][0-7]{3}$)|([+=][rwxXt]*s)`, cmd.operands[0].value)
}

# METADATA
# title: "`{raw}` sets a mode that is only known at run time."
# custom:
#   id: chmod.unknown_mode
#   remedy: "Write the mode out."
findings contains lib.confirm("chmod.unknown_mode", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "chmod"
	not cmd.help_only
	not lib.option(cmd.index, "--reference")
	cmd.operands[0].known != "static"
}
