package regent.program.sqlcmd_test

import data.regent.fact_test as fact
import data.regent.program.sqlcmd as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"sqlcmd -Q 'SELECT 1'": [{"commands": [{"program": "sqlcmd", "options": [["-Q", "SELECT 1"]]}]}, {"sqlcmd.client"}],
	"sqlcmd -Q 'DROP TABLE x'": [{"commands": [{"program": "sqlcmd", "options": [["-Q", "DROP TABLE x"]]}]}, {"sqlcmd.client", "sqlcmd.drops"}],
	"clickhouse-client --query 'SELECT 1'": [{"commands": [{"program": "sqlcmd", "options": [["-q", "SELECT 1"]]}]}, {"sqlcmd.client"}],
	"bcp x out y": [{"commands": [{"program": "sqlcmd", "operands": ["x", "out", "y"]}]}, {"sqlcmd.client"}],
	"another program": [{"commands": [{"program": "true"}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
