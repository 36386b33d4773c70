package regent.queries.tool_test

import data.regent.queries.tool

# A query that only reads, as facts/sql states one. Tests lay over it what they
# are about.
plain := {
	"command": -1, "dialect": "postgresql", "complete": true, "by_kind": false,
	"statements": [{"kind": "SelectStmt", "detail": ""}],
	"nodes": ["A_Const", "ColumnRef", "FuncCall", "RangeVar", "RawStmt", "ResTarget", "SelectStmt", "String"],
	"functions": [call("", "count"), call("pg_catalog", "extract")],
	"relations": [read("", "orders")],
	"columns": [column("", "orders", "id", "named")],
	"operators": ["=", "pg_catalog.+"], "types": ["text", "pg_catalog.int4", "_int4"],
	"locks": [], "into": false, "limit": {"kind": "none", "value": 0}, "params": 0,
	"explain": {"present": false, "analyze": false}, "unfiltered": false, "depth": 4, "tokens": 9, "ast": "",
}

call(schema, name) := {
	"schema": schema, "name": name, "builtin": true, "volatility": "immutable",
	"how": "call", "definer": false, "extension": "",
}

foreign_call(schema, name) := object.union(call(schema, name), {"builtin": false, "volatility": "unknown"})

read(schema, name) := {"schema": schema, "name": name, "access": "read", "cte": false}

column(schema, relation, name, how) := {"schema": schema, "relation": relation, "name": name, "how": how}

# The rules that fire on plain with something laid over.
fired(over) := {f.rule |
	some f in tool.findings with input as {"tool": "read_only_sql", "queries": [object.union(plain, over)]}
}

test_a_plain_read_passes if {
	fired({}) == set()
}

test_rules_are_read_only_sqls_own if {
	count(tool.findings) == 0 with input as {
		"tool": "dry_run_command",
		"queries": [object.union(plain, {"statements": [{"kind": "DropStmt", "detail": ""}], "into": true})],
	}
}

test_a_finding_blocks_and_names_its_query if {
	tool.findings == {{"rule": "sql.into", "decision": "BLOCKED", "topic": "queries", "index": 0}} with input as {
		"tool": "read_only_sql",
		"queries": [object.union(plain, {"into": true})],
	}
}

test_statements[name] if {
	some name, tc in {
		"two": {"over": {"statements": [{"kind": "SelectStmt", "detail": ""}, {"kind": "SelectStmt", "detail": ""}]}, "rule": "sql.statements"},
		"none": {"over": {"statements": []}, "rule": "sql.statements"},
		"update": {"over": {"statements": [{"kind": "UpdateStmt", "detail": ""}]}, "rule": "sql.kind"},
		"copy": {"over": {"statements": [{"kind": "CopyStmt", "detail": "program"}]}, "rule": "sql.kind"},
		"a change inside WITH": {"over": {"nodes": ["SelectStmt", "DeleteStmt"]}, "rule": "sql.node"},
		"a node nobody knows": {"over": {"nodes": ["SelectStmt", "QuantumJoin"]}, "rule": "sql.node"},
		"into": {"over": {"into": true}, "rule": "sql.into"},
		"a lock": {"over": {"locks": ["key_share"]}, "rule": "sql.lock"},
		"analyze": {"over": {"explain": {"present": true, "analyze": true}}, "rule": "sql.analyze"},
		"half read": {"over": {"complete": false}, "rule": "sql.incomplete"},
	}
	fired(tc.over) == {tc.rule}
}

test_explain_passes if {
	fired({"statements": [{"kind": "ExplainStmt", "detail": ""}], "explain": {"present": true, "analyze": false}}) == set()
}

test_functions_that_are_refused[name] if {
	some name, f in {
		"sleep": call("", "pg_sleep"),
		"sleep, qualified": call("pg_catalog", "pg_sleep"),
		"runs SQL text although stable": call("", "table_to_xml"),
		"settings": call("", "current_setting"),
		"the address of the server": call("", "inet_server_addr"),
		"a user's": foreign_call("", "refresh_all"),
		"a user's, qualified": foreign_call("crm", "upper"),
		"a built-in's name in another schema": foreign_call("public", "count"),
		"another database's": foreign_call("db.pg_catalog", "count"),
		"as an attribute": object.union(call("", "pg_read_file"), {"how": "attribute"}),
	}
	fired({"functions": [f]}) == {"sql.function"}
}

