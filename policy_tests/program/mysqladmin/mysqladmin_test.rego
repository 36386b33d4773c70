package regent.program.mysqladmin_test

import data.regent.fact_test as fact
import data.regent.program.mysqladmin as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"mysqladmin status": [{"commands": [{"program": "mysqladmin", "operands": ["status"]}]}, set()],
	"mysqladmin create x": [{"commands": [{"program": "mysqladmin", "operands": ["create", "x"]}]}, {"mysqladmin.asks"}],
	"mysqladmin drop x": [{"commands": [{"program": "mysqladmin", "operands": ["drop", "x"]}]}, {"mysqladmin.asks", "mysqladmin.drops"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
