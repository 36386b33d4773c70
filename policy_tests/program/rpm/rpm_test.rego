package regent.program.rpm_test

import data.regent.fact_test as fact
import data.regent.program.rpm as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"rpm -e x": [{"commands": [{"program": "rpm", "options": [["-e", ""]], "operands": ["x"]}]}, {"rpm.removes"}],
	"rpm -i x.rpm": [{"commands": [{"program": "rpm", "options": [["-i", ""]], "operands": ["x.rpm"]}]}, {"rpm.installs"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
