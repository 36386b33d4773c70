package regent.program.nsenter_test

import data.regent.fact_test as fact
import data.regent.program.nsenter as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"nsenter -t 42 ls": [{"commands": [{"program": "nsenter", "options": [["-t", "42"]], "operands": ["ls"]}, {"program": "ls"}]}, {"nsenter.enters"}],
	"nsenter --help": [{"commands": [{"program": "nsenter", "options": [["--help", ""]], "help_only": true}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
