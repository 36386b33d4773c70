package regent.program.shutdown_test

import data.regent.fact_test as fact
import data.regent.program.shutdown as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"shutdown now": [{"commands": [{"program": "shutdown", "operands": ["now"]}]}, {"shutdown.stops"}],
	"reboot": [{"commands": [{"program": "shutdown"}]}, {"shutdown.stops"}],
	"shutdown --show": [{"commands": [{"program": "shutdown", "options": [["--show", ""]]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
