package regent.program.pkill_test

import data.regent.fact_test as fact
import data.regent.program.pkill as room

# What stands in the shell text, its facts as far as the rules look at them, and
# the rules that fire.
cases := {
	"pkill -9 -u dev": [{"commands": [{"program": "pkill", "options": [["-9", ""], ["-u", "dev"]]}]}, {"pkill.process", "pkill.all"}],
	"pkill node": [{"commands": [{"program": "pkill", "operands": ["node"]}]}, {"pkill.process"}],
	"pkill regent": [{"commands": [{"program": "pkill", "operands": ["regent"]}]}, {"guard.stopped_by_pkill", "pkill.process"}],
	"pkill -9 .": [{"commands": [{"program": "pkill", "options": [["-9", ""]], "operands": ["."]}]}, {"pkill.all", "pkill.process"}],
	"killall regent": [{"commands": [{"program": "pkill", "operands": ["regent"]}]}, {"guard.stopped_by_pkill", "pkill.process"}],
	"pkill -0 node": [{"commands": [{"program": "pkill", "options": [["-0", ""]], "operands": ["node"]}]}, set()],
	"killall -9 node": [{"commands": [{"program": "pkill", "options": [["-9", ""]], "operands": ["node"]}]}, {"pkill.process"}],
}

test_rules[text] if {
	some text, [facts, fires] in cases
	{f.rule | some f in room.findings} == fires with input as fact.document(facts)
}
