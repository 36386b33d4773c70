package regent.program.fuser_test

import data.regent.fact_test as fact
import data.regent.program.fuser as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"fuser -k 3000/tcp": [{"commands": [{"program": "fuser", "options": [["-k", ""]], "operands": ["3000/tcp"]}]}, {"fuser.kills"}],
	"fuser -v 3000/tcp": [{"commands": [{"program": "fuser", "options": [["-v", ""]], "operands": ["3000/tcp"]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
