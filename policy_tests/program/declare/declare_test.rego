package regent.program.declare_test

import data.regent.fact_test as fact
import data.regent.program.declare as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"declare -a x": [{"commands": [{"program": "declare", "options": [["-a", ""]], "operands": ["x"]}]}, set()],
	"declare -x LD_LIBRARY_PATH=/tmp": [{"commands": [{"program": "declare", "options": [["-x", ""]], "operands": ["LD_LIBRARY_PATH=/tmp"], "assignments": [["LD_LIBRARY_PATH", "/tmp"]]}]}, {"declare.takes_over"}],
	"declare -p": [{"commands": [{"program": "declare", "options": [["-p", ""]]}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
