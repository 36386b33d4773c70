package regent.program.doas_test

import data.regent.fact_test as fact
import data.regent.program.doas as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"doas -s": [{"commands": [{"program": "doas", "options": [["-s", ""]]}]}, {"doas.shell"}],
	"doas ls": [{"commands": [{"program": "doas", "operands": ["ls"]}, {"program": "ls", "via": ["doas"], "privilege": true}]}, set()],
	"doas": [{"commands": [{"program": "doas"}]}, {"doas.shell"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
