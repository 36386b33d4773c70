package regent.program.alembic

import data.regent.lib

# METADATA
# title: "`{raw}` changes a database or its schema."
# custom:
#   id: alembic.asks
#   remedy: "Look with status or history."
findings contains lib.confirm("alembic.asks", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "alembic"
	not cmd.help_only
	count(cmd.operands) > 0
	not lib.word(cmd.index, 0) in {"current", "history", "heads", "branches", "show", "status", "version", "info", "validate", "check", "list"}
}

# METADATA
# title: "`{raw}` drops or empties the database."
# custom:
#   id: alembic.drops
#   remedy: "Let a person do it."
findings contains lib.blocked("alembic.drops", "commands", cmd.index) if {
	some cmd in input.commands
	cmd.program == "alembic"
	not cmd.help_only
	some w in cmd.operands
	regex.match(`(?i)^(clean|db:drop|db:reset|db:purge|db:schema:load|drop-all|dropall|schema:drop|migrate:fresh|migrate:reset|migrate:refresh|flush|drop|db:wipe|migrate:undo:all|db:migrate:undo:all)$`, w.value)
}
