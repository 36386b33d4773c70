package regent.program.enable_test

import data.regent.fact_test as fact
import data.regent.program.enable as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"enable -n test": [{"commands": [{"program": "enable", "options": [["-n", ""]], "operands": ["test"]}]}, {"enable.loads"}],
	"enable": [{"commands": [{"program": "enable"}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
