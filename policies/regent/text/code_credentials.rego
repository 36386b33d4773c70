package regent.text.code_credentials

import data.regent.lib

# METADATA
# title: "The code in `{raw}` names a file that holds credentials."
# custom:
#   id: text.code_reads_credentials
#   remedy: "Leave credential files alone; ask a person for what the task needs."
findings contains lib.blocked("text.code_reads_credentials", "commands", i) if some i in code_reads_credentials

code_reads_credentials contains i if {
	some i in input.text.tags.inline_code
	some a in input.accesses
	a.command == i
	a.source == "code"
	some class in a.classes
	data.regent.settings.commands.credential_classes[class]
}

code_reads_credentials contains i if {
	some i in input.text.tags.inline_code
	some c in input.commands[i].code
	lib.code_holds(c.text, data.regent.settings.commands.code.credentials)
}
