package regent.program.unshare_test

import data.regent.fact_test as fact
import data.regent.program.unshare as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"unshare -r ls": [{"commands": [{"program": "unshare", "options": [["-r", ""]], "operands": ["ls"]}, {"program": "ls"}]}, {"unshare.enters"}],
	"unshare --help": [{"commands": [{"program": "unshare", "options": [["--help", ""]], "help_only": true}]}, set()],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
