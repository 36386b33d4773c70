package regent.program.setcap_test

import data.regent.fact_test as fact
import data.regent.program.setcap as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"setcap cap_net_raw+ep build/x": [{"commands": [{"program": "setcap", "operands": ["cap_net_raw+ep", "build/x"]}]}, {"setcap.grants"}],
	"getcap build/x": [{"commands": [{"program": "getcap", "operands": ["build/x"]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
