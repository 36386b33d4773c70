package regent.program.runuser_test

import data.regent.fact_test as fact
import data.regent.program.runuser as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"runuser -u bob -- ls": [{"commands": [{"program": "runuser", "options": [["-u", "bob"]], "operands": ["ls"]}, {"program": "ls", "via": ["runuser"], "privilege": true}]}, set()],
	"runuser -u bob": [{"commands": [{"program": "runuser", "options": [["-u", "bob"]]}]}, {"runuser.shell"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
