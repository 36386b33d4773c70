package regent.program.sed

import data.regent.lib

# METADATA
# title: "The sed script in `{raw}` runs commands."
# custom:
#   id: sed.runs
#   remedy: "Use sed only to change text."
findings contains lib.confirm("sed.runs", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "sed"
	not cmd.help_only
	some c in cmd.code
	c.language == "sed"
	regex.match(`(^|[;{}\n])[ \t]*([0-9$]+(,[0-9$]+)?|/([^/\\\\]|\\\\.)*/)?[ \t]*!?[ \t]*e([ \t;}]|$)|(^|[;{}\n 0-9$/])s([/|,#~!@:_]).*[/|,#~!@:_][gpiImM0-9]*e[gpiImM0-9]*([ \t]*[;}\n]|$)`, c.text)
}

# METADATA
# title: "The sed script in `{raw}` writes files."
# custom:
#   id: sed.writes
#   remedy: "Write with a redirect instead."
findings contains lib.confirm("sed.writes", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "sed"
	not cmd.help_only
	some c in cmd.code
	c.language == "sed"
	regex.match(`(^|[;{}\n])[ \t]*([0-9$]+(,[0-9$]+)?|/([^/\\\\]|\\\\.)*/)?[ \t]*!?[ \t]*[wW][ \t]+[^ \t]|(^|[;{}\n 0-9$/])s([/|,#~!@:_]).*[/|,#~!@:_][gpiImM0-9]*w[ \t]+[^ \t]`, c.text)
}
