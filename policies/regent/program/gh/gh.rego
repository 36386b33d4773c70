package regent.program.gh

import data.regent.lib

# METADATA
# title: "`{raw}` changes something on the forge, or fetches from it."
# custom:
#   id: gh.asks
#   remedy: "Look with list, view or status, or let a person run it."
findings contains lib.confirm("gh.asks", "commands", i) if some i in asks

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "gh"
	not cmd.help_only
	count(cmd.subcommand) > 0
	not data.regent.settings.commands.gh.listed[lib.sub(cmd.index)]
}

asks contains cmd.index if {
	some cmd in input.commands
	cmd.program == "gh"
	not cmd.help_only
	count(cmd.subcommand) == 0
	count(cmd.operands) > 0
}

# METADATA
# title: "`{raw}` prints the forge's access token."
# custom:
#   id: gh.token
#   remedy: "Let gh use it by itself."
findings contains lib.blocked("gh.token", "commands", i) if some i in token

token contains cmd.index if {
	some cmd in input.commands
	cmd.program == "gh"
	not cmd.help_only
	cmd.subcommand == ["auth", "token"]
}

token contains cmd.index if {
	some cmd in input.commands
	cmd.program == "gh"
	not cmd.help_only
	cmd.subcommand == ["auth", "status"]
	some o in cmd.options
	o.name in {"-t", "--show-token"}
}

# METADATA
# title: "`{raw}` deletes a repository."
# custom:
#   id: gh.deletes_repository
#   remedy: "Only the owner deletes repositories."
findings contains lib.blocked("gh.deletes_repository", "commands", i) if some i in deletes_repository

deletes_repository contains cmd.index if {
	some cmd in input.commands
	cmd.program == "gh"
	not cmd.help_only
	cmd.subcommand[0] in {"repo", "project"}
	cmd.subcommand[1] == "delete"
}

deletes_repository contains cmd.index if {
	some cmd in input.commands
	cmd.program == "gh"
	not cmd.help_only
	cmd.subcommand == ["api"]
	some o in cmd.options
	o.name == "-X"
	upper(o.value) == "DELETE"
	regex.match(`^/?(repos/[^/]+/[^/]+|orgs/[^/]+|projects/[^/]+)/?$`, cmd.operands[0].value)
}
