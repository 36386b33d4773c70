# METADATA
# title: What read_only_sql may run
# description: |
#   read_only_sql runs what is SAFE, so everything beyond one plain read is
#   BLOCKED here. What a plain read is, data.regent.sql says.
package regent.queries.tool

import data.regent.lib
import data.regent.sql

# METADATA
# title: Exactly one statement is allowed
# description: A second statement could end the read-only transaction.
# custom:
#   id: sql.statements
#   remedy: Send one SELECT in each call.
findings contains lib.blocked("sql.statements", "queries", i) if {
	input.tool == "read_only_sql"
	some i, q in input.queries
	count(q.statements) != 1
}

# METADATA
# title: Only SELECT, VALUES, TABLE and EXPLAIN of these are allowed, not {statements}
# description: |
#   Statements that change data, definitions, sessions or settings, and those
#   that run other statements (DO, CALL, EXECUTE, COPY), are no reads.
# custom:
#   id: sql.kind
#   remedy: Write the question as a SELECT.
findings contains lib.blocked("sql.kind", "queries", i) if {
	input.tool == "read_only_sql"
	some i, q in input.queries
	some s in q.statements
	not data.regent.settings.sql.statements[s.kind]
}

# METADATA
# title: The statement holds a part that is no plain read, such as a change of data inside WITH
# description: |
#   Every node of the parse tree must be of a kind on the list settings.sql.nodes;
#   a kind that nobody has looked at is not on it.
# custom:
#   id: sql.node
#   remedy: Leave out INSERT, UPDATE, DELETE and MERGE, also inside WITH.
findings contains lib.blocked("sql.node", "queries", i) if {
	input.tool == "read_only_sql"
	some i in sql.nodes
}

# METADATA
# title: SELECT INTO would create a table
# custom:
#   id: sql.into
#   remedy: Select the rows without INTO.
findings contains lib.blocked("sql.into", "queries", i) if {
	input.tool == "read_only_sql"
	some i, q in input.queries
	q.into
}

# METADATA
# title: FOR {locks} would lock the rows it reads
# custom:
#   id: sql.lock
#   remedy: Leave out FOR UPDATE, FOR SHARE and their like.
findings contains lib.blocked("sql.lock", "queries", i) if {
	input.tool == "read_only_sql"
	some i, q in input.queries
	count(q.locks) > 0
}

# METADATA
# title: EXPLAIN ANALYZE would run the statement
# custom:
#   id: sql.analyze
#   remedy: Use EXPLAIN without ANALYZE.
findings contains lib.blocked("sql.analyze", "queries", i) if {
	input.tool == "read_only_sql"
	some i, q in input.queries
	q.explain.analyze
}

# METADATA
# title: "A function is not on the list of allowed ones; the text calls: {functions}"
# description: |
#   A read-only transaction does not stop functions that sleep, lock, read files,
#   run SQL text, change settings or end other sessions, and what a function of a
#   user does, no text shows. So only listed ones may be called, in whatever way:
#   by name, in FROM, or as an attribute (x.name).
# custom:
#   id: sql.function
#   remedy: Use built-in functions, or ask for the function to be added to settings.sql.functions.
findings contains lib.blocked("sql.function", "queries", i) if {
	input.tool == "read_only_sql"
	some i in sql.functions
}

# METADATA
# title: A table sampling method is not on the list of allowed ones
# custom:
#   id: sql.sampling
#   remedy: Sample with BERNOULLI or SYSTEM.
findings contains lib.blocked("sql.sampling", "queries", i) if {
	input.tool == "read_only_sql"
	some i in sql.sampling
}

# METADATA
# title: "An operator is not PostgreSQL's own; the text uses: {operators}"
# description: |
#   An operator calls its function; one of a user calls whatever its maker wrote.
#   Where the live catalog is on, an operator of PostgreSQL's own name counts too
#   when a user's, in the search path, is VOLATILE or acts with its owner's rights.
# custom:
#   id: sql.operator
#   remedy: Use built-in operators, or ask for the operator to be added to settings.sql.operators, a user's with its schema.
findings contains lib.blocked("sql.operator", "queries", i) if {
	input.tool == "read_only_sql"
	some i in sql.operators
}

# METADATA
# title: "A type is not PostgreSQL's own; the text uses: {types}"
# description: A cast calls the type's input function or a cast function of a user.
# custom:
#   id: sql.type
#   remedy: Use built-in types, or ask for the type to be added to settings.sql.types.
findings contains lib.blocked("sql.type", "queries", i) if {
	input.tool == "read_only_sql"
	some i in sql.types
}

# METADATA
# title: "A system relation that may hold credentials, settings or other sessions; the text reads: {relations}"
# custom:
#   id: sql.catalog
#   remedy: Use information_schema, pg_class, pg_attribute and the like.
findings contains lib.blocked("sql.catalog", "queries", i) if {
	input.tool == "read_only_sql"
	some i in sql.catalogs
}

# METADATA
# title: A relation is named with a database before its schema
# custom:
#   id: sql.database
#   remedy: Name the relation as schema.relation.
findings contains lib.blocked("sql.database", "queries", i) if {
	input.tool == "read_only_sql"
	some i in sql.foreign
}

# METADATA
# title: "A relation is withheld; the text reads: {relations}"
# custom:
#   id: sql.relation
#   remedy: Read other relations, or ask whoever keeps settings.sql.relations_denied.
findings contains lib.blocked("sql.relation", "queries", i) if {
	input.tool == "read_only_sql"
	some i in sql.denied
}

# METADATA
# title: "A relation lies outside the allowed schemas and relations; the text reads: {relations}"
# custom:
#   id: sql.schema
#   remedy: Name the schema, and read only what settings.sql.schemas and settings.sql.relations list.
findings contains lib.blocked("sql.schema", "queries", i) if {
	input.tool == "read_only_sql"
	some i in sql.outside
}

# METADATA
# title: A column is withheld, or all columns of its relation are read
# custom:
#   id: sql.column
#   remedy: Name the columns you need one by one, without the withheld ones and without a star.
findings contains lib.blocked("sql.column", "queries", i) if {
	input.tool == "read_only_sql"
	some i in sql.columns
}

# METADATA
# title: The text was not read as a whole
# custom:
#   id: sql.incomplete
#   remedy: Send a statement in PostgreSQL's grammar.
findings contains lib.blocked("sql.incomplete", "queries", i) if {
	input.tool == "read_only_sql"
	some i, q in input.queries
	not q.complete
}

# METADATA
# title: What read_only_sql must keep to when it runs a query
obligations contains lib.oblige(name, value) if {
	input.tool == "read_only_sql"
	some name, value in data.regent.settings.sql.limits
}