test_functions_that_pass[name] if {
	some name, f in {
		"immutable": call("", "upper"),
		"stable": call("", "now"),
		"harmless although volatile": call("", "pg_total_relation_size"),
		"as an attribute": object.union(call("", "name"), {"how": "attribute"}),
	}
	fired({"functions": [f]}) == set()
}

test_a_team_adds_functions if {
	fired({"functions": [foreign_call("", "slugify"), foreign_call("crm", "score")]}) == set() with data.regent.settings.sql.functions as {"slugify": true, "crm.score": true}
}

test_a_team_adds_prefixes if {
	fired({"functions": [foreign_call("", "st_area"), foreign_call("gis", "st_area")]}) == set() with data.regent.settings.sql.function_prefixes as {"st_": true, "gis.st_": true}
}

test_a_prefix_does_not_reach_other_schemas if {
	fired({"functions": [foreign_call("evil", "st_area")]}) == {"sql.function"} with data.regent.settings.sql.function_prefixes as {"st_": true}
}

test_a_prefix_does_not_reach_built_ins if {
	fired({"functions": [call("", "pg_read_file")]}) == {"sql.function"} with data.regent.settings.sql.function_prefixes as {"pg_": true}
}

test_a_prefix_does_not_reach_what_is_known_to_act if {
	volatile := object.union(foreign_call("", "st_write"), {"volatility": "volatile"})
	definer := object.union(foreign_call("gis", "st_own"), {"definer": true})
	fired({"functions": [volatile]}) == {"sql.function"} with data.regent.settings.sql.function_prefixes as {"st_": true}
	fired({"functions": [definer]}) == {"sql.function"} with data.regent.settings.sql.function_prefixes as {"gis.st_": true}
	fired({"functions": [volatile]}) == set() with data.regent.settings.sql.functions as {"st_write": true}
}

test_sampling if {
	fired({"functions": [object.union(call("", "bernoulli"), {"how": "sample"})]}) == set()
	fired({"functions": [object.union(call("pg_catalog", "system"), {"how": "sample"})]}) == set()
	fired({"functions": [object.union(foreign_call("", "system_rows"), {"how": "sample"})]}) == {"sql.sampling"}
	fired({"functions": [object.union(foreign_call("public", "bernoulli"), {"how": "sample"})]}) == {"sql.sampling"}
	fired({"functions": [object.union(foreign_call("ext", "system_rows"), {"how": "sample"})]}) == set() with data.regent.settings.sql.sampling as {"ext.system_rows": true}
}

test_a_users_operator_of_a_built_ins_name if {
	operator := object.union(foreign_call("crm", "="), {"how": "operator", "volatility": "immutable"})
	volatile := object.union(operator, {"volatility": "volatile"})
	definer := object.union(operator, {"definer": true})
	fired({"functions": [operator]}) == set()
	fired({"functions": [volatile]}) == {"sql.operator"}
	fired({"functions": [definer]}) == {"sql.operator"}
	fired({"functions": [volatile]}) == set() with data.regent.settings.sql.operators as {"crm.=": true, "=": true, "+": true}
	fired({"functions": [volatile]}) == {"sql.operator"} with data.regent.settings.sql.functions as {"crm.=": true}
}

test_operators_and_types if {
	fired({"operators": ["public.+"]}) == {"sql.operator"}
	fired({"operators": ["<=>"]}) == {"sql.operator"}
	fired({"operators": ["<=>"]}) == set() with data.regent.settings.sql.operators as {"<=>": true}
	fired({"types": ["mood"]}) == {"sql.type"}
	fired({"types": ["_mood"]}) == {"sql.type"}
	fired({"types": ["public.int4"]}) == {"sql.type"}
	fired({"types": ["customers.id%TYPE"]}) == {"sql.type"}
	fired({"types": ["crm.mood"]}) == set() with data.regent.settings.sql.types as {"crm.mood": true}
}

