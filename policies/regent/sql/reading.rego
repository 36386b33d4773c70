# METADATA
# title: What a plain read is
# description: |
#   Each set holds the indices of the queries that go beyond a plain read in one
#   respect, by the lists in settings.sql. The rules on read_only_sql and on the
#   queries of shell commands both look here, so that one list decides for both.
#   A set says what a query does, not what becomes of it.
package regent.sql

# METADATA
# title: A part of the grammar that no plain read needs
nodes contains i if {
	some i, q in input.queries
	not object.subset(data.regent.settings.sql.nodes, {n: true | some n in q.nodes})
}

# METADATA
# title: A call of a function that is not on the list
# description: |
#   x.name calls a function when x has no such column, so the names of built-ins
#   that stand there are judged as calls.
functions contains i if {
	some i, q in input.queries
	some f in q.functions
	calls[f.how]
	not callable(f.schema, f.name)
	not prefixed(f.builtin, f.volatility, f.definer, f.schema, f.name)
}

sampling contains i if {
	some i, q in input.queries
	some f in q.functions
	f.how == "sample"
	not sampler(f.schema, f.name)
}

operators contains i if {
	some i, q in input.queries
	some o in q.operators
	not data.regent.settings.sql.operators[trim_prefix(o, "pg_catalog.")]
}

# METADATA
# title: An operator of a user that writes, or may, or acts with its owner's rights
# description: |
#   The text may mean it although PostgreSQL has one of that name. Only the live
#   catalog tells of it. A team lists it with its schema, as crm.<=>.
operators contains i if {
	some i, q in input.queries
	some f in q.functions
	f.how == "operator"
	acts(f.volatility, f.definer)
	not data.regent.settings.sql.operators[concat(".", [f.schema, f.name])]
}

types contains i if {
	some i, q in input.queries
	some t in q.types
	not typed(trim_prefix(t, "pg_catalog."))
}

# METADATA
# title: A system relation that is not on the list
catalogs contains i if {
	some i, q in input.queries
	some r in q.relations
	startswith(r.schema, "pg_")
	not visible(r.schema, r.name)
}

# METADATA
# title: A relation that the text places in another database
foreign contains i if {
	some i, q in input.queries
	some r in q.relations
	contains(r.schema, ".")
}

denied contains i if {
	some i, q in input.queries
	some r in q.relations
	not r.cte
	withheld(r.schema, r.name)
}

# METADATA
# title: A relation outside the schemas or relations that a list confines to
outside contains i if {
	count(data.regent.settings.sql.schemas) + count(data.regent.settings.sql.relations) > 0
	some i, q in input.queries
	some r in q.relations
	not r.cte
	not system(r.schema)
	not within(r.schema, r.name)
}

columns contains i if {
	count(data.regent.settings.sql.columns_denied) > 0
	some i, q in input.queries
	some c in q.columns
	hidden(c.schema, c.relation, c.name, c.how)
}

# --- lists ------------------------------------------------------------------

builtin_schemas := {"", "pg_catalog"}

callable(schema, name) if {
	builtin_schemas[schema]
	data.regent.settings.sql.functions[name]
}

callable(schema, name) if {
	schema != ""
	data.regent.settings.sql.functions[concat(".", [schema, name])]
}

# A prefix reaches neither a built-in, which is allowed by name, nor what is
# known to be VOLATILE or to act with its owner's rights.
prefixed(false, volatility, false, "", name) if {
	volatility != "volatile"
	strings.any_prefix_match(name, prefixes)
}

prefixed(false, volatility, false, schema, name) if {
	volatility != "volatile"
	schema != ""
	strings.any_prefix_match(concat(".", [schema, name]), prefixes)
}

prefixes := {p | some p, true in data.regent.settings.sql.function_prefixes}

calls := {"call", "attribute"}

acts("volatile", _)

acts(_, true)

sampler(schema, name) if {
	builtin_schemas[schema]
	data.regent.settings.sql.sampling[name]
}

sampler(schema, name) if {
	schema != ""
	data.regent.settings.sql.sampling[concat(".", [schema, name])]
}

typed(name) if data.regent.settings.sql.types[name]

# _int4 is the type of arrays of int4.
typed(name) if {
	startswith(name, "_")
	data.regent.settings.sql.types[substring(name, 1, -1)]
}

visible("pg_catalog", name) if data.regent.settings.sql.catalogs[name]

system("pg_catalog")

system("information_schema")

# Keyed by name, then schema; "*" is any schema. Where the text leaves the
# schema open, the name decides.
withheld(_, name) if data.regent.settings.sql.relations_denied[name]["*"]

withheld(schema, name) if data.regent.settings.sql.relations_denied[name][schema]

withheld("", name) if data.regent.settings.sql.relations_denied[name]

within(schema, _) if data.regent.settings.sql.schemas[schema]

within(schema, name) if data.regent.settings.sql.relations[concat(".", [schema, name])]

# Keyed by relation, column and schema, like relations_denied. All columns of a
# relation are read with its withheld one.
hidden(_, relation, name, how) if {
	how != "all"
	data.regent.settings.sql.columns_denied[relation][name]["*"]
}

hidden(schema, relation, name, how) if {
	how != "all"
	data.regent.settings.sql.columns_denied[relation][name][schema]
}

hidden("", relation, name, how) if {
	how != "all"
	data.regent.settings.sql.columns_denied[relation][name]
}

hidden(_, relation, _, "all") if data.regent.settings.sql.columns_denied[relation][_]["*"]

hidden(schema, relation, _, "all") if data.regent.settings.sql.columns_denied[relation][_][schema]

hidden("", relation, _, "all") if data.regent.settings.sql.columns_denied[relation]
