package regent.text.code_shell

import data.regent.lib

# METADATA
# title: "The code in `{raw}` connects a shell to the network."
# custom:
#   id: text.code_opens_shell
#   remedy: "There is no safe form of this."
findings contains lib.blocked("text.code_opens_shell", "commands", i) if {
	some i in input.text.tags.inline_code
	some c in input.commands[i].code
	lib.code_holds(c.text, data.regent.settings.commands.code.sockets)
	lib.code_holds(c.text, data.regent.settings.commands.code.shells)
}
