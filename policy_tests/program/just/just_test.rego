package regent.program.just_test

import data.regent.fact_test as fact
import data.regent.program.just as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"just test": [{"commands": [{"program": "just", "operands": ["test"]}]}, set()],
	"just deploy": [{"commands": [{"program": "just", "operands": ["deploy"]}]}, {"just.target"}],
	"just --list": [{"commands": [{"program": "just", "options": [["-l", ""]], "help_only": true}]}, set()],
	"task lint": [{"commands": [{"program": "just", "operands": ["lint"]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
