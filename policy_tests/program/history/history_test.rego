package regent.program.history_test

import data.regent.fact_test as fact
import data.regent.program.history as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"history -c": [{"commands": [{"program": "history", "options": [["-c", ""]]}]}, {"history.erases"}],
	"history": [{"commands": [{"program": "history"}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
