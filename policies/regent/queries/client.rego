# METADATA
# title: SQL that a shell command hands to a client
# description: |
#   psql -c, mysql -e, sqlite3 and the like. A text whose every statement is a
#   plain read passes; what destroys, or leaves SQL for a shell, is BLOCKED; the
#   rest a person should see.
package regent.queries.client

import data.regent.lib
import data.regent.sql

# METADATA
# title: "The SQL in `{command}` would drop or empty something as a whole."
# custom:
#   id: sql.destroys
#   remedy: Ask a person to run it, or remove single rows with a condition.
findings contains lib.blocked("sql.destroys", "queries", i) if {
	input.commands
	some i, q in input.queries
	q.command >= 0
	some s in q.statements
	destroys(s.kind)
}

# METADATA
# title: "The SQL in `{command}` would change or delete all rows of a table."
# custom:
#   id: sql.all_rows
#   remedy: Add a WHERE that names the rows.
findings contains lib.blocked("sql.all_rows", "queries", i) if {
	input.commands
	some i, q in input.queries
	q.command >= 0
	q.unfiltered
}

# METADATA
# title: "The SQL client in `{command}` would run a program."
# description: A shell escape, a pipe, a back-quoted argument, or COPY with PROGRAM.
# custom:
#   id: sql.program
#   remedy: Run the program as a command of its own.
findings contains lib.blocked("sql.program", "queries", i) if {
	input.commands
	some i, q in input.queries
	q.command >= 0
	some s in q.statements
	s.detail == "program"
}

# METADATA
# title: "The SQL in `{command}` does more than a plain read, or could not be read as a whole."
# custom:
#   id: sql.beyond_read
#   remedy: Show the statement to a person, or use SELECT alone.
findings contains lib.confirm("sql.beyond_read", "queries", i) if {
	some i in beyond
}

destroys(kind) if data.regent.settings.sql.clients.destroys[kind]

destroys(kind) if startswith(kind, "DROP ")

beyond contains i if {
	input.commands
	some i, q in input.queries
	q.command >= 0
	not q.complete
}

beyond contains i if {
	input.commands
	some i, q in input.queries
	q.command >= 0
	q.params > 0
}

# A query in PostgreSQL's grammar: as read_only_sql, but for the number of
# statements.
beyond contains i if {
	input.commands
	some i, q in input.queries
	q.command >= 0
	not q.by_kind
	some s in q.statements
	not data.regent.settings.sql.statements[s.kind]
	not told(s.kind, s.detail)
}

beyond contains i if {
	input.commands
	some i, q in input.queries
	q.command >= 0
	not q.by_kind
	some set in [
		sql.nodes, sql.functions, sql.sampling, sql.operators, sql.types,
		sql.catalogs, sql.foreign, sql.denied, sql.outside, sql.columns,
	]
	set[i]
}

beyond contains i if {
	input.commands
	some i, q in input.queries
	q.command >= 0
	changes_or_locks(q.into, count(q.locks), q.explain.analyze)
}

# A query read by first words.
beyond contains i if {
	input.commands
	some i, q in input.queries
	q.command >= 0
	q.by_kind
	some s in q.statements
	not data.regent.settings.sql.clients.reads[s.kind]
	not told(s.kind, s.detail)
}

beyond contains i if {
	input.commands
	some i, q in input.queries
	q.command >= 0
	q.by_kind
	some f in q.functions
	not harmless(f.schema, f.name)
}

beyond contains i if {
	input.commands
	some i, q in input.queries
	q.command >= 0
	q.by_kind
	some set in [sql.denied, sql.catalogs]
	set[i]
}

changes_or_locks(true, _, _)

changes_or_locks(_, locks, _) if locks > 0

changes_or_locks(_, _, true)

# A command of the client itself that only shows something.
told(kind, "") if data.regent.settings.sql.clients.commands[kind]

told(kind, "") if startswith(kind, `\d`)

harmless("", name) if data.regent.settings.sql.functions[name]

harmless("", name) if data.regent.settings.sql.clients.functions[name]
