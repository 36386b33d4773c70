package regent.program.pkexec_test

import data.regent.fact_test as fact
import data.regent.program.pkexec as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"pkexec ls": [{"commands": [{"program": "pkexec", "operands": ["ls"]}, {"program": "ls", "via": ["pkexec"], "privilege": true}]}, set()],
	"pkexec": [{"commands": [{"program": "pkexec"}]}, {"pkexec.shell"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
