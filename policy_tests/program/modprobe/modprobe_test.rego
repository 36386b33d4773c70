package regent.program.modprobe_test

import data.regent.fact_test as fact
import data.regent.program.modprobe as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"modprobe x": [{"commands": [{"program": "modprobe", "operands": ["x"]}]}, {"modprobe.loads"}],
	"modprobe -n x": [{"commands": [{"program": "modprobe", "options": [["-n", ""]], "operands": ["x"]}]}, set()],
	"insmod x.ko": [{"commands": [{"program": "modprobe", "operands": ["x.ko"]}]}, {"modprobe.loads"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
