package regent.program.mongosh

import data.regent.lib

# METADATA
# title: "The code in `{raw}` drops or empties collections."
# custom:
#   id: mongosh.drops
#   remedy: "Name the documents, or let a person run it."
findings contains lib.blocked("mongosh.drops", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "mongosh"
	not cmd.help_only
	some c in cmd.code
	regex.match(`(?i)dropDatabase|\.drop(Indexes)?\s*\(|deleteMany\s*\(\s*(\{\s*\})?\s*\)|\.remove\s*\(\s*(\{\s*\})?\s*\)|DROP\s|TRUNCATE\s`, c.text)
}

# METADATA
# title: "`{raw}` runs code in a database."
# custom:
#   id: mongosh.code
#   remedy: "Let a person run it."
findings contains lib.confirm("mongosh.code", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "mongosh"
	not cmd.help_only
	count(cmd.code) > 0
}
