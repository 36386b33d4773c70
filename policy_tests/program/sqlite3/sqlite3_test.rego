package regent.program.sqlite3_test

import data.regent.fact_test as fact
import data.regent.program.sqlite3 as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"sqlite3 build/x.db '.shell id'": [{"commands": [{"program": "sqlite3", "operands": ["build/x.db", ".shell id"]}, {"program": "id", "via": ["sqlite3"]}]}, {"sqlite3.escapes"}],
	"sqlite3 build/x.db": [{"commands": [{"program": "sqlite3", "operands": ["build/x.db"]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