test_relations[name] if {
	some name, tc in {
		"a catalog that tells of objects": {"relation": read("pg_catalog", "pg_class"), "rules": set()},
		"a catalog of credentials": {"relation": read("pg_catalog", "pg_authid"), "rules": {"sql.catalog"}},
		"a catalog nobody knows": {"relation": read("pg_catalog", "pg_secrets_of_2030"), "rules": {"sql.catalog"}},
		"a toast table": {"relation": read("pg_toast", "pg_toast_123"), "rules": {"sql.catalog"}},
		"another database": {"relation": read("db.public", "orders"), "rules": {"sql.database"}},
		"another database's catalog": {"relation": read("db.pg_catalog", "pg_authid"), "rules": {"sql.database"}},
		"credentials by information_schema": {"relation": read("information_schema", "user_mapping_options"), "rules": {"sql.relation"}},
		"columns by information_schema": {"relation": read("information_schema", "columns"), "rules": set()},
		"other sessions' text in any schema": {"relation": read("ext", "pg_stat_statements"), "rules": {"sql.relation"}},
		"a name of this text": {"relation": {"schema": "", "name": "pg_stat_statements", "access": "read", "cte": true}, "rules": set()},
	}
	fired({"relations": [tc.relation]}) == tc.rules
}

test_relations_that_a_team_withholds if {
	withheld := {"salaries": {"hr": true}, "tokens": {"*": true}}
	fired({"relations": [read("hr", "salaries")]}) == {"sql.relation"} with data.regent.settings.sql.relations_denied as withheld
	fired({"relations": [read("", "salaries")]}) == {"sql.relation"} with data.regent.settings.sql.relations_denied as withheld
	fired({"relations": [read("sales", "salaries")]}) == set() with data.regent.settings.sql.relations_denied as withheld
	fired({"relations": [read("any", "tokens")]}) == {"sql.relation"} with data.regent.settings.sql.relations_denied as withheld
}

test_schemas_confine if {
	only := {"reporting": true}
	fired({"relations": [read("reporting", "orders")]}) == set() with data.regent.settings.sql.schemas as only
	fired({"relations": [read("public", "orders")]}) == {"sql.schema"} with data.regent.settings.sql.schemas as only
	fired({"relations": [read("", "orders")]}) == {"sql.schema"} with data.regent.settings.sql.schemas as only
	fired({"relations": [read("pg_catalog", "pg_class"), read("information_schema", "tables")]}) == set() with data.regent.settings.sql.schemas as only
	fired({"relations": [{"schema": "", "name": "x", "access": "read", "cte": true}]}) == set() with data.regent.settings.sql.schemas as only
}

test_relations_confine if {
	only := {"public.orders": true}
	fired({"relations": [read("public", "orders")]}) == set() with data.regent.settings.sql.relations as only
	fired({"relations": [read("public", "customers")]}) == {"sql.schema"} with data.regent.settings.sql.relations as only
}

test_columns_that_a_team_withholds[name] if {
	some name, tc in {
		"named": {"column": column("public", "customers", "email", "named"), "rules": {"sql.column"}},
		"may be": {"column": column("public", "customers", "email", "ambiguous"), "rules": {"sql.column"}},
		"all": {"column": column("public", "customers", "", "all"), "rules": {"sql.column"}},
		"another column": {"column": column("public", "customers", "name", "named"), "rules": set()},
		"another relation": {"column": column("public", "orders", "email", "named"), "rules": set()},
		"all of another relation": {"column": column("public", "orders", "", "all"), "rules": set()},
		"in its schema": {"column": column("hr", "staff", "pay", "named"), "rules": {"sql.column"}},
		"all in its schema": {"column": column("hr", "staff", "", "all"), "rules": {"sql.column"}},
		"in another schema": {"column": column("sales", "staff", "pay", "named"), "rules": set()},
		"all in another schema": {"column": column("sales", "staff", "", "all"), "rules": set()},
		"in a schema nobody named": {"column": column("", "staff", "pay", "named"), "rules": {"sql.column"}},
		"all in a schema nobody named": {"column": column("", "staff", "", "all"), "rules": {"sql.column"}},
	}
	withheld := {"customers": {"email": {"*": true}}, "staff": {"pay": {"hr": true}}}
	fired({"columns": [tc.column]}) == tc.rules with data.regent.settings.sql.columns_denied as withheld
}

test_limits_become_obligations if {
	owed := {o.name: o.value |
		some o in tool.obligations with input as {"tool": "read_only_sql", "queries": [plain]}
	}
	owed == {"max_rows": 50, "max_bytes": 1048576, "timeout_ms": 10000}
	count(tool.obligations) == 0 with input as {"tool": "dry_run_command", "queries": [plain]}
}
