package regent.program.sysctl_test

import data.regent.fact_test as fact
import data.regent.program.sysctl as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"sysctl vm.swappiness": [{"commands": [{"program": "sysctl", "operands": ["vm.swappiness"]}]}, set()],
	"sysctl -a": [{"commands": [{"program": "sysctl", "options": [["-a", ""]]}]}, set()],
	"sysctl -w vm.swappiness=1": [{"commands": [{"program": "sysctl", "options": [["-w", ""]], "operands": ["vm.swappiness=1"]}]}, {"sysctl.writes"}],
	"sysctl vm.swappiness=1": [{"commands": [{"program": "sysctl", "operands": ["vm.swappiness=1"]}]}, {"sysctl.writes"}],
	"sysctl -p": [{"commands": [{"program": "sysctl", "options": [["-p", ""]]}]}, {"sysctl.writes"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
