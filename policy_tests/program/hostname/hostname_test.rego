package regent.program.hostname_test

import data.regent.fact_test as fact
import data.regent.program.hostname as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"hostname": [{"commands": [{"program": "hostname"}]}, set()],
	"hostname x": [{"commands": [{"program": "hostname", "operands": ["x"]}]}, {"hostname.sets"}],
	"hostname -F x": [{"commands": [{"program": "hostname", "options": [["-F", "x"]]}]}, {"hostname.sets"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
