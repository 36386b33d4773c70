package regent.program.psql_test

import data.regent.fact_test as fact
import data.regent.program.psql as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"psql -h localhost -c 'SELECT 1'": [{"commands": [{"program": "psql", "options": [["-h", "localhost"], ["-c", "SELECT 1"]]}]}, set()],
	"psql -f x.sql": [{"commands": [{"program": "psql", "options": [["-f", "x.sql"]]}]}, {"psql.file"}],
	"psql": [{"commands": [{"program": "psql"}]}, set()],
	"psql -c 'DROP TABLE x'": [{"commands": [{"program": "psql", "options": [["-c", "DROP TABLE x"]]}]}, set()],
	"psql -c 'TRUNCATE x'": [{"commands": [{"program": "psql", "options": [["-c", "TRUNCATE x"]]}]}, set()],
	"psql -c 'DELETE FROM x'": [{"commands": [{"program": "psql", "options": [["-c", "DELETE FROM x"]]}]}, set()],
	"psql -c 'DELETE FROM x WHERE id=1'": [{"commands": [{"program": "psql", "options": [["-c", "DELETE FROM x WHERE id=1"]]}]}, set()],
	"psql -c '\\! ls'": [{"commands": [{"program": "psql", "options": [["-c", "\\! ls"]]}, {"program": "ls", "via": ["psql"]}]}, {"psql.escapes"}],
	"psql -c '\\dt'": [{"commands": [{"program": "psql", "options": [["-c", "\\dt"]]}]}, set()],
	"psql -h db.example.com -c 'SELECT 1'": [{"commands": [{"program": "psql", "options": [["-h", "db.example.com"], ["-c", "SELECT 1"]]}]}, set()],
	"psql -c '\\i x.sql'": [{"commands": [{"program": "psql", "options": [["-c", "\\i x.sql"]]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
