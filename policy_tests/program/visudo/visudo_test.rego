package regent.program.visudo_test

import data.regent.fact_test as fact
import data.regent.program.visudo as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"visudo": [{"commands": [{"program": "visudo"}]}, {"visudo.edits"}],
	"visudo -c": [{"commands": [{"program": "visudo", "options": [["-c", ""]]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
