package regent.text.code_fetches

import data.regent.lib

# METADATA
# title: "The code in `{raw}` fetches code from the network and runs it."
# custom:
#   id: text.code_runs_fetched
#   remedy: "Fetch it to a file, let a person read it, and run it as a step of its own."
findings contains lib.blocked("text.code_runs_fetched", "commands", i) if {
	some i in input.text.tags.inline_code
	some c in input.commands[i].code
	lib.code_holds(c.text, data.regent.settings.commands.code.fetches)
	lib.code_holds(c.text, data.regent.settings.commands.code.evaluates)
}
