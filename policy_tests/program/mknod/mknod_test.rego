package regent.program.mknod_test

import data.regent.fact_test as fact
import data.regent.program.mknod as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"mknod build/dev b 8 0": [{"commands": [{"program": "mknod", "operands": ["build/dev", "b", "8", "0"]}]}, {"mknod.device"}],
	"mknod build/p p": [{"commands": [{"program": "mknod", "operands": ["build/p", "p"]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
