package regent.program.at_test

import data.regent.fact_test as fact
import data.regent.program.at as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"at now": [{"commands": [{"program": "at", "operands": ["now"]}]}, {"at.schedules"}],
	"at -l": [{"commands": [{"program": "at", "options": [["-l", ""]]}]}, set()],
	"echo ls | at now": [{"commands": [{"program": "echo", "operands": ["ls"]}, {"program": "at", "operands": ["now"]}, {"program": "ls"}]}, {"at.schedules"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
