package regent.queries.client_test

import data.regent.queries.client

# A query of a shell command, in PostgreSQL's grammar.
parsed := {
	"command": 0, "dialect": "postgresql", "complete": true, "by_kind": false,
	"statements": [{"kind": "SelectStmt", "detail": ""}],
	"nodes": ["RawStmt", "ResTarget", "SelectStmt"],
	"functions": [], "relations": [], "columns": [], "operators": [], "types": [], "locks": [],
	"into": false, "limit": {"kind": "none", "value": 0}, "params": 0,
	"explain": {"present": false, "analyze": false}, "unfiltered": false, "depth": 4, "tokens": 9, "ast": "",
}

# A query read by first words.
words := object.union(parsed, {
	"dialect": "mysql", "by_kind": true, "nodes": [],
	"statements": [{"kind": "SELECT", "detail": ""}],
})

fired(query, over) := {[f.rule, f.decision] |
	some f in client.findings with input as {
		"tool": "dry_run_command",
		"commands": [{"index": 0, "program": "psql"}],
		"queries": [object.union(query, over)],
	}
}

confirm := {["sql.beyond_read", "NEEDS_CONFIRMATION"]}

kinds(ks) := {"statements": [{"kind": k, "detail": ""} | some k in ks]}

call(schema, name) := {
	"schema": schema, "name": name, "builtin": false, "volatility": "unknown",
	"how": "call", "definer": false, "extension": "",
}

test_reads_pass if {
	fired(parsed, {}) == set()
	fired(parsed, kinds(["SelectStmt", "ExplainStmt", "SelectStmt"])) == set()
	fired(words, {}) == set()
	fired(words, kinds(["SHOW TABLES", "DESCRIBE", "SELECT"])) == set()
	fired(words, kinds(["PRAGMA TABLE_INFO"])) == set()
}

test_a_query_of_no_command_is_not_judged_here if {
	fired(parsed, {"command": -1, "statements": [{"kind": "DropStmt", "detail": ""}], "unfiltered": true}) == set()
	count(client.findings) == 0 with input as {"tool": "read_only_sql", "queries": [object.union(parsed, {"into": true})]}
}

test_drops_are_blocked[kind] if {
	some kind in [
		"DropStmt", "DropdbStmt", "DropRoleStmt", "TruncateStmt", "DropOwnedStmt", "DropTableSpaceStmt",
	]
	["sql.destroys", "BLOCKED"] in fired(parsed, kinds(["SelectStmt", kind]))
}

test_drops_by_first_words_are_blocked[kind] if {
	some kind in ["DROP TABLE", "DROP DATABASE", "TRUNCATE", "DROP EVENT"]
	["sql.destroys", "BLOCKED"] in fired(words, kinds([kind]))
}

test_all_rows_are_blocked if {
	["sql.all_rows", "BLOCKED"] in fired(parsed, {"statements": [{"kind": "DeleteStmt", "detail": ""}], "unfiltered": true})
}

test_programs_are_blocked if {
	some s in [{"kind": `\!`, "detail": "program"}, {"kind": "CopyStmt", "detail": "program"}]
	["sql.program", "BLOCKED"] in fired(parsed, {"statements": [s]})
}

test_other_statements_need_confirmation[name] if {
	some name, tc in {
		"insert": [parsed, kinds(["InsertStmt"])],
		"a change inside WITH": [parsed, {"nodes": ["SelectStmt", "InsertStmt"]}],
		"a file": [parsed, {"statements": [{"kind": `\i`, "detail": "file"}]}],
		"an output file": [parsed, {"statements": [{"kind": `\g`, "detail": "file"}, {"kind": "SelectStmt", "detail": ""}]}],
		"not read as a whole": [parsed, {"complete": false}],
		"a parameter": [parsed, {"params": 1}],
		"into": [parsed, {"into": true}],
		"a lock": [parsed, {"locks": ["update"]}],
		"analyze": [parsed, {"explain": {"present": true, "analyze": true}}],
		"a function": [parsed, {"functions": [call("", "pg_sleep")]}],
		"a catalog": [parsed, {"relations": [{"schema": "pg_catalog", "name": "pg_authid", "access": "read", "cte": false}]}],
		"insert by first words": [words, kinds(["INSERT"])],
		"into by first words": [words, {"into": true}],
		"a lock by first words": [words, {"locks": ["share"]}],
		"a function by first words": [words, {"functions": [call("", "load_file")]}],
		"a user's function by first words": [words, {"functions": [call("crm", "count")]}],
		"accounts by first words": [words, {"relations": [{"schema": "mysql", "name": "user", "access": "read", "cte": false}]}],
		"a setting": [words, kinds(["PRAGMA SET"])],
	}
	fired(tc[0], tc[1]) == confirm
}

test_functions_by_first_words_that_pass if {
	fired(words, {"functions": [call("", "count"), call("", "group_concat"), call("", "strftime")]}) == set()
}

test_client_commands_that_only_show if {
	fired(parsed, kinds([`\dt+`, `\l`, `\timing`, "SelectStmt"])) == set()
	fired(words, kinds([".tables", ".schema"])) == set()
	fired(parsed, kinds([`\password`])) == confirm
	fired(words, kinds([".open"])) == confirm
}
