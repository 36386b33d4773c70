package regent.program.setfacl_test

import data.regent.fact_test as fact
import data.regent.program.setfacl as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"setfacl -m u:bob:rw src/x": [{"commands": [{"program": "setfacl", "options": [["-m", "u:bob:rw"]], "operands": ["src/x"]}]}, {"setfacl.changes_access"}],
	"getfacl src/x": [{"commands": [{"program": "getfacl", "operands": ["src/x"]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
