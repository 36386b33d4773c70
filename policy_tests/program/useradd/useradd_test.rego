package regent.program.useradd_test

import data.regent.fact_test as fact
import data.regent.program.useradd as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"useradd bob": [{"commands": [{"program": "useradd", "operands": ["bob"]}]}, {"useradd.accounts"}],
	"passwd": [{"commands": [{"program": "useradd"}]}, {"useradd.accounts"}],
	"useradd --help": [{"commands": [{"program": "useradd", "options": [["--help", ""]], "help_only": true}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
